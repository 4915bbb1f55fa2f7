// Arrays that an iteration fills from the front and counts as it does: `w[c++] = x`, then `for (k = 0; k < c; ++k)`
// over w[k]. All below the counter has been written, whatever the conditions around the stores.
#pragma once
#include "ir/tree.h"

namespace hydra::passes {

// Whether the element of a private array (`w[k]`, `s.v[k].x`) lies below such a counter wherever the body reads it.
bool is_appended_before(const ir::For& loop, const ir::Expr& element);

} // namespace hydra::passes
