// Whether loops run at all.
#pragma once
#include "ir/tree.h"

namespace hydra::passes {

// No condition, or a constant other than 0.
bool is_always_true(const ir::Expr* cond);
// for (v = 2; v < 8; …): the body runs at least once.
bool surely_runs(const ir::For& loop);

} // namespace hydra::passes
