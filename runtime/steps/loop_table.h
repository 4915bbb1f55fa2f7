// The loops and sites of the program that have been used, with what is remembered of each. They are numbered in the
// order of their first use, which is the same on every rank.
#pragma once

#include "runtime/stats/counters.h"
#include "runtime/steps/loop_state.h"

#include <memory>
#include <vector>

namespace hydra::rt {

class LoopTable {
  public:
    LoopTable(Registry& registry, Counters& counters) : registry_(registry), counters_(counters) {}

    // What is remembered of the loop, made when it is first asked for. It lives as long as the table.
    LoopState& state_of(hydra_rt_loop& loop) {
        return loop.runtime == nullptr ? enter(loop) : *static_cast<LoopState*>(loop.runtime);
    }
    LoopCounter& counter(const LoopState& state) const {
        return counters_.loops[static_cast<std::size_t>(state.counter)];
    }
    template <class F> void for_each(F f) const {
        for (const std::unique_ptr<LoopState>& one : loops_)
            f(*one);
    }
    // A segment of a sweep as a loop of its own, which counts as a part of the user's.
    hydra_rt_loop& segment_of(LoopState& state, const hydra_rt_loop& loop, int segment);

  private:
    LoopState& enter(hydra_rt_loop& loop);
    LoopState& add(hydra_rt_loop& loop);

    Registry& registry_;
    Counters& counters_;
    std::vector<std::unique_ptr<LoopState>> loops_;
};

} // namespace hydra::rt
