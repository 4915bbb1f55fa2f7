// OpenMP's canonical loop form: what the header of a parallel loop must look like, and what it then says. A step whose
// sign is known at run time only has the one that the condition asks for.
#pragma once
#include "ir/tree.h"
#include "support/diag.h"

namespace hydra::frontend {

// Fills loop.canonical; false: an error has been reported. `stmt` is the statement that the loop is.
bool check_canonical(const ir::Stmt& stmt, ir::For& loop, support::Diagnostics& diagnostics);

} // namespace hydra::frontend
