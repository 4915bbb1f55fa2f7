// Whether a launch writes the pointers through which it reaches its data: then nobody knows what
// it touches.
#include "runtime/plan/indexes.h"
#include "runtime/plan/shapes.h"

namespace hydra::rt {

static bool may_write_tables(const PlanRequest& request, const Binding& binding) {
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

// Whether pointers lie in this part of the allocation.
static bool are_in(const TableView& tables, const Allocation& allocation, const Region& region) {
    bool met = false, looked = true;
    for (const TableView::Column& column : tables.columns)
        if (const std::optional<Region> pointers = column.in(allocation))
            met = met || pointers->intersects(region);
        else
            looked = false;
    if (met || (looked && tables.entries.empty()))
        return met;
    for_each_run(region, allocation.shape, [&](Run run) {
        const char* from = allocation.base + run.offset;
        met = met || tables.meets_entries(from, from + run.bytes);
    });
    return met;
}

bool writes_tables(const PlanContext& context, const PlanRequest& request, const Binding& binding) {
    if (!may_write_tables(request, binding))
        return false;
    refine_shapes(context, request, binding);
    const auto has_tables = [&](const Allocation& allocation) {
        return request.tables->meets_entries(allocation.base, allocation.base + allocation.bytes);
    };
    hydra_rt_footprint written(request.loop->slots);
    request.describe({{Interval{request.begin, request.end}}}, written);
    if (request.inspection != nullptr) {
        const Parties found = found_by_all(request);
        request.inspection->describe(written, found.data(), found.size());
    }
    for (std::size_t slot = 0; slot < written.slots.size(); ++slot) {
        const int allocation = binding.of_slot[slot];
        if (allocation == Binding::none || !has_tables(*binding.allocations[static_cast<std::size_t>(allocation)]))
            written.slots[slot].forget_boxes();
        else
            written.slots[slot].forget_reads();
    }
    const Access all = join(request, binding, context.rank, written);
    for (std::size_t a = 0; a < all.size(); ++a)
        if (has_tables(*binding.allocations[a]) &&
            are_in(*request.tables, *binding.allocations[a], all[a].write | all[a].maywrite))
            return true;
    return false;
}

} // namespace hydra::rt
