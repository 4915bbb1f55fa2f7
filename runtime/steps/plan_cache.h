// The plans of a run. A plan is made once for its key (plan_key.h) and found again by it. Loops whose scalars, or whose
// arrays' states, are others each time, as in factorisations, pass by: their plans would be looked for in vain, and so
// would the states that they lead to, and neither is. That such loops do come back to an earlier launch, after many, is
// seen by a number that stands for each launch.
#pragma once

#include "runtime/plan/maker.h"
#include "runtime/plan/request.h"
#include "runtime/stats/stopwatch.h"
#include "runtime/steps/observer.h"

namespace hydra::rt {

class PlanCache {
  public:
    // speaks: this rank tells the user what has been chosen in a plan, and why.
    PlanCache(Registry& registry, PlanMaker& maker, Counters& counters, Stopwatch& stopwatch,
              const Observers& observers, bool speaks)
        : registry_(registry), maker_(maker), counters_(counters), stopwatch_(stopwatch), observers_(observers),
          speaks_(speaks) {}

    // The plan of a request whose arrays are bound: an observer's own, or the cheapest. It stays where it is until the
    // loop's next one.
    Plan& plan_for(LoopState& state, const PlanRequest& request);
    // What decides that plan; valid until the next call.
    const PlanKey& key_of(const LoopState& state, const PlanRequest& request);
    // Of a plan that has been made, and took so long.
    void count_made(const PlanRequest& request, double start);
    // Drops the plans that were made with an inspection that is out of date.
    static void forget(LoopState& state, const Inspection& inspection);

  private:
    Plan& exact_plan_for(LoopState& state, const PlanRequest& request);
    // The plan of a loop whose key has been another one each time: it is not looked for among those that are known, and
    // not kept. Null where such a launch has been before, after all: from now on they are.
    Plan* uncached_plan(LoopState& state, const PlanRequest& request);
    std::uint64_t trace_of(LoopState& state, const PlanRequest& request);
    // With little effort, where that is enough.
    [[nodiscard]] std::optional<Plan> make_single(const LoopState& state, const PlanRequest& request) const;
    Plan make(const LoopState& state, const PlanRequest& request, std::optional<Plan> single);
    static void name(Plan& plan, std::uint64_t hash);

    Registry& registry_;
    PlanMaker& maker_;
    Counters& counters_;
    Stopwatch& stopwatch_;
    const Observers& observers_;
    bool speaks_;
    PlanKey key_; // scratch
};

} // namespace hydra::rt
