// Forms of expressions and types that many questions turn on.
#pragma once
#include "ir/tree.h"

namespace hydra::passes {

// A static array of constants.
bool is_constant_array(const ir::VarDecl* variable);

// char and its kin, through which C may look at any memory, and programs mostly look at texts.
bool is_text(ir::TypeRef type);

// What parentheses and conversions stand around.
const ir::Expr* without_casts(const ir::Expr& expr);
// Whether the expression names memory through a subscript or a pointer.
bool names_memory(const ir::Expr& expr);

} // namespace hydra::passes
