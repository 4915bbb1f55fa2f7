// See verified_launches.h.
#include "runtime/modes/verified_launches.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"

#include <algorithm>

namespace hydra::rt {

VerifiedLaunches::VerifiedLaunches(const RuntimeOptions& options, const LaunchParts& parts)
    : transport_(parts.transport), registry_(parts.registry), maker_(parts.maker), device_(parts.device),
      gatherer_(parts.gatherer), reductions_(parts.reductions), verbose_(options.verbose),
      verifier_(parts.registry, parts.transport.rank(), options.node_ranks, parts.offloads, options.strict) {}

Restrictions VerifiedLaunches::restrictions() const {
    Restrictions all;
    all.all_described = all.shared_out = all.in_one_go = all.apart = all.keeps_request = true;
    return all;
}

void VerifiedLaunches::before_run(LaunchContext& context, const hydra_rt_launch& launch) {
    if (const auto checked = described(context, launch))
        verifier_.check(*checked);
}

void VerifiedLaunches::served(const PlanRequest& request, const Binding& binding) {
    const Region nothing;
    const int me = transport_.rank();
    verifier_.compare_site(request, request.loop->at, binding,
                           !request.alone || me == 0 ? maker_.evaluate(request, binding, me, {{0, 1}}, {})
                                                     : PlanMaker::Access(binding.allocations.size(),
                                                                         RankAccess{me, nothing, nothing, nothing}));
}

std::optional<Verifier::Launch> VerifiedLaunches::described(const LaunchContext& context,
                                                            const hydra_rt_launch& launch) {
    const Plan& plan = *static_cast<Plan*>(launch.plan);
    const hydra_rt_loop& loop = *launch.loop;
    LoopState& state = *context.state;
    const PlanRequest& request = context.request;
    // It does more than storing into arrays that are known.
    if ((loop.flags & HYDRA_RT_ORDERED) != 0 || request.replicated) {
        if (verbose_ && !state.unverified_told && transport_.rank() == 0)
            complain(text(loop.at, ": not verified: the loop runs once, in order, because of what else it does"));
        state.unverified_told = true;
        return std::nullopt;
    }
    const long last = (loop.flags & HYDRA_RT_DESCENDING) != 0 ? launch.begin : launch.end - 1;
    PlanMaker::InPlace in_place = maker_.in_place(request, state.binding);
    std::vector<void*> arrays = reductions_.array_addresses(loop, in_place.arrays, state.binding);
    Verifier::Launch found{loop,
                           state.binding,
                           request.tables,
                           request.k,
                           launch.args,
                           launch.begin,
                           launch.end,
                           plan.replicated || request.inspection != nullptr,
                           {},
                           {},
                           std::move(in_place),
                           loop.offload != nullptr && loop.offload->approximate != 0 && !plan.replicated};
    found.accesses = [this, &state, &request](const Interval& part) {
        Verifier::Accesses accesses =
            maker_.evaluate(request, state.binding, transport_.rank(), {part}, PlanMaker::found_by_all(request));
        for (std::size_t a = 0; a < accesses.size(); ++a)
            if (state.touched->reads_everything)
                accesses[a].read = state.binding.allocations[a]->shape.whole();
        return accesses;
    };
    found.run = [this, &loop, args = launch.args, last, arrays = std::move(arrays)](
                    const Accumulators& accumulators, std::span<const Interval> parts, unsigned char* results) {
        CpuDevice::Cost cost;
        device_.run(loop, args, parts, last, CpuDevice::Order::one_block, accumulators, arrays, results, cost);
    };
    return found;
}

void VerifiedLaunches::committed(LaunchContext& context, const hydra_rt_launch& launch) {
    const auto checked = described(context, launch);
    if (!checked)
        return;
    // What is summed up differs in its last bits from the sequential sum; all ranks go on with the same ones.
    std::vector<Allocation*> sums;
    for (const ReducedArray& array : checked->in_place.arrays) {
        Allocation* sum = context.binding().allocations[static_cast<std::size_t>(array.allocation)];
        if (std::find(sums.begin(), sums.end(), sum) == sums.end())
            sums.push_back(sum);
    }
    if (!sums.empty())
        gatherer_.bring_together(sums, launch.loop->at);
    if (checked->approximate)
        settle_last_bits(context, launch);
    verifier_.compare(*checked, static_cast<Plan*>(launch.plan)->accumulators, reductions_.results());
}

// What devices computed with functions of their own is compared on all ranks, where it is brought together; then each
// rank holds what it held before.
void VerifiedLaunches::settle_last_bits(const LaunchContext& context, const hydra_rt_launch& launch) {
    const Plan& plan = *static_cast<Plan*>(launch.plan);
    for (std::size_t a = 0; a < plan.written.size(); ++a) {
        if (!plan.written[a])
            continue;
        Allocation& allocation = *context.binding().allocations[a];
        const StateRef before = allocation.state;
        if (!allocation.everywhere)
            gatherer_.bring_together({&allocation}, launch.loop->at);
        verifier_.settle(launch.loop->at, context.binding(), allocation);
        registry_.set_state(allocation, before);
    }
}

} // namespace hydra::rt
