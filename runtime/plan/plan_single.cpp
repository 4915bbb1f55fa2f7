// Plans of a process that is the only one, or does what all do where all hold everything. Nothing
// travels and everything stays valid, so the footprint matters for two questions only: does the launch leave an array,
// and would one thread touch what another one writes? Both are asked of bytes first; where these cannot tell, the
// general plan is made.
#include "runtime/plan/apart.h"
#include "runtime/plan/memory_check.h"
#include "runtime/plan/planners.h"
#include "runtime/plan/reductions.h"

#include <algorithm>

namespace hydra::rt {

// Which allocations are written; nullopt: it is not known that all that is touched lies in them, or that there is
// memory for it.
static std::optional<std::vector<bool>> written_inside(const Binding& binding, const std::vector<Reach>& reaches) {
    std::vector<bool> all(binding.allocations.size(), false);
    std::int64_t touched = 0; // bytes
    for (std::size_t slot = 0; slot < reaches.size(); ++slot) {
        const Reach& reach = reaches[slot];
        if (binding.of_slot[slot] == Binding::none || reach.touches_nothing())
            continue;
        const auto allocation = static_cast<std::size_t>(binding.of_slot[slot]);
        const auto bytes = static_cast<std::int64_t>(binding.allocations[allocation]->bytes);
        const std::int64_t offset = binding.offset[slot];
        if (!reach.exact.empty() && (reach.exact.lo < -offset || reach.exact.hi > bytes - offset))
            return std::nullopt; // says which element it is
        touched = std::min(worth_checking, touched + (reach.whole ? bytes : std::min(reach.bytes, bytes)));
        all[allocation] = all[allocation] || reach.written;
    }
    if (touched >= worth_checking && !memory_suffices(binding))
        return std::nullopt; // asks how much memory there is
    return all;
}

std::optional<Plan> plan_everywhere(const PlanContext& context, const PlanRequest& request, const Binding& binding) {
    if (context.plays_all || context.keeps_access || request.serial_site || request.inspection != nullptr ||
        request.tables != nullptr || request.additions != nullptr || reduces_arrays(*request.loop) ||
        !std::all_of(binding.allocations.begin(), binding.allocations.end(),
                     [](const Allocation* allocation) { return allocation->state->everywhere(); }))
        return std::nullopt;
    hydra_rt_footprint described(0);
    std::vector<Reach> reaches;
    for (const hydra_rt_footprint::Slot& slot : request.of_all(described).slots) {
        if (!slot.tables.empty())
            return std::nullopt;
        reaches.push_back(slot.touches_nothing() ? Reach{} : slot.reach());
    }
    auto written = written_inside(binding, reaches);
    if (!written)
        return std::nullopt;
    std::optional<Plan> plan(std::in_place);
    plan->written = *std::move(written);
    plan->replicated = true;
    plan->iterations = {{request.begin, request.end}};
    plan->last_rank = context.rank;
    plan->accumulators = accumulators_of(request, binding, {}, true);
    if (context.reproducible && rounds(*request.loop))
        accumulate_in_blocks(request, plan->accumulators);
    for (const Allocation* allocation : binding.allocations)
        plan->next.push_back(allocation->state);
    return plan;
}

std::optional<Plan> plan_single(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                                const std::vector<Reach>& reaches) {
    const hydra_rt_loop& loop = *request.loop;
    if (context.ranks > 1 || context.plays_all || context.keeps_access ||
        context.partition.kind == PartitionSpec::Kind::weighted || request.serial_site || request.replicated ||
        (loop.flags & HYDRA_RT_REPLICATED) != 0 || request.inspection != nullptr || request.tables != nullptr ||
        request.additions != nullptr || reduces_arrays(loop) || (context.reproducible && rounds(loop)))
        return std::nullopt;
    auto written = written_inside(binding, reaches);
    if (!written)
        return std::nullopt;
    std::optional<Plan> plan(std::in_place);
    plan->written = *std::move(written);
    plan->iterations = {{request.begin, request.end}};
    plan->iteration_count = request.end - request.begin;
    plan->in_turn = {0};
    plan->accumulators = accumulators_of(request, binding, {}, false);
    if (std::find(plan->written.begin(), plan->written.end(), true) != plan->written.end() &&
        !threads_are_apart(context, request, binding, {plan->iterations, plan->written, plan->accumulators}))
        return std::nullopt;
    plan->apart = lies_apart(request, binding, plan->written);
    for (const Allocation* allocation : binding.allocations)
        plan->next.push_back(allocation->state);
    return plan;
}

} // namespace hydra::rt
