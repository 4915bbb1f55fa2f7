// See shapes.h.
#include "runtime/plan/shapes.h"

#include "runtime/directory/skewed_shape.h"

#include <algorithm>
#include <span>
#include <vector>

namespace hydra::rt {
namespace {

void add(const hydra_rt_footprint::Slot& slot, const View& view, std::int64_t bytes, Diagonals& diagonals) {
    if (!slot.tables.empty())
        return diagonals.add_other();
    for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind) {
        if (slot.whole[kind])
            diagonals.add_other();
        const bool written = kind == hydra_rt_footprint::index(HYDRA_RT_WRITE);
        if (slot.skew != 0)
            diagonals.add_lines(view, slot.boxes[kind], written, bytes);
        else
            diagonals.add(view, slot.boxes[kind], written);
    }
}

// Whether refined() would leave the shape as it is: mostly, and that is known without a copy.
bool serves(const Shape& shape, const View& view) {
    return !shape.fresh && view.elem == shape.elem && view.offset % view.elem == 0 &&
           (shape.turned || view.len.size() <= shape.len.size());
}

// The slots that are bound, by their allocations. (Rows in blocks of their own are as many as iterations.)
std::vector<std::size_t> slots_by_allocation(const Binding& binding, std::size_t count) {
    std::vector<std::size_t> slots;
    for (std::size_t slot = 0; slot < count; ++slot)
        if (binding.of_slot[slot] != Binding::none)
            slots.push_back(slot);
    std::stable_sort(slots.begin(), slots.end(),
                     [&](std::size_t a, std::size_t b) { return binding.of_slot[a] < binding.of_slot[b]; });
    return slots;
}

} // namespace

// slots: those of the allocation.
static Shape shape_for(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                       const hydra_rt_footprint& footprint, const Allocation& allocation,
                       std::span<const std::size_t> slots) {
    Shape shape = allocation.shape;
    Diagonals diagonals;
    const auto for_each_view = [&](auto f) {
        for (const std::size_t slot : slots)
            if (footprint.slots[slot].elem != 0)
                f(footprint.slots[slot], view_of(footprint.slots[slot], binding.offset[slot]));
    };
    // Serial code comes between launches, and in small pieces.
    const bool shared_out = !request.serial_site && context.ranks > 1 && context.turns && !context.keeps_access;
    if (shared_out)
        for_each_view([&](const auto& slot, const View& view) { add(slot, view, shape.bytes, diagonals); });
    if (request.inspection != nullptr)
        diagonals.add_other();
    const std::int64_t distance = diagonals.distance();
    if (shape.turned && shared_out && distance == 0 && diagonals.leaves(shape)) {
        shape = unskewed(shape);
        shape.len.clear();
    }
    // A later slot may ask for smaller units than an earlier one was satisfied with: twice settles that.
    for (int round = 0; round < 2; ++round)
        for_each_view([&](const auto& slot, View view) {
            if (serves(shape, view))
                return;
            const std::vector<long> own = slot.own_lengths();
            view.len = own;
            shape = refined(shape, view);
        });
    return distance == 0 || distance % shape.elem != 0 ? shape : turned(shape, distance);
}

// Whether it is known at a glance that shapes stay as they are: they serve all views, and the boxes of no slot are so
// many that they could make a line.
static bool shapes_serve(const Binding& binding, const hydra_rt_footprint& footprint) {
    for (std::size_t slot = 0; slot < footprint.slots.size(); ++slot) {
        const hydra_rt_footprint::Slot& seen = footprint.slots[slot];
        if (binding.of_slot[slot] == Binding::none || seen.elem == 0)
            continue;
        const Shape& shape = binding.allocations[static_cast<std::size_t>(binding.of_slot[slot])]->shape;
        const std::vector<long>& written = seen.boxes[hydra_rt_footprint::index(HYDRA_RT_WRITE)];
        if (shape.turned || (seen.skew != 0 && !written.empty()) ||
            !serves(shape, view_of(seen, binding.offset[slot])) ||
            written.size() >= 3 * static_cast<std::size_t>(seen.dims()) * Diagonals::least)
            return false;
    }
    return true;
}

bool refine_shapes(const PlanContext& context, const PlanRequest& request, const Binding& binding) {
    hydra_rt_footprint described(0);
    const hydra_rt_footprint& footprint = request.of_all(described);
    if (request.inspection == nullptr && shapes_serve(binding, footprint))
        return false;
    if (request.inspection != nullptr)
        request.inspection->describe(described, nullptr, 0);
    bool changed = false;
    const std::vector<std::size_t> slots = slots_by_allocation(binding, footprint.slots.size());
    std::size_t next = 0;
    for (std::size_t a = 0; a < binding.allocations.size(); ++a) {
        Allocation& allocation = *binding.allocations[a];
        const std::size_t first = next;
        while (next < slots.size() && binding.of_slot[slots[next]] == static_cast<int>(a))
            ++next;
        Shape shape =
            shape_for(context, request, binding, footprint, allocation, std::span(slots).subspan(first, next - first));
        if (shape == allocation.shape)
            continue;
        DirState state = allocation.state->full().mapped(
            shape.dims(), [&](const Region& region) { return reshape(region, allocation.shape, shape); });
        context.registry.set_shape(allocation, std::move(shape), context.registry.intern(std::move(state)));
        changed = true;
    }
    return changed;
}

} // namespace hydra::rt
