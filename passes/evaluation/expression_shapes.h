// What the text of expressions tells the symbolic run, whatever is known of values.
#pragma once
#include <string>

#include "passes/facts/summary.h"

namespace hydra::passes {

// Whether evaluating the expression may give values to variables.
bool has_effects(const ir::Expr& expr);
// Whether the expression names any of the variables.
bool names_any(const ir::Expr& expr, const Variables& variables, const Summary& summary);
// The variables whose addresses a call is given.
Variables addresses_handed_out(const ir::Expr& expr);
// The variable that the expression names first; null: it names none.
const ir::VarDecl* first_variable(const ir::Expr& expr);
// Whether the machine may refuse the division: by zero, or the least number by -1. False for other operators.
bool may_trap(const ir::Binary& binary);
// Why what stands behind the condition, of which not all is known, is uncertain.
std::string stands_behind(const ir::Expr& condition);
// Whether all that the function does is to return an expression that changes nothing: `return &w->b[i];`. What a site
// of serial code reaches through it is known then, too.
bool only_returns(const ir::FunctionDecl& function, const Summary& summary, int depth = 0);
// Whether all functions that a call reaches can be run through.
bool are_few(const CallTargets& to);
// Whether the types are one but for const and its kin: `struct s` and `const struct s`.
bool differ_in_qualifiers(ir::TypeRef one, ir::TypeRef other);

} // namespace hydra::passes
