// Which serial loops of a function stand there twice, for the floor (hydra_rt.h, HYDRA_RT_AT_FLOOR): from no launch can
// the answer change while they run, so the question is asked once in front of them, and one version is the user's text
// without sites. Functions without launches are entered as copies as a whole (codegen/kernel/single_copies.h).
#pragma once
#include <vector>

#include "codegen/context.h"

namespace hydra::codegen {

class SingleCopies;

// The outermost such loops of a function that has a copy for one rank, in the order of the text.
std::vector<const ir::Stmt*> floor_loops(const Context& context, const SingleCopies& copies,
                                         const ir::FunctionDecl& function);

} // namespace hydra::codegen
