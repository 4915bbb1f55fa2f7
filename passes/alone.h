// Serial code that rank 0 may run for all: it prints, or computes a few scalars, and does nothing else. Then only
// rank 0 needs what it reads, and the scalars are handed out afterwards.
#pragma once
#include <optional>

#include "passes/summary.h"

namespace hydra::passes {

// The variables from outside that the statement assigns; nullopt where other ranks may not leave it out: it stores into
// memory, jumps out, reads input, uses streams other than standard output and error, or has a state of another kind.
std::optional<std::vector<const ir::VarDecl*>> runs_alone(const ir::Stmt& stmt, const Summary& summary);

} // namespace hydra::passes
