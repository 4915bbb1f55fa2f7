// How the points of a set follow one another in its rows. Private to passes/symbolic.
#pragma once
#include <isl/cpp.h>

namespace hydra::passes {

// The step with which the last dimension's points follow one another in every row, or 0.
int row_step(const isl::set& set);

} // namespace hydra::passes
