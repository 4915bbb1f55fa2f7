// Parameters that lend a function one variable of its caller's: `void split(int q, int *i, int *j) { *i = q / 8; … }`.
// Where a function does nothing but dereference such a parameter, `*i` is another name for the variable whose address
// the call gives, and nobody else has the address. Functions that store otherwise than by statements of their own, or
// return early, are left out: what holds behind them is then known by the ways through them.
#pragma once
#include "ir/tree.h"

namespace hydra::passes {

class Summary;

// The parameter that the expression dereferences: `*i`; null: something else.
const ir::VarDecl* dereferenced_parameter(const ir::Expr& expr);
// Whether that is all that the function (a definition) does with its parameter, in an order that is that of its text,
// to its end: no jumps but those of loops and switches, and a store (`*i = …`, `++*i`) is a statement of its own.
bool only_dereferences(const Summary& summary, const ir::FunctionDecl& function, std::size_t index);
// The variable, an integer or a pointer, that the argument of a call of the function lends it: `&i`. Null: it is
// another argument, another one may lead there too, or the function may do more with it.
const ir::VarDecl* lent_variable(const Summary& summary, const ir::FunctionDecl& function, const ir::Call& call,
                                 std::size_t index);

} // namespace hydra::passes
