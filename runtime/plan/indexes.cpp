// What a launch's inspectors read, and whether the launch writes it.
#include "runtime/plan/indexes.h"

#include <algorithm>
#include <functional>

namespace hydra::rt {
namespace {

// What the launch's inspectors read, as far as is known. found: what counts of what they have found.
hydra_rt_footprint index_footprint(const PlanRequest& request, std::span<const Found> found) {
    const hydra_rt_loop& loop = *request.loop;
    hydra_rt_footprint footprint(loop.slots);
    loop.inspection->indexes(&footprint, request.k, request.begin, request.end);
    if (request.tables != nullptr)
        request.tables->expand(footprint);
    request.inspection->add_findings(footprint, found.data(), found.size());
    for (std::size_t slot = 0; slot < request.inspection->what.size(); ++slot)
        if (request.inspection->what[slot] != 0 && (request.inspection->what[slot] & HYDRA_RT_FOUND_INDEX) == 0)
            footprint.slots[slot].forget_boxes();
    return footprint;
}

// By allocation: whether some of it is written, or read.
std::vector<bool> touched(const hydra_rt_footprint& footprint, const Binding& binding, bool written) {
    std::vector<bool> found(binding.allocations.size());
    for (std::size_t slot = 0; slot < footprint.slots.size(); ++slot) {
        if (binding.of_slot[slot] == Binding::none)
            continue;
        const hydra_rt_footprint::Slot& seen = footprint.slots[slot];
        for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind)
            if (hydra_rt_footprint::writes(kind) == written && (seen.whole[kind] || !seen.boxes[kind].empty()))
                found[static_cast<std::size_t>(binding.of_slot[slot])] = true;
    }
    return found;
}

// The boxes of the footprint that are written, or those that are read, in some of the allocations.
hydra_rt_footprint part_of(const hydra_rt_footprint& footprint, const Binding& binding,
                           const std::vector<bool>& allocations, bool written) {
    hydra_rt_footprint part(static_cast<int>(footprint.slots.size()));
    for (std::size_t slot = 0; slot < footprint.slots.size(); ++slot) {
        const hydra_rt_footprint::Slot& whole = footprint.slots[slot];
        const int index = binding.of_slot[slot];
        if (index == Binding::none || !allocations[static_cast<std::size_t>(index)])
            continue;
        hydra_rt_footprint::Slot& own = part.slots[slot];
        own.elem = whole.elem;
        own.len = whole.len;
        own.skew = whole.skew;
        own.tables = whole.tables;
        for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind)
            if (hydra_rt_footprint::writes(kind) == written) {
                own.boxes[kind] = whole.boxes[kind];
                own.whole[kind] = whole.whole[kind];
            }
    }
    return part;
}

} // namespace

Access index_access(const PlanRequest& request, const Binding& binding, int rank) {
    return join(request, binding, rank, index_footprint(request, found_by_all(request)));
}

bool writes_indexes(const PlanRequest& request, const Binding& binding, bool all_stay) {
    const hydra_rt_loop& loop = *request.loop;
    const Parties found = found_by_all(request);
    hydra_rt_footprint read = index_footprint(request, found), all(loop.slots);
    const Interval whole{request.begin, request.end};
    request.describe({&whole, 1}, all);
    request.inspection->describe(all, found.data(), found.size());
    constexpr int any_rank = 0; // whose accesses they are does not matter
    const auto meet = [&](const hydra_rt_footprint& indexes, const hydra_rt_footprint& others) {
        std::vector<bool> both = touched(indexes, binding, false);
        const std::vector<bool> written = touched(others, binding, true);
        std::transform(both.begin(), both.end(), written.begin(), both.begin(), std::logical_and<>());
        if (std::find(both.begin(), both.end(), true) == both.end())
            return false;
        const Access reads = join(request, binding, any_rank, part_of(indexes, binding, both, false)),
                     writes = join(request, binding, any_rank, part_of(others, binding, both, true));
        for (std::size_t a = 0; a < writes.size(); ++a)
            if (reads[a].reads().intersects(writes[a].write) || reads[a].reads().intersects(writes[a].maywrite))
                return true;
        return false;
    };
    for (std::size_t slot = 0; slot < static_cast<std::size_t>(loop.slots) && !all_stay; ++slot) {
        if ((loop.inspection->found[slot] & HYDRA_RT_FOUND_OWN) == 0)
            continue;
        hydra_rt_footprint own = read, others = all; // what is stored by other slots counts
        for (std::size_t other = 0; other < own.slots.size(); ++other)
            if (other != slot)
                own.slots[other].forget_boxes();
        others.slots[slot].forget_boxes();
        if (meet(own, others))
            return true;
        read.slots[slot].forget_boxes();
    }
    return meet(read, all);
}

} // namespace hydra::rt
