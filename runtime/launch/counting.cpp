// What is counted of a launch (part of Runtime): how it runs, where, and how many iterations each rank has. Steps of a
// sweep are parts of one launch.
#include "runtime/launch/runtime.h"

#include <algorithm>

namespace hydra::rt {

void Runtime::count_way(const LaunchContext& context, const Plan& plan) {
    if (context.shares == nullptr)
        ++(plan.replicated ? counter(context).replicated : counter(context).distributed);
}

void Runtime::count_place(LaunchContext& context, const Plan& plan, bool on_device) {
    context.offloaded |= on_device;
    if (context.shares == nullptr && !residence_.empty() && plan.iteration_count > 0)
        ++(on_device ? counter(context).offloaded : counter(context).on_host);
}

void Runtime::count_iterations(const LaunchContext& context, const Plan& plan) {
    if (plan.replicated || context.shares != nullptr)
        return;
    for (std::size_t rank = 0; rank < plan.shares.size(); ++rank)
        for (const Interval& part : plan.shares[rank])
            counters_.iterations[rank] += part.hi - part.lo;
    if (plan.shares.empty())
        counters_.iterations.front() += plan.iteration_count;
}

// Steps of a sweep are launches, but the iterations are those of one.
void Runtime::count_effort(const LaunchContext& context, const hydra_rt_launch& launch, const Plan& plan) {
    if (!policy_.account().is_open() && !counters_.is_shown)
        return;
    Effort& effort = counters_.effort;
    const PlanRequest& request = context.request;
    ++effort.launches;
    effort.pieces += plan.parts();
    if (!plan.arrays.empty() && plan.iteration_count > 0)
        effort.copied += static_cast<std::int64_t>(plan.accumulators.bytes) *
                         reduction_blocks(plan.accumulators, plan.iteration_count);
    if (context.shares != nullptr && context.step > 0)
        return;
    LoopState& state = *context.state;
    if (request.inspection != nullptr && request.inspection->has_looked())
        state.work.noted = request.inspection->elements();
    const double operations = rt::operations_of(*launch.loop, request.k, {launch.begin, launch.end}, state.work, true);
    (plan.replicated ? effort.whole : effort.shared) += operations;
    counter(context).work += operations * worth::ns_an_operation * 1e-9 / (plan.replicated ? 1 : transport_->size());
    const double once = counters_.efforts().once();
    if (!plan.replicated && state.shared_in != policy_.account().stretch())
        effort.invested += once - effort.counted;
    effort.counted = once;
    if (!plan.replicated)
        state.shared_in = policy_.account().stretch();
}

} // namespace hydra::rt
