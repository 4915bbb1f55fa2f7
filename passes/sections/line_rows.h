// Loops along single rows of arrays that are written as one dimension.
#pragma once
#include "passes/access/state.h"

namespace hydra::passes {

// After find_constant_rows: subscripts `(n - 1) * m + j` of kernels become two, with a row length of m, where that is
// proved to be right for all accesses of the kernel to the array.
void find_line_rows(State& state);

} // namespace hydra::passes
