// Loops whose writes nobody can look up before they run, since what decides them is what the loop itself stores: rows
// that are sorted in place, stacks in a row of an array. Where the elements are counted, they lie between the counters'
// bounds (evaluation/counters.h), and iterations that keep to their rows need not run one after the other.
#pragma once

#include "passes/access/state.h"

namespace hydra::passes {

// Looks at the kernel again, with what is known of counters. False: that does not tell where all of its writes go, or
// not that no two iterations meet there; nothing has changed.
bool follow_counters(State& state, ir::Kernel& kernel);

} // namespace hydra::passes
