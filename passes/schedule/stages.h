// Pass, for inner_pass.cpp: bodies that store outside of the loop whose rounds work items share out, `a[i][k] /=
// a[k][k]` in front of it or `b[i] -= f * b[k]` behind it. A device may run such a body in stages: the loop is a launch
// of its own, and so is what stands in front of it, and behind it. Then the store is done once, before rounds begin or
// after they have ended. What only computes the iteration's own variables belongs to no stage: every item of every
// launch runs it.
#pragma once
#include <set>

#include "passes/dependence/rounds_apart.h"

namespace hydra::passes {

// What inner_pass.cpp knows of the loops whose rounds are to be shared out.
struct SharedRounds {
    const std::vector<ir::CountingLoop>& loops;
    const std::set<SymbolId>& iterators; // of accesses inside of them
    const Variables& own;                // the iteration's own variables
};

// The body's stages, in the order in which they are launched; empty: it is not proved that the rounds stay apart, or
// that the body can be cut. Each iteration touches what other ones do not write: that is whoever launches to know.
std::vector<ir::Stage> stages_of(const State& state, const ir::Kernel& kernel, const std::vector<RawAccess>& accesses,
                                 RoundsApart& rounds, const SharedRounds& shared, SymbolId iteration);

} // namespace hydra::passes
