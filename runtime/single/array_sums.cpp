// See array_sums.h.
#include "runtime/single/array_sums.h"

#include "runtime/base/scalars.h"
#include "runtime/policy/worth.h"
#include "runtime/policy/worth_devices.h"
#include "runtime/policy/worth_floor.h"
#include "runtime/touch/footprint.h"

#include <algorithm>

namespace hydra::rt {
namespace {

// The bytes of the section, from the slot's pointer; nullopt: see copied_arrays().
std::optional<ByteSpan> section_of(const hydra_rt_footprint::Slot& slot) {
    for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind)
        if (slot.whole[kind] || (kind != hydra_rt_footprint::index(HYDRA_RT_REDUCE) && !slot.boxes[kind].empty()))
            return std::nullopt;
    const Reach reach = slot.reach();
    const bool dense = slot.tables.empty() && slot.skew == 0 && reach.bytes == reach.exact.hi - reach.exact.lo;
    return dense ? std::optional(reach.exact) : std::nullopt;
}

// An array's copy, and what lies around it in the same object. nullopt: the section leaves that.
std::optional<Accumulator> copy_of(Accumulator next, const ByteSpan& section, const void* pointer,
                                   const ObjectTable& objects) {
    const std::uintptr_t base = reinterpret_cast<std::uintptr_t>(pointer);
    const std::uintptr_t lo = base + static_cast<std::uintptr_t>(section.lo);
    const auto each = scalar_bytes(next.type);
    next.bytes = static_cast<std::size_t>(section.hi - section.lo);
    next.count = next.bytes / each;
    next.phase = lo % section_alignment;
    next.shift = -section.lo;
    const auto object = objects.find(lo);
    if (object && object->base + object->bytes < lo + next.bytes)
        return std::nullopt;
    const auto zone = static_cast<std::size_t>(worth::watched_bytes);
    next.before = std::min<std::size_t>(zone, object ? lo - object->base : zone) / each * each;
    next.after =
        std::min<std::size_t>(zone, object ? object->base + object->bytes - lo - next.bytes : zone) / each * each;
    return next;
}

} // namespace

std::optional<Accumulators> copied_arrays(const SingleLaunch& launch, const ObjectTable& objects, int threads) {
    const hydra_rt_loop& loop = launch.loop;
    hydra_rt_footprint footprint(loop.slots);
    loop.footprint(&footprint, launch.k, launch.iterations.lo, launch.iterations.hi);
    Accumulators all = no_accumulators(loop);
    bool rounds_scalars = false; // what these become may not depend on the number of threads
    for (int r = 0; r < loop.reductions; ++r) {
        Accumulator next = scalar_accumulator(loop.reduction[r]);
        if (const int slot = loop.reduction[r].array - 1; slot >= 0) {
            const auto section = section_of(footprint.slots[static_cast<std::size_t>(slot)]);
            const auto copy = section ? copy_of(next, *section, launch.pointers[slot], objects) : std::nullopt;
            if (!copy)
                return std::nullopt;
            next = *copy;
        } else {
            rounds_scalars = rounds_scalars || (next.type >= HYDRA_RT_FLOAT && next.type < HYDRA_RT_INT128);
        }
        all.add(next);
    }
    all.complete();
    const std::int64_t total = launch.iterations.hi - launch.iterations.lo;
    all.is_by_thread = !rounds_scalars;
    const std::int64_t copies = all.is_by_thread ? threads : reduction_blocks(all, total);
    const auto weight = static_cast<double>(std::max({loop.weight, loop.likely_weight, 1L}));
    const double work = static_cast<double>(total) * weight * worth::ns_an_operation;
    const double joining = static_cast<double>(copies) * static_cast<double>(all.bytes) * worth::ns_a_copied_byte;
    return joining <= work * worth::most_part_for_question ? std::optional(std::move(all)) : std::nullopt;
}

void join_arrays(const SingleLaunch& launch, const Accumulators& accumulators, const unsigned char* results) {
    const hydra_rt_loop& loop = launch.loop;
    for (int r = 0; r < loop.reductions; ++r) {
        const Accumulator& from = accumulators.list[static_cast<std::size_t>(r)];
        if (loop.reduction[r].array != 0 && !from.in_place)
            combine(from.op, from.type, static_cast<char*>(launch.pointers[loop.reduction[r].array - 1]) - from.shift,
                    results + from.offset, from.count);
    }
}

} // namespace hydra::rt
