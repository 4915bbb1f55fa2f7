// Constant subscripts that lie outside of the row they are in, anywhere in the program: `a[i][10]` of `double
// a[8][10]`.
#pragma once
#include <functional>

#include "passes/access/state.h"

namespace hydra::passes {

// Calls `found` with each such lvalue, the number of the subscript from 1, its value and the row's length. Left out is
// what only some runs may come to: branches, and what stands behind one that may leave.
using OutsideRow = std::function<void(const ir::Expr&, std::size_t, std::int64_t, std::int64_t)>;
void find_constants_outside_rows(const State& state, const OutsideRow& found);

} // namespace hydra::passes
