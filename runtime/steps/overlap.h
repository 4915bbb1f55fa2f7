// Iterations that run while a launch's messages travel. What travels is known as pieces of memory, and footprints say
// of any range of iterations between which bytes it stays; so the ends of a rank's iterations are left to wait, the
// narrowest that are found to hold all which touch those pieces, and the rest runs at once. Which iterations these are
// is each rank's own affair: messages, results and counted volumes are the same either way.
#pragma once

#include "runtime/plan/plan.h"
#include "runtime/plan/request.h"
#include "runtime/touch/binding.h"

#include <cstdint>
#include <optional>

namespace hydra::rt {

// Whether all that the launch touches is known well enough, and none of what it does depends on an order.
bool may_overlap(const PlanRequest& request, const Plan& plan, const Binding& binding);
// What may run while the last of the plan's steps is under way, if it is worth it. threads: those that run the rank's
// iterations. plan.steps must be there.
std::optional<Plan::Overlap> find_overlap(const PlanRequest& request, const Plan& plan, const Binding& binding,
                                          std::int64_t threads);

} // namespace hydra::rt
