// The planners: each makes a plan from what it is given, and remembers nothing.
#pragma once

#include "runtime/plan/access.h"
#include "runtime/plan/context.h"
#include "runtime/plan/plan.h"

#include <optional>
#include <vector>

namespace hydra::rt {

// Of a launch that ranks share out.
struct ParallelPlan {
    std::optional<Plan> plan; // nothing: every rank has to run all of it
    bool rows_may_do = false; // so it is with boxes; whole rows may lie apart nevertheless
};
// shares.rounds: empty where ranks share out iterations alone. Says why it is no plan.
ParallelPlan plan_parallel(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                           BoxShares shares);

// Of a serial site, or of a loop that every rank runs.
Plan plan_replicated(const PlanContext& context, const PlanRequest& request, const Binding& binding);
// The same where all hold everything, so that bytes tell enough; nothing where they do not.
std::optional<Plan> plan_everywhere(const PlanContext& context, const PlanRequest& request, const Binding& binding);
// Of a serial site whose statement rank 0 may run for all.
Plan plan_alone(const PlanContext& context, const PlanRequest& request, const Binding& binding);
// Of the only rank, where bytes tell that nothing is wrong with the launch. reaches: one a slot, of the whole launch.
std::optional<Plan> plan_single(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                                const std::vector<Reach>& reaches);
// Brings the binding's allocations together on every rank, or this part of its only one.
Plan plan_gather(const PlanContext& context, const Binding& binding, const Region* part);
// Makes valid, for each rank, all reads of its iterations that are known so far; writes nothing. shares: by rank.
Plan plan_reads(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                const std::vector<std::vector<Interval>>& shares);

// ---- what planners share ----

// The number of the state after a launch. Rules that hold on are kept: they say more than the list of ranks does.
StateRef state_after(const PlanContext& context, const Allocation& allocation, LaunchPlan& part);
// In a dry run, adds to Plan::computed what a launch writes of its next allocation. accesses: of all ranks.
void note_computed(const PlanContext& context, std::size_t allocation, const std::vector<RankAccess>& accesses,
                   Plan& plan);

} // namespace hydra::rt
