// Which variable a part of a record belongs to: for passes that treat the parts of a record variable like variables.
#pragma once
#include "ir/tree.h"

namespace hydra::passes {

// The variable of `v`, `v.x[i].y`, whatever the subscripts; null for what is reached through a pointer.
const ir::VarDecl* variable_of_part(const ir::Expr* expr);

} // namespace hydra::passes
