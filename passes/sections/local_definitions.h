// Accesses that ask for nothing: reads of what the same iteration has written just before (HYDRA's local definitions,
// LDEF, at the grain of one element), and what may be touched where the iteration certainly does the same besides, as
// in `if (b < a[i]) … a[i] …` and `a[i] = 0; while (…) a[i] += …`.
#pragma once
#include <vector>

#include "passes/access/access.h"

namespace hydra::passes {

// One entry an access of a kernel.
struct LocalDefinitions {
    std::vector<bool> reads; // it is a read of what earlier accesses of the same iteration certainly wrote
    // For each read or write that is wider than the truth (it stands behind a condition on data), and not covered: an
    // exact one, not covered itself, that touches all of its elements in the same iterations, or is one of several that
    // do; so it asks for nothing more. -1: there is none.
    std::vector<int> subsumed_by;
};

LocalDefinitions find_local_definitions(const std::vector<RawAccess>& accesses, IslBridge& bridge);

} // namespace hydra::passes
