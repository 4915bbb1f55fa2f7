// The memory that the bound and the step of a parallel loop read: they are evaluated once, in front of the iterations,
// and C evaluates them again for each.
#pragma once
#include <vector>

#include "ir/program.h"

namespace hydra::passes {

class Summary;
struct State;

// The cells that the header loads and that the types of what the body stores do not keep apart from them; the runtime
// compares addresses, and ends the program where a store meets one.
std::vector<ir::Watched> header_cells(const Summary& summary, const ir::For& loop);

// Ends with an error where the header may read a variable that the launch sets afterwards.
void refuse_moving_header(State& state, const ir::Kernel& kernel);

// Leaves, of what is watched, what the launch looks at: where every rank runs the loop, cells of the header that may
// change, behind each iteration.
void watch_header(ir::Kernel& kernel);

} // namespace hydra::passes
