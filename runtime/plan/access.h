// What parties (ranks, threads, parts of a rank's iterations) touch: footprint functions and findings of inspectors,
// asked about some iterations, and what the slots of one allocation touch joined.
#pragma once

#include "runtime/directory/planner.h"
#include "runtime/plan/request.h"
#include "runtime/touch/binding.h"

#include <span>
#include <vector>

namespace hydra::rt {

using Access = std::vector<RankAccess>; // of one rank, or of all of them alike: one entry an allocation

using Parties = std::span<const Found>; // whose findings count besides the footprint
Parties found_by(const PlanRequest& request, int rank);
Parties found_by_all(const PlanRequest& request);

// What these iterations touch, as that of `rank`. left_out: of these allocations, nothing is said. Ends all ranks with
// a message where an access that is certain leaves its allocation.
Access evaluate(const PlanRequest& request, const Binding& binding, int rank, const std::vector<Interval>& intervals,
                Parties found, const std::vector<bool>& left_out = {});
// The same of a footprint that has been described.
Access join(const PlanRequest& request, const Binding& binding, int rank, const hydra_rt_footprint& footprint);

// By allocation: whether all ranks hold it, and the launch reads it where it is, so that there is nothing to tell.
std::vector<bool> stay_everywhere(const hydra_rt_footprint& footprint, const Binding& binding);

} // namespace hydra::rt
