// The statements of a coordination function, in C.
#pragma once
#include "frontend/roles/scopes.h"

namespace hydra::frontend::cmaps {

// scopes: has the parameters. helpers: receives copies of element functions.
Code coordination_body(const RoleFunction& function, CmapsUnit& unit, Scopes& scopes, Code& helpers);
// What a variable with an extent is called, if the user's names leave it free.
std::string extent_name(const std::string& tile, std::size_t dimension);

} // namespace hydra::frontend::cmaps
