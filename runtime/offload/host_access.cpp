// See host_access.h.
#include "runtime/offload/host_access.h"

#include <algorithm>

namespace hydra::rt {
namespace {

// The host is about to read what the slot tells of, or (stores) to store to it, the rest being there already.
void slot_touches(Residences& residences, const hydra_rt_footprint::Slot& slot, const char* pointer, bool stores) {
    constexpr int most_pieces = 64; // one by one, before all comes at once
    const Reach reach = slot.reach();
    if (reach.touches_nothing() || (stores && !reach.written))
        return;
    ByteSpan all = reach.exact;
    all.add(reach.maybe);
    residences.for_each([&](Allocation& allocation) {
        const auto lo = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(allocation.base) -
                                                  reinterpret_cast<std::uintptr_t>(pointer));
        const std::int64_t hi = lo + static_cast<std::int64_t>(allocation.bytes);
        constexpr std::int64_t near = 64; // a pointer to its end, or to one before its first element
        const bool whole = reach.whole && lo <= near && -near <= hi;
        if (!whole && (all.empty() || all.lo >= hi || all.hi <= lo))
            return;
        if (!stores && residences.asked(allocation) > most_pieces)
            return residences.leave(allocation);
        const auto meet = [&](const Region& part, bool reads) {
            if (stores)
                residences.written_by_host(allocation, part);
            else if (reads)
                residences.to_host(allocation, part);
        };
        const View view{-lo, slot.elem, std::span<const long>(slot.len)};
        const Shape& shape = allocation.shape;
        if (whole || slot.elem == 0 || !fits(shape, view))
            return meet(whole ? shape.whole() : rows_of(shape, all.lo - lo, all.hi - lo), true);
        for (std::size_t kind = 0; kind < slot.boxes.size(); ++kind) {
            const std::vector<long> boxes = slot.boxes_near(kind, -lo, static_cast<std::int64_t>(allocation.bytes));
            if (!boxes.empty() && (!stores || hydra_rt_footprint::writes(kind)))
                meet(convert_all(shape, view, boxes).region, kind != hydra_rt_footprint::index(HYDRA_RT_WRITE));
        }
    });
}

} // namespace

void host_reads(Residences& residences, const Plan& plan, const Binding& binding) {
    if (!residences.in_use())
        return;
    for (std::size_t a = 0; a < plan.access.size(); ++a)
        residences.fetch(*binding.allocations[a], plan.access[a].reads() | plan.access[a].maywrite);
    residences.arrive();
}

void host_writes(Residences& residences, const Plan& plan, const Binding& binding) {
    if (!residences.in_use())
        return;
    for (std::size_t a = 0; a < plan.access.size(); ++a)
        residences.written_by_host(*binding.allocations[a], plan.access[a].writes());
}

void host_sends(Residences& residences, const Plan& plan, const Binding& binding) {
    for (std::size_t a = 0; residences.in_use() && a < plan.sent.size(); ++a)
        residences.fetch(*binding.allocations[a], plan.sent[a]);
    residences.arrive();
}

void host_received(Residences& residences, const Plan& plan, const Binding& binding) {
    for (std::size_t a = 0; residences.in_use() && a < plan.received.size(); ++a)
        residences.written_by_host(*binding.allocations[a], plan.received[a]);
}

void fetch_for_device(Residences& residences, std::size_t device, const Binding& binding,
                      const PlanMaker::Access& access) {
    for (std::size_t a = 0; a < access.size() && residences.size() > 1; ++a)
        residences.fetch_for(device, *binding.allocations[a], access[a].reads() | access[a].maywrite);
    residences.arrive();
}

void host_touches(Residences& residences, const void* from, std::size_t bytes, bool writes) {
    const char* const end = static_cast<const char*>(from) + bytes;
    const auto first = reinterpret_cast<std::uintptr_t>(from), last = reinterpret_cast<std::uintptr_t>(end);
    residences.for_each([&](Allocation& allocation) {
        const auto base = reinterpret_cast<std::uintptr_t>(allocation.base);
        if (base >= last || base + allocation.bytes <= first)
            return;
        const auto lo = static_cast<std::int64_t>(std::max(base, first) - base);
        const auto hi = static_cast<std::int64_t>(std::min(base + allocation.bytes, last) - base);
        const Region part = rows_of(allocation.shape, lo, hi);
        residences.to_host(allocation, part);
        if (writes) // of rows that the bytes are only a part of, the host has all now
            residences.written_by_host(allocation, part);
    });
}

// Other ranks may have other things on their devices, so nothing is done here that they would have to take part in, or
// that changes what all of them know alike.
void serial_code_touches(Residences& residences, const hydra_rt_loop& site, void* const* pointers, const long* k) {
    if (!residences.in_use())
        return;
    hydra_rt_footprint footprint(site.slots);
    site.footprint(&footprint, k, 0, 1);
    bool known = !footprint.reads_everything && !footprint.writes_everything && site.watches == 0;
    for (const hydra_rt_footprint::Slot& slot : footprint.slots)
        known = known && slot.tables.empty();
    const bool writes = footprint.writes_everything || site.watches > 0 ||
                        std::any_of(footprint.slots.begin(), footprint.slots.end(),
                                    [](const hydra_rt_footprint::Slot& slot) { return slot.reach().written; });
    if (!known && writes)
        return residences.leave_all();
    if (!known) // what is there stays valid there
        return residences.for_each([&residences](Allocation& allocation) { residences.all_to_host(allocation); });
    // All comes to the host before any of it counts as the host's own: what one slot stores, another one may have read.
    for (const bool stores : {false, true})
        for (std::size_t number = 0; number < footprint.slots.size(); ++number)
            slot_touches(residences, footprint.slots[number], static_cast<const char*>(pointers[number]), stores);
}

} // namespace hydra::rt
