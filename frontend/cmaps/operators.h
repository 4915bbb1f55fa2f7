// ArrayRemapRange, ArrayRemapMask, ArrayDivide and ArrayMerge in C: loops that copy, placed where the result lies.
#pragma once
#include "frontend/roles/scopes.h"

namespace hydra::frontend::cmaps {

// The call of an operator whose results are tiles that an expression is; null: it is none.
P::UnaryContext* operator_call(antlr4::ParserRuleContext* context, const CmapsUnit& unit);
// `name = operator(…)`: the name; null: it is none.
antlr4::Token* assigned_by_operator(P::ExpressionContext* context, const CmapsUnit& unit);

// A block that gives a tile its new memory, extents and layout, and frees the old. The tile's variables are declared.
Code lower_operator(P::UnaryContext* call, Tile& target, CmapsUnit& unit, CoordinationExpressions& expressions,
                    int depth);
// The declarations of the variables of parts, and what fills them.
Code lower_division(P::UnaryContext* call, const Parts& target, CmapsUnit& unit, CoordinationExpressions& expressions,
                    int depth);

} // namespace hydra::frontend::cmaps
