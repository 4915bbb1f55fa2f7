// Reads of what the same iteration has written just before: they need nothing from elsewhere (HYDRA's local
// definitions, LDEF, at the grain of one element).
#pragma once
#include <cstddef>
#include <vector>

#include "passes/access.h"

namespace hydra::passes {

// One entry an access of a kernel: whether it is a read of an element that an earlier access of the same iteration
// certainly wrote.
std::vector<bool> covered_reads(const std::vector<RawAccess>& accesses);

} // namespace hydra::passes
