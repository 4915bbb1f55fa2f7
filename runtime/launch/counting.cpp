// What is counted of a launch (part of Runtime): how it runs, where, and how many iterations each rank has.
#include "runtime/launch/runtime.h"

namespace hydra::rt {

LoopCounter& Runtime::counter() { return counters_.loops[static_cast<std::size_t>(active_->counter)]; }

void Runtime::count_way(const Plan& plan) {
    if (shares_ == nullptr)
        ++(plan.replicated ? counter().replicated : counter().distributed);
}

void Runtime::count_place(const Plan& plan, bool on_device) {
    piece_offloaded_ |= on_device;
    if (shares_ == nullptr && !residence_.empty() && plan.iteration_count > 0)
        ++(on_device ? counter().offloaded : counter().on_host);
}

void Runtime::count_iterations(const Plan& plan) {
    if (plan.replicated || shares_ != nullptr)
        return;
    for (std::size_t rank = 0; rank < plan.shares.size(); ++rank)
        for (const Interval& part : plan.shares[rank])
            counters_.iterations[rank] += part.hi - part.lo;
    if (plan.shares.empty())
        counters_.iterations.front() += plan.iteration_count;
}

} // namespace hydra::rt
