// Iterations that meet from a size on: `a[i + 64] = a[i]` from 65 iterations on. The program may never have it, so it
// is said in a warning.
#pragma once
#include <string>
#include <vector>

#include "passes/access/state.h"
#include "passes/symbolic/isl_clash.h"

namespace hydra::passes {

// A write and another access, of which it is not known that they never meet.
struct OpenPair {
    ClashQuestion question; // its relations; what is known is set here
    const RawAccess& write;
    const RawAccess& other;
};

// Warns of the first pair that meets from a size on. whole: what is known of the loop's bounds, a formula: a size is a
// parameter that it speaks of.
void warn_of_sizes(State& state, Region& region, const ir::For& loop, const std::string& whole,
                   const std::vector<OpenPair>& pairs);

} // namespace hydra::passes
