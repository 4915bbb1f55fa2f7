// See names.h.
#include "runtime/plan/names.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/sets/view.h"

#include <algorithm>

namespace hydra::rt {

std::string array_of(const PlanRequest& request, const Binding& binding, std::size_t allocation) {
    for (std::size_t slot = 0; slot < binding.of_slot.size(); ++slot)
        if (binding.of_slot[slot] == static_cast<int>(allocation))
            return request.name(slot);
    return binding.allocations[allocation]->name;
}

std::vector<ElementNamer> faces_of(const PlanRequest& request, const Binding& binding, std::size_t allocation) {
    std::vector<ElementNamer> found;
    hydra_rt_footprint footprint(request.loop->slots);
    const Interval all{request.begin, request.end};
    request.describe({&all, 1}, footprint);
    for (std::size_t slot = 0; slot < binding.of_slot.size(); ++slot) {
        if (binding.of_slot[slot] != static_cast<int>(allocation) || footprint.slots[slot].elem <= 0)
            continue;
        const std::size_t origin = request.tables == nullptr ? slot : request.tables->origin(slot);
        if (origin == slot) {
            found.push_back(namer_of(*request.loop, slot, footprint.slots[slot], binding.offset[slot]));
            continue;
        }
        const char* base = binding.allocations[allocation]->base;
        ElementNamer rows = namer_of_rows(*request.loop, origin, footprint.slots[origin]);
        for (auto& [pointer, subscripts] : request.tables->row_names(origin, footprint.slots[origin]))
            if (binding.of_slot[request.tables->slot_of(origin, pointer)] == static_cast<int>(allocation))
                rows.led.emplace_back(pointer - base, std::move(subscripts));
        if (!rows.led.empty())
            found.push_back(std::move(rows));
    }
    if (found.empty())
        found.push_back({array_of(request, binding, allocation)});
    std::reverse(found.begin(), found.end());
    return found;
}

void warn_overlap(int rank, const PlanRequest& request, const Binding& binding, std::size_t allocation,
                  const Finding& finding, const char* who, const char* consequence) {
    if (rank != 0 || *request.overlap_warned || request.may_refine)
        return;
    *request.overlap_warned = true;
    const Allocation& array = *binding.allocations[allocation];
    const std::int64_t at = runs(finding.where, array.shape).front().offset;
    const std::string element = element_text(namer_at(faces_of(request, binding, allocation), at), array.name, at);
    complain(
        text(request.loop->at, ": warning: ", who, " overlap on ", element,
             finding.kind == Finding::Kind::write_overlap ? " (both write it)" : " (one reads what another writes)",
             "; ", consequence));
}

} // namespace hydra::rt
