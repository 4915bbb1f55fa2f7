// See index_sources.h.
#include "runtime/plan/index_sources.h"

namespace hydra::rt {

std::vector<Allocation*> index_sources(const PlanRequest& request, const Binding& binding,
                                       const std::vector<Reach>& reaches, bool& unknown) {
    hydra_rt_footprint indexes(request.loop->slots);
    request.loop->inspection->indexes(&indexes, request.k, request.begin, request.end);
    if (request.tables != nullptr)
        request.tables->expand(indexes);
    std::vector<Allocation*> sources;
    for (std::size_t slot = 0; slot < indexes.slots.size(); ++slot) {
        const bool index = !indexes.slots[slot].touches_nothing() || request.inspection->finds_indexes(slot);
        if (!index || reaches[slot].touches_nothing())
            continue;
        if (const int allocation = binding.of_slot[slot]; allocation != Binding::none)
            sources.push_back(binding.allocations[static_cast<std::size_t>(allocation)]);
        else
            unknown = true;
    }
    return sources;
}

} // namespace hydra::rt
