// The parts of a rank's runtime that observers (observer.h) work with; each takes of them what it needs.
#pragma once

#include "runtime/backend/cpu.h"
#include "runtime/plan/maker.h"
#include "runtime/steps/bind_step.h"
#include "runtime/steps/merge_step.h"
#include "runtime/steps/messenger.h"
#include "runtime/steps/options.h"
#include "runtime/steps/plan_cache.h"
#include "runtime/steps/reduction_step.h"

namespace hydra::rt {

struct LaunchParts {
    Transport& transport;
    Registry& registry;
    PlanMaker& maker;
    CpuDevice& device; // the host's cores
    Counters& counters;
    Gatherer& gatherer;
    BindStep& binding;
    PlanCache& plans;
    ReductionStep& reductions;
    MergeStep& merges;
    Messenger& messenger;
    bool offloads; // the rank has devices
    Trace* trace;  // null: there is none
};

// Those that the options ask for. (Defined in runtime/modes, of which nothing else is known below.)
void add_observers(Observers& observers, const RuntimeOptions& options, const LaunchParts& parts);

} // namespace hydra::rt
