// What is counted of a launch (part of Runtime): how it runs, where, and how many iterations each rank has. Steps of a
// sweep are parts of one launch.
#include "runtime/launch/runtime.h"

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

} // namespace hydra::rt
