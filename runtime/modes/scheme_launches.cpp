// See scheme_launches.h.
#include "runtime/modes/scheme_launches.h"

namespace hydra::rt {

Restrictions SchemeLaunches::restrictions() const {
    Restrictions all;
    all.all_described = all.shared_out = all.whole_tables = true;
    return all;
}

Plan* SchemeLaunches::plan(LoopState& state, const PlanRequest& request) {
    const bool regular = !request.serial_site && !request.alone && !request.replicated &&
                         request.inspection == nullptr && (request.loop->flags & HYDRA_RT_REPLICATED) == 0;
    if (!regular)
        return nullptr;
    const double start = now();
    maker_.refine_shapes(request, state.binding);
    const Additions additions = schemes_.before(maker_, request, state.binding);
    PlanRequest more = request;
    more.additions = &additions;
    state.plans.by_scheme = std::make_unique<Plan>(maker_.make(more, state.binding));
    Plan& plan = *state.plans.by_scheme;
    plan.key_hash = plans_.key_of(state, request).hash();
    if (plan.replicated)
        schemes_.pass_over(maker_, request, state.binding, plan);
    else
        schemes_.after(request, state.binding, state.index, plan);
    plans_.count_made(request, start);
    return &plan;
}

} // namespace hydra::rt
