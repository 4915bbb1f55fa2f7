// Launches under HYDRA_VERIFY (a part of Runtime): how the verifier may run them again, and what is compared with the
// truth when they have run.
#include "runtime/launch/runtime.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"

#include <algorithm>

namespace hydra::rt {

std::optional<Verifier::Launch> Runtime::verified(const hydra_rt_launch& launch) {
    if (!verifier_)
        return std::nullopt;
    const Plan& plan = *static_cast<Plan*>(launch.plan);
    const hydra_rt_loop& loop = *launch.loop;
    LoopState& state = *active_;
    // It does more than storing into arrays that are known.
    if ((loop.flags & HYDRA_RT_ORDERED) != 0 || request_.replicated) {
        if (verbose_ && !state.unverified_told && transport_->rank() == 0)
            complain(text(loop.at, ": not verified: the loop runs once, in order, because of what else it does"));
        state.unverified_told = true;
        return std::nullopt;
    }
    const long last = (loop.flags & HYDRA_RT_DESCENDING) != 0 ? launch.begin : launch.end - 1;
    PlanMaker::InPlace in_place = maker_.in_place(request_, state.binding);
    std::vector<void*> arrays = array_addresses(loop, in_place.arrays);
    Verifier::Launch described{loop,
                               state.binding,
                               request_.tables,
                               request_.k,
                               launch.args,
                               launch.begin,
                               launch.end,
                               plan.replicated || request_.inspection != nullptr,
                               {},
                               {},
                               std::move(in_place),
                               loop.offload != nullptr && loop.offload->approximate != 0 && !plan.replicated};
    described.accesses = [this, &state](const Interval& part) {
        Verifier::Accesses accesses =
            maker_.evaluate(request_, state.binding, transport_->rank(), {part}, PlanMaker::found_by_all(request_));
        for (std::size_t a = 0; a < accesses.size(); ++a)
            if (state.touched->reads_everything)
                accesses[a].read = state.binding.allocations[a]->shape.whole();
        return accesses;
    };
    described.run = [this, &loop, args = launch.args, last, arrays = std::move(arrays)](
                        const Accumulators& accumulators, std::span<const Interval> parts, unsigned char* results) {
        CpuDevice::Cost cost;
        device_.run(loop, args, parts, last, CpuDevice::Order::one_block, accumulators, arrays, results, cost);
    };
    return described;
}

void Runtime::compare_with_truth(const hydra_rt_launch& launch) {
    const auto checked = verified(launch);
    if (!checked)
        return;
    // What is summed up differs in its last bits from the sequential sum; all ranks go on with the same ones.
    std::vector<Allocation*> sums;
    for (const ReducedArray& array : checked->in_place.arrays) {
        Allocation* sum = active_->binding.allocations[static_cast<std::size_t>(array.allocation)];
        if (std::find(sums.begin(), sums.end(), sum) == sums.end())
            sums.push_back(sum);
    }
    if (!sums.empty())
        bring_together(Binding{std::move(sums), {}, {}, Binding::none}, launch.loop->at);
    if (checked->approximate)
        settle_last_bits(launch);
    verifier_->compare(*checked, static_cast<Plan*>(launch.plan)->accumulators, results_.data());
}

// What devices computed with functions of their own is compared on all ranks, where it is brought together; then each
// rank holds what it held before.
void Runtime::settle_last_bits(const hydra_rt_launch& launch) {
    const Plan& plan = *static_cast<Plan*>(launch.plan);
    for (std::size_t a = 0; a < plan.written.size(); ++a) {
        if (!plan.written[a])
            continue;
        Allocation& allocation = *active_->binding.allocations[a];
        const StateRef before = allocation.state;
        if (!allocation.everywhere)
            bring_together(Binding{{&allocation}, {}, {}, Binding::none}, launch.loop->at);
        verifier_->settle(launch.loop->at, active_->binding, allocation);
        registry_.set_state(allocation, before);
    }
}

} // namespace hydra::rt
