// Subscripts that come from what the loop itself stores, but later: `v[i] += e[x[i]]; x[i] += v[i];`. An iteration
// reads such an element before it stores into it, and no other iteration does, so what is there before the launch is
// what decides.
#pragma once

#include <utility>
#include <vector>

#include "passes/access/state.h"

namespace hydra::passes {

// Whether that holds for each array that the loop stores into by the same name: all that inspectors read of it or that
// is stored lies in the iteration's own row, the reads first. reads: what inspectors read, with what is known of it.
bool decides_before_it_stores(const Region& region, const ir::Stmt& body,
                              const std::vector<std::pair<const ir::Expr*, const RawAccess*>>& reads);

} // namespace hydra::passes
