// The functions that serial code may call, as far from main as it goes; others run in parallel loops only.
#pragma once
#include <set>

#include "ir/program.h"
#include "passes/facts/summary.h"

namespace hydra::passes {

// Definitions. A function that other files can name counts, too, since code that nobody sees may call it.
std::set<const ir::FunctionDecl*> serially_called(const ir::Program& program, const Summary& summary);
// Those that the program calls in parallel loops, and nowhere else as far as the program is seen.
std::set<const ir::FunctionDecl*> called_in_loops_only(const ir::Program& program, const Summary& summary);

} // namespace hydra::passes
