// See gatherer.h.
#include "runtime/steps/gatherer.h"

namespace hydra::rt {

void Gatherer::gather(const std::vector<Allocation*>& allocations, const char* at) {
    messenger_.next_step();
    for (Allocation* allocation : allocations) {
        count(*allocation);
        residence_.leave(*allocation);
    }
    observers_.moves(at);
    bring_together(allocations, at);
    if (!observers_.empty()) {
        const Binding binding{allocations, {}, {}, Binding::none};
        observers_.each([&](LaunchObserver& one) { one.gathered(at, binding); });
    }
}

void Gatherer::bring_together(const std::vector<Allocation*>& allocations, const char* at) {
    for (Allocation* allocation : allocations)
        residence_.leave(*allocation);
    const Binding binding{allocations, {}, {}, Binding::none};
    Plan plan = maker_.make_gather(binding);
    messenger_.move(plan, binding, at, nullptr);
    for (std::size_t a = 0; a < plan.next.size(); ++a)
        registry_.set_state(*allocations[a], plan.next[a]);
}

void Gatherer::gather(Allocation& allocation, const char* at) {
    residence_.leave(allocation);
    if (!allocation.everywhere)
        gather(std::vector<Allocation*>{&allocation}, at);
}

void Gatherer::gather_everything(const char* at) {
    residence_.leave_all();
    if (registry_.uneven() > 0)
        gather(registry_.uneven_allocations(), at);
}

} // namespace hydra::rt
