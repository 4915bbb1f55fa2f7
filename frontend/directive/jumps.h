// Jumps across the border of a parallel loop: `break`, `return` and `goto` out of its body, `goto` into it.
#pragma once
#include "ir/tree.h"
#include "support/diag.h"

namespace hydra::frontend {

// Reports them as errors. whole: the body of the function.
void check_jumps(const ir::For& loop, const ir::Stmt& whole, support::Diagnostics& diagnostics);

} // namespace hydra::frontend
