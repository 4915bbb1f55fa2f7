// Reads that ask for nothing: of what the same iteration has written just before (HYDRA's local definitions, LDEF, at
// the grain of one element), and of what it certainly reads besides, as in `if (b < a[i]) … a[i] …`.
#pragma once
#include <cstddef>
#include <vector>

#include "passes/access.h"

namespace hydra::passes {

// One entry an access of a kernel: whether it is a read of an element that an earlier access of the same iteration
// certainly wrote.
std::vector<bool> covered_reads(const std::vector<RawAccess>& accesses);

// For each read that is wider than the truth (it stands behind a condition on data), the exact read, not covered
// itself, that touches all of its elements in the same iterations: the two ask for no more than that one. -1: there is
// none.
std::vector<int> said_exactly(const std::vector<RawAccess>& accesses);

} // namespace hydra::passes
