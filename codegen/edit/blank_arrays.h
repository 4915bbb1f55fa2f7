// Local arrays that the runtime is told of, and whether nothing has been stored into one when its declaration has been
// run through.
#pragma once
#include <memory>
#include <set>
#include <vector>

#include "ir/program.h"

namespace hydra::codegen {

// Where an initialiser names it, that one or a later one may have. declared: of the same declaration, in order.
bool is_blank(const std::vector<std::unique_ptr<ir::VarDecl>>& declared, const ir::VarDecl& variable);

// Adds those that the block's code tells of.
void collect_arrays(const ir::Block& block, std::set<const ir::VarDecl*>& arrays);

} // namespace hydra::codegen
