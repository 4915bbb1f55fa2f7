// Reductions in plans: where each accumulator lies, and which section of an array who combines.
#pragma once

#include "runtime/plan/access.h"
#include "runtime/plan/context.h"
#include "runtime/plan/plan.h"

#include <vector>

namespace hydra::rt {

// The ranks, as the first iterations of their shares come in the user's loop; those without any are the last.
std::vector<int> take_turns(const std::vector<std::vector<Interval>>& shares, bool descending);

// Whether the loop reduces arrays, and not scalars alone.
bool reduces_arrays(const hydra_rt_loop& loop);
// Whether sums or products are rounded: then the way in which a launch is run shows in the last digits.
bool rounds(const hydra_rt_loop& loop);

// HYDRA_REPRODUCIBLE: the number of blocks of such a launch, whoever runs which.
std::int64_t reproducible_blocks(const PlanRequest& request);
// Lets the accumulators be those of all blocks, which one rank runs; or of those that are its own, whose results are
// joined with the others' later (Plan::blocks).
void accumulate_in_blocks(const PlanRequest& request, Accumulators& accumulators);
void accumulate_in_own_blocks(const PlanContext& context, const PlanRequest& request, Plan& plan);

// The sections that the launch reduces; ends all ranks with a message where one leaves its allocation. split: large
// ones are given to owners part by part.
std::vector<ReducedArray> reduced_arrays(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                                         bool split);
// Those of the loop's reductions; in_place: arrays have none, but are accumulated into as they are.
Accumulators accumulators_of(const PlanRequest& request, const Binding& binding,
                             const std::vector<ReducedArray>& arrays, bool in_place);

// What all ranks' launch would accumulate into the arrays themselves.
struct InPlace {
    std::vector<ReducedArray> arrays;
    Accumulators accumulators;
};
InPlace reduced_in_place(const PlanContext& context, const PlanRequest& request, const Binding& binding);

// Whether an iteration touches, as it is, what the launch reduces; then rank 0 says so. accesses: by allocation, of all
// ranks.
bool reduced_is_touched(int rank, const PlanRequest& request, const Binding& binding,
                        const std::vector<ReducedArray>& arrays, const std::vector<std::vector<RankAccess>>& accesses);

} // namespace hydra::rt
