// Whether nothing has been stored into a local array when its declaration has been run through.
#pragma once
#include <memory>
#include <vector>

#include "ir/tree.h"

namespace hydra::codegen {

// Where an initialiser names it, that one or a later one may have. declared: of the same declaration, in order.
bool is_blank(const std::vector<std::unique_ptr<ir::VarDecl>>& declared, const ir::VarDecl& variable);

} // namespace hydra::codegen
