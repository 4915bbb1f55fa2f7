// See maker.h.
#include "runtime/plan/maker.h"

#include "runtime/plan/rules.h"

namespace hydra::rt {

std::optional<Plan> PlanMaker::make_parallel(const PlanRequest& request, const Binding& binding) {
    if (std::optional<BoxShares> boxes = placer_.place_boxes(request, binding)) {
        ParallelPlan by_boxes = plan_parallel(context_, request, binding, *std::move(boxes));
        if (!by_boxes.rows_may_do)
            return std::move(by_boxes.plan);
    }
    if (request.inspection != nullptr && !request.inspection->placed.empty())
        return plan_parallel(context_, request, binding, {request.inspection->placed, {}}).plan;
    const Placement placement = placer_.placement_of(request, binding);
    std::optional<Plan> plan = plan_by_rules(context_, request, binding, placement);
    if (!plan)
        plan = plan_parallel(context_, request, binding, {placer_.deal_out(request, placement), {}}).plan;
    return plan;
}

Plan PlanMaker::make(const PlanRequest& request, const Binding& binding) {
    const bool replicated =
        request.serial_site || request.replicated || (request.loop->flags & HYDRA_RT_REPLICATED) != 0;
    std::optional<Plan> made;
    if (request.alone)
        made.emplace(plan_alone(context_, request, binding));
    else
        made = replicated ? plan_everywhere(context_, request, binding) : make_parallel(request, binding);
    if (!made) {
        made.emplace(plan_replicated(context_, request, binding));
        made->overlap = !replicated;
    }
    made->overlap = made->overlap || made->one_thread;
    for (const Interval& interval : made->iterations)
        made->iteration_count += interval.hi - interval.lo;
    return *std::move(made);
}

} // namespace hydra::rt
