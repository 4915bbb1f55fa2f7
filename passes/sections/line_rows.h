// Loops along single rows of arrays that are written as one dimension.
#pragma once
#include "passes/access/state.h"

namespace hydra::passes {

// After constant_rows_pass: subscripts `(n - 1) * m + j` of kernels become two, with a row length of m, where that is
// proved to be right for all accesses of the kernel to the array.
void line_rows_pass(State& state);

} // namespace hydra::passes
