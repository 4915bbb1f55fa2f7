// See access.h.
#include "runtime/plan/access.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/sets/slabs.h"

#include <algorithm>

namespace hydra::rt {
namespace {

std::string box_text(const std::vector<long>& boxes, int dims) {
    std::string out;
    for (int d = 0; d < dims; ++d) {
        const long* bound = &boxes[static_cast<std::size_t>(3 * d)];
        out += text("[", bound[0], "..", bound[1] - 1, "]");
    }
    return out;
}

// Finds the first box that leaves the allocation, and names it.
[[noreturn]] void fail_outside(const PlanRequest& request, const hydra_rt_footprint::Slot& slot, std::size_t slot_index,
                               const Allocation& allocation, const View& view, std::size_t kind) {
    const std::vector<long>& boxes = slot.boxes[kind];
    std::size_t width = static_cast<std::size_t>(3 * slot.dims());
    std::vector<long> bad(boxes.begin(), boxes.begin() + static_cast<std::ptrdiff_t>(width));
    for (std::size_t at = 0; at < boxes.size(); at += width) {
        std::span<const long> box(boxes.data() + at, width);
        if (convert(allocation.shape, view, box).out_of_bounds) {
            bad.assign(box.begin(), box.end());
            break;
        }
    }
    fail(request.loop->at,
         text("the loop ", hydra_rt_footprint::writes(kind) ? "writes " : "reads ", request.name(slot_index),
              box_text(bad, slot.dims()), ", which is outside of the allocation of ", allocation.bytes, " bytes",
              allocation.name.empty() ? std::string() : text(" (", allocation.name, ")")));
}

void add_slot(const PlanRequest& request, const Binding& binding, const hydra_rt_footprint& footprint,
              std::size_t slot_index, Access& access) {
    const hydra_rt_footprint::Slot& slot = footprint.slots[slot_index];
    if (slot.touches_nothing())
        return;
    int index = binding.of_slot[slot_index];
    if (index == Binding::none)
        return;
    const Allocation& allocation = *binding.allocations[static_cast<std::size_t>(index)];
    RankAccess& target = access[static_cast<std::size_t>(index)];
    Region* const parts[] = {&target.read, &target.write, &target.maywrite, &target.mayread};
    for (std::size_t kind = 0; kind < std::size(parts); ++kind) { // reduced sections: see reduced_arrays
        Region& part = *parts[kind];
        const ByteSpan meant = binding.meant_by(slot_index);
        if (slot.whole[kind]) {
            const bool all = hydra_rt_footprint::writes(kind) || allocation.blocks == 0 || allocation.shape.turned;
            part |= all ? allocation.shape.whole() : rows_of(allocation.shape, meant.lo, meant.hi);
            target.anywhere = target.anywhere || hydra_rt_footprint::writes(kind);
        }
        // Serial sites may say more than what is touched; a parallel loop that leaves its array is wrong.
        const bool exact = hydra_rt_footprint::exact(kind) && !request.serial_site;
        const std::vector<long> near =
            exact ? std::vector<long>()
                  : slot.boxes_near(kind, binding.offset[slot_index] - meant.lo, meant.hi - meant.lo);
        const std::vector<long>& boxes = exact ? slot.boxes[kind] : near;
        if (boxes.empty())
            continue;
        View view = view_of(slot, binding.offset[slot_index]);
        if (!fits(allocation.shape, view))
            fail(request.loop->at,
                 text("internal error: the shape of array ", request.name(slot_index), " does not fit its allocation"));
        Converted converted = convert_all(allocation.shape, view, boxes);
        if (converted.out_of_bounds && exact)
            fail_outside(request, slot, slot_index, allocation, view, kind);
        if (part.empty())
            part = std::move(converted.region);
        else
            part |= converted.region;
    }
}

} // namespace

Parties found_by(const PlanRequest& request, int rank) {
    return request.inspection == nullptr
               ? Parties()
               : Parties(request.inspection->ranks).subspan(static_cast<std::size_t>(rank), 1);
}

Parties found_by_all(const PlanRequest& request) {
    return request.inspection == nullptr ? Parties() : Parties(request.inspection->ranks);
}

Access evaluate(const PlanRequest& request, const Binding& binding, int rank, const std::vector<Interval>& intervals,
                Parties found, const std::vector<bool>& left_out) {
    hydra_rt_footprint footprint(request.loop->slots);
    request.describe(intervals, footprint);
    for (std::size_t slot = 0; slot < footprint.slots.size() && !left_out.empty(); ++slot)
        if (const int at = binding.of_slot[slot]; at != Binding::none && left_out[static_cast<std::size_t>(at)])
            footprint.slots[slot].forget_boxes();
    if (request.inspection != nullptr)
        request.inspection->describe(footprint, found.data(), found.size());
    return join(request, binding, rank, footprint);
}

Access join(const PlanRequest& request, const Binding& binding, int rank, const hydra_rt_footprint& footprint) {
    Access access(binding.allocations.size());
    for (std::size_t i = 0; i < access.size(); ++i) {
        Region nothing(binding.allocations[i]->shape.dims());
        access[i] = {rank, nothing, nothing, nothing, nothing};
    }
    for (std::size_t slot = 0; slot < footprint.slots.size(); ++slot)
        add_slot(request, binding, footprint, slot, access);
    return access;
}

std::vector<bool> stay_everywhere(const hydra_rt_footprint& footprint, const Binding& binding) {
    std::vector<bool> stays;
    for (const Allocation* allocation : binding.allocations)
        stays.push_back(allocation->state->everywhere());
    for (std::size_t s = 0; s < footprint.slots.size(); ++s) {
        const hydra_rt_footprint::Slot& slot = footprint.slots[s];
        if (binding.of_slot[s] == Binding::none || slot.touches_nothing())
            continue;
        const auto a = static_cast<std::size_t>(binding.of_slot[s]);
        const auto bytes = static_cast<std::int64_t>(binding.allocations[a]->bytes);
        const std::size_t width = 3 * static_cast<std::size_t>(slot.dims());
        stays[a] = stays[a] && slot.elem != 0 && slot.tables.empty();
        for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds && stays[a]; ++kind) {
            const bool written = hydra_rt_footprint::writes(kind) && (slot.whole[kind] || !slot.boxes[kind].empty());
            stays[a] = !written;
            for (std::size_t at = 0; hydra_rt_footprint::exact(kind) && at < slot.boxes[kind].size(); at += width) {
                const ByteSpan hull = slot.bytes_of(slot.boxes[kind].data() + at);
                stays[a] = stays[a] && hull.lo >= -binding.offset[s] && hull.hi <= bytes - binding.offset[s];
            }
        }
    }
    return stays;
}

} // namespace hydra::rt
