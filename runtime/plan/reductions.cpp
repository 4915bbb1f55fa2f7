// Array reductions: which bytes each one covers, who combines what. Each block of iterations accumulates into
// a copy; small sections whose old values all ranks have are combined by all, so that all hold them afterwards, others
// by owners, each for its rows. A loop that touches such a section in any other way too is run by all ranks in order,
// in the array itself.
#include "runtime/plan/reductions.h"

#include "runtime/base/fail.h"
#include "runtime/base/scalars.h"
#include "runtime/base/text.h"
#include "runtime/policy/worth.h"

#include <algorithm>
#include <numeric>

namespace hydra::rt {

std::vector<int> take_turns(const std::vector<std::vector<Interval>>& shares, bool descending) {
    std::vector<int> ranks(shares.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    std::stable_sort(ranks.begin(), ranks.end(), [&](int a, int b) {
        const auto& left = shares[static_cast<std::size_t>(a)];
        const auto& right = shares[static_cast<std::size_t>(b)];
        if (left.empty() || right.empty())
            return !left.empty();
        return descending ? left.back().hi > right.back().hi : left.front().lo < right.front().lo;
    });
    return ranks;
}

// Whether all ranks have the newest values there.
static bool is_held_by_all(const Allocation& allocation, const Region& section) {
    Region rest = section;
    for (const Band::Entry& entry : allocation.state->full().entries())
        if (entry.holders.is_all())
            rest -= entry.region;
    return rest.empty();
}

// Row by row, as a loop over the array's rows would be placed.
static void split_among_owners(const PlanContext& context, const Binding& binding, const hydra_rt_footprint::Slot& slot,
                               std::size_t slot_index, ReducedArray& array) {
    const Allocation& allocation = *binding.allocations[static_cast<std::size_t>(array.allocation)];
    const std::vector<long>& box = slot.boxes[hydra_rt_footprint::index(HYDRA_RT_REDUCE)];
    std::int64_t row = slot.elem;
    for (long length : slot.len)
        row *= length;
    const auto bytes = static_cast<std::int64_t>(allocation.bytes);
    const std::int64_t offset = binding.offset[slot_index];
    const std::int64_t extent = offset >= 0 && row > 0 ? (bytes - offset) / row : 0;
    const Placement placement = choose_template(context.partition, context.ranks, extent, 1, 0, box[0], box[1]);
    const View view{offset, slot.elem, std::span<const long>(slot.len)};
    array.runs.clear();
    for (int rank = 0; rank < context.ranks; ++rank) {
        std::vector<long> rows; // boxes of all that the rank owns
        for (const Interval& interval :
             placement.placed.partition.iterations(rank, placement.scale, placement.offset, box[0], box[1])) {
            rows.insert(rows.end(), {interval.lo, interval.hi});
            rows.insert(rows.end(), box.begin() + 2, box.end());
        }
        Region part = convert_all(allocation.shape, view, rows).region;
        array.runs.push_back(runs(part, allocation.shape));
        array.parts.push_back(std::move(part));
    }
}

bool reduces_arrays(const hydra_rt_loop& loop) {
    return std::any_of(
        loop.reduction, loop.reduction + loop.reductions, [](const auto& r) { return r.array != 0; });
}

bool rounds(const hydra_rt_loop& loop) {
    return std::any_of(
        loop.reduction, loop.reduction + loop.reductions,
        [](const hydra_rt_reduction& reduction) {
            const bool floating = (reduction.type >= HYDRA_RT_FLOAT && reduction.type <= HYDRA_RT_LDOUBLE) ||
                                  reduction.type >= HYDRA_RT_CFLOAT;
            return floating && (reduction.op == HYDRA_RT_ADD || reduction.op == HYDRA_RT_MUL);
        });
}

std::int64_t reproducible_blocks(const PlanRequest& request) {
    const hydra_rt_loop& loop = *request.loop;
    std::int64_t bytes = 1;
    if (reduces_arrays(loop)) {
        hydra_rt_footprint footprint(loop.slots);
        loop.footprint(&footprint, request.k, request.begin, request.end);
        for (const hydra_rt_footprint::Slot& slot : footprint.slots)
            if (!slot.boxes[hydra_rt_footprint::index(HYDRA_RT_REDUCE)].empty())
                bytes += slot.reach().bytes;
    }
    const std::int64_t held = std::max<std::int64_t>(1, worth::most_partial_bytes / bytes);
    return std::max<std::int64_t>(1, std::min({request.end - request.begin, worth::reproducible_blocks, held}));
}

void accumulate_in_blocks(const PlanRequest& request, Accumulators& accumulators) {
    accumulators.blocks = reproducible_blocks(request);
}

void accumulate_in_own_blocks(const PlanContext& context, const PlanRequest& request, Plan& plan) {
    plan.blocks = reproducible_blocks(request);
    plan.accumulators.blocks =
        part_start(plan.blocks, context.ranks, context.rank + 1) - part_start(plan.blocks, context.ranks, context.rank);
    plan.accumulators.are_joined_later = true;
}

std::vector<ReducedArray> reduced_arrays(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                                         bool split) {
    std::vector<ReducedArray> found;
    const hydra_rt_loop& loop = *request.loop;
    if (!reduces_arrays(loop))
        return found;
    hydra_rt_footprint footprint(loop.slots);
    loop.footprint(&footprint, request.k, request.begin, request.end); // no table leads to what is reduced
    for (int r = 0; r < loop.reductions; ++r) {
        if (loop.reduction[r].array == 0)
            continue;
        const auto slot_index = static_cast<std::size_t>(loop.reduction[r].array - 1);
        const hydra_rt_footprint::Slot& slot = footprint.slots[slot_index];
        const std::vector<long>& boxes = slot.boxes[hydra_rt_footprint::index(HYDRA_RT_REDUCE)];
        if (boxes.empty() || binding.of_slot[slot_index] == Binding::none)
            continue; // an empty section
        ReducedArray array;
        array.reduction = r;
        array.allocation = binding.of_slot[slot_index];
        const Allocation& allocation = *binding.allocations[static_cast<std::size_t>(array.allocation)];
        const View view{binding.offset[slot_index], slot.elem, std::span<const long>(slot.len)};
        if (!fits(allocation.shape, view))
            fail(loop.at, text("internal error: the shape of array ", loop.slot[slot_index].name,
                               " does not fit its allocation"));
        Converted converted = convert_all(allocation.shape, view, boxes);
        if (converted.out_of_bounds)
            fail(loop.at,
                 text("the section of ", loop.slot[slot_index].name, " that is reduced has ", boxes[1] - boxes[0],
                      " rows from ", boxes[0], " on, which leave the allocation of ", allocation.bytes, " bytes"));
        array.section = std::move(converted.region);
        array.runs = {runs(array.section, allocation.shape)};
        array.lo = array.runs[0].front().offset;
        array.hi = array.runs[0].back().offset + array.runs[0].back().bytes;
        for (std::size_t i = 1; i < array.runs[0].size(); ++i) {
            const std::int64_t end = array.runs[0][i - 1].offset + array.runs[0][i - 1].bytes;
            array.gaps.push_back({end, array.runs[0][i].offset - end});
        }
        if (split && array.hi - array.lo >
                         (is_held_by_all(allocation, array.section) ? worth::small_section : worth::tiny_section))
            split_among_owners(context, binding, slot, slot_index, array);
        found.push_back(std::move(array));
    }
    return found;
}

Accumulators accumulators_of(const PlanRequest& request, const Binding& binding,
                             const std::vector<ReducedArray>& arrays, bool in_place) {
    const hydra_rt_loop& loop = *request.loop;
    Accumulators all = no_accumulators(loop);
    auto array = arrays.begin();
    for (int r = 0; r < loop.reductions; ++r) {
        Accumulator next = scalar_accumulator(loop.reduction[r]);
        if (loop.reduction[r].array != 0) {
            next.in_place = in_place || array == arrays.end() || array->reduction != r; // nothing is touched
            next.bytes = 0;
            next.count = 0;
            if (array != arrays.end() && array->reduction == r) {
                next.bytes = static_cast<std::size_t>(array->hi - array->lo);
                next.count = next.bytes / scalar_bytes(next.type);
                const Allocation& allocation = *binding.allocations[static_cast<std::size_t>(array->allocation)];
                next.phase = reinterpret_cast<std::uintptr_t>(allocation.base + array->lo) % section_alignment;
                next.shift = binding.offset[static_cast<std::size_t>(loop.reduction[r].array - 1)] - array->lo;
                const auto bytes = static_cast<std::int64_t>(allocation.bytes);
                const auto each = static_cast<std::int64_t>(scalar_bytes(next.type));
                const std::int64_t zone = bytes <= worth::watched_whole_bytes ? bytes : worth::watched_bytes;
                next.before = static_cast<std::size_t>(std::min(zone, array->lo) / each * each);
                next.after = static_cast<std::size_t>(std::min(zone, bytes - array->hi) / each * each);
                ++array;
            }
        }
        all.add(next);
    }
    all.complete();
    return all;
}

InPlace reduced_in_place(const PlanContext& context, const PlanRequest& request, const Binding& binding) {
    InPlace result{reduced_arrays(context, request, binding, false), {}};
    result.accumulators = accumulators_of(request, binding, result.arrays, true);
    return result;
}

bool reduced_is_touched(int rank, const PlanRequest& request, const Binding& binding,
                        const std::vector<ReducedArray>& arrays, const std::vector<std::vector<RankAccess>>& accesses) {
    const auto report = [&](const ReducedArray& array, const std::string& what) {
        if (rank != 0 || *request.overlap_warned)
            return;
        *request.overlap_warned = true;
        complain(text(request.loop->at,
                      ": warning: ", binding.allocations[static_cast<std::size_t>(array.allocation)]->name,
                      " is reduced, ", what, "; every rank runs the whole loop"));
    };
    for (const ReducedArray& array : arrays) {
        for (const RankAccess& access : accesses[static_cast<std::size_t>(array.allocation)])
            if (access.touches(array.section)) {
                report(array, "and read or written in the same loop by another name");
                return true;
            }
        for (const ReducedArray& other : arrays)
            if (other.reduction > array.reduction && other.allocation == array.allocation &&
                other.section.intersects(array.section)) {
                report(array, "and another section that is reduced overlaps it");
                return true;
            }
    }
    return false;
}

} // namespace hydra::rt
