// Brings arrays together: makes all of them valid on all ranks, and on their hosts.
#pragma once

#include "runtime/plan/maker.h"
#include "runtime/steps/messenger.h"
#include "runtime/steps/observer.h"

namespace hydra::rt {

class Gatherer {
  public:
    Gatherer(Registry& registry, Residences& residence, PlanMaker& maker, Messenger& messenger, Counters& counters,
             const Observers& observers)
        : registry_(registry), residence_(residence), maker_(maker), messenger_(messenger), counters_(counters),
          observers_(observers) {}

    // As a step of its own, that observers get to know of; costs nothing where everything is there. at: where this is
    // asked for.
    void gather(Allocation& allocation, const char* at);
    void gather(const std::vector<Allocation*>& allocations, const char* at);
    void gather_everything(const char* at);
    // As a part of another step.
    void bring_together(const std::vector<Allocation*>& allocations, const char* at);
    // Gives the allocation a row of the counters.
    void count(Allocation& allocation) {
        if (allocation.counter < 0)
            allocation.counter = counters_.array(allocation.name);
    }

  private:
    Registry& registry_;
    Residences& residence_;
    PlanMaker& maker_;
    Messenger& messenger_;
    Counters& counters_;
    const Observers& observers_;
};

} // namespace hydra::rt
