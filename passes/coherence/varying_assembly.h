// Inline assembly that gives other values each time: a counter of cycles. Rank 0's are everybody's.
#pragma once
#include <vector>

#include "ir/program.h"

namespace hydra::passes {

bool holds_varying_assembly(const ir::Stmt& stmt);
// The variables that such a statement writes; it writes nothing else.
std::vector<ir::HostExpr> written_variables(const ir::Asm& assembly);

} // namespace hydra::passes
