// Rows whose length is a constant, in arrays that are written as one dimension.
#pragma once
#include "passes/state.h"

namespace hydra::passes {

// After relate_accesses: subscripts `600 * i + j` of kernels become two, with a row length of 600, where that is proved
// to be right for all accesses of the kernel to the array.
void find_constant_rows(State& state);

} // namespace hydra::passes
