// A coordination function calls another one.
#pragma once
#include "frontend/roles/scopes.h"

namespace hydra::frontend::cmaps {

Code lower_call(const RoleFunction& called, P::UnaryContext* call, CmapsUnit& unit, Scopes& scopes,
                CoordinationExpressions& expressions, int depth);

} // namespace hydra::frontend::cmaps
