// Whether a launch writes the pointers through which it reaches its data (a part of PlanMaker): then nobody knows what
// it touches.
#include "runtime/host/plan.h"

namespace hydra::rt {

bool PlanMaker::may_write_tables(const PlanRequest& request, const Binding& binding) {
    hydra_rt_footprint described(0);
    const hydra_rt_footprint& footprint = request.of_all(described);
    bool may = request.inspection != nullptr;
    for (std::size_t slot = 0; slot < footprint.slots.size() && !may; ++slot) {
        if (binding.of_slot[slot] == Binding::none || !footprint.slots[slot].may_write())
            continue;
        const Allocation& written = *binding.allocations[static_cast<std::size_t>(binding.of_slot[slot])];
        may = request.tables->meets_entries(written.base, written.base + written.bytes);
    }
    return may;
}

bool PlanMaker::writes_tables(const PlanRequest& request, const Binding& binding) {
    if (!may_write_tables(request, binding))
        return false;
    refine_shapes(request, binding);
    const Access all = evaluate(request, binding, rank_, {{request.begin, request.end}}, found_by_all(request));
    bool met = false;
    for (std::size_t a = 0; a < all.size(); ++a) {
        const Allocation& allocation = *binding.allocations[a];
        if (request.tables->meets_entries(allocation.base, allocation.base + allocation.bytes))
            for_each_run(all[a].write | all[a].maywrite, allocation.shape, [&](Run run) {
                const char* from = allocation.base + run.offset;
                met = met || request.tables->meets_entries(from, from + run.bytes);
            });
    }
    return met;
}

} // namespace hydra::rt
