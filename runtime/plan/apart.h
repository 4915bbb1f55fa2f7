// May iterations of one rank run side by side? Whether its threads would touch what another one of them writes.
#pragma once

#include "runtime/plan/access.h"
#include "runtime/plan/context.h"

#include <vector>

namespace hydra::rt {

// What is known of a launch when the question is asked.
struct ThreadsShare {
    const std::vector<Interval>& iterations; // the rank's
    const std::vector<bool>& written;        // by allocation
    const Accumulators& accumulators;
};

// Whether each allocation that the launch writes is reached through one slot, and it is known through which.
bool lies_apart(const PlanRequest& request, const Binding& binding, const std::vector<bool>& written);
// Whether the threads meet; says so.
bool threads_overlap(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                     const ThreadsShare& share);
// Whether bytes tell that they do not.
bool threads_are_apart(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                       const ThreadsShare& share);

} // namespace hydra::rt
