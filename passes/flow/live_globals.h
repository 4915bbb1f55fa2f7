// Whether what a loop leaves in a variable of the whole program is ever read: file-scope temporaries that loops have
// for themselves are mostly assigned anew wherever they are used.
#pragma once
#include "ir/program.h"
#include "passes/facts/summary.h"
#include "passes/flow/cfg.h"

namespace hydra::passes {

// The loop has the variable for itself (private). Conservative.
bool live_in_program(const ir::Program& program, const Summary& summary, CfgCache& graphs, const ir::Stmt& loop,
                     const ir::VarDecl* variable);

} // namespace hydra::passes
