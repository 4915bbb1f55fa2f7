// Plans of a process that is the only one, or does what all do where all hold everything (a part of PlanMaker). Nothing
// travels and everything stays valid, so the footprint matters for two questions only: does the launch leave an array,
// and would one thread touch what another one writes? Both are asked of bytes first; where these cannot tell, the
// general plan is made.
#include "runtime/plan/plan.h"

#include <algorithm>

namespace hydra::rt {
namespace {

// What one thread touches, in bytes of an allocation.
struct Touch {
    int allocation;
    bool written; // or may be
    std::int64_t lo, hi;
    std::int64_t distance, width; // of pieces from lo on, which are all; distance 0: it is one piece
};

constexpr std::size_t most_touches = 64; // of one thread

// What a thread touches; what it only may read is left out, as in find_overlaps(). False where that is long to say.
bool touches_of(const hydra_rt_footprint& footprint, const Binding& binding, std::vector<Touch>& out) {
    for (std::size_t s = 0; s < footprint.slots.size(); ++s) {
        const hydra_rt_footprint::Slot& slot = footprint.slots[s];
        const std::size_t width = 3 * static_cast<std::size_t>(slot.dims());
        if (binding.of_slot[s] == Binding::none)
            continue;
        if (slot.writes_whole())
            return false;
        for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind) {
            if (kind == hydra_rt_footprint::index(HYDRA_RT_MAYREAD))
                continue;
            if (slot.whole[kind] || out.size() + slot.boxes[kind].size() / width > most_touches)
                return false;
            for (std::size_t at = 0; at < slot.boxes[kind].size(); at += width) {
                const long* box = slot.boxes[kind].data() + at;
                const ByteSpan span = slot.bytes_of(box);
                const auto [distance, piece] = slot.pieces_of(box);
                out.push_back({binding.of_slot[s], hydra_rt_footprint::writes(kind), binding.offset[s] + span.lo,
                               binding.offset[s] + span.hi, distance, piece});
            }
        }
    }
    return true;
}

// Whether both are columns of the same rows, and different ones.
bool are_other_columns(const Touch& a, const Touch& b) {
    if (a.distance == 0 || a.distance != b.distance)
        return false;
    const std::int64_t from = ((b.lo - a.lo) % a.distance + a.distance) % a.distance; // b's first byte, a's being 0
    return from >= a.width && from + b.width <= a.distance;
}

bool meet(const std::vector<Touch>& a, const std::vector<Touch>& b) {
    return std::any_of(a.begin(), a.end(), [&](const Touch& x) {
        return std::any_of(b.begin(), b.end(), [&](const Touch& y) {
            return x.allocation == y.allocation && (x.written || y.written) && x.lo < y.hi && y.lo < x.hi &&
                   !are_other_columns(x, y);
        });
    });
}

} // namespace

bool PlanMaker::threads_are_apart(const PlanRequest& request, const Binding& binding, const Plan& plan) const {
    if (is_proved_apart(request, binding, plan))
        return true;
    const std::vector<std::vector<Interval>> shares = device_.shares(plan.accumulators, plan.iterations);
    std::vector<std::vector<Touch>> touched(shares.size());
    for (std::size_t thread = 0; shares.size() > 1 && thread < shares.size(); ++thread) {
        hydra_rt_footprint footprint(request.loop->slots);
        request.describe(shares[thread], footprint);
        if (!touches_of(footprint, binding, touched[thread]))
            return false;
        for (std::size_t before = 0; before < thread; ++before)
            if (meet(touched[before], touched[thread]))
                return false;
    }
    return true;
}

// Which allocations are written; nullopt: it is not known that all that is touched lies in them, or that there is
// memory for it.
std::optional<std::vector<bool>> PlanMaker::written_inside(const Binding& binding,
                                                           const std::vector<Reach>& reaches) const {
    std::vector<bool> all(binding.allocations.size(), false);
    std::int64_t touched = 0; // bytes
    for (std::size_t slot = 0; slot < reaches.size(); ++slot) {
        const Reach& reach = reaches[slot];
        if (binding.of_slot[slot] == Binding::none || reach.touches_nothing())
            continue;
        const auto allocation = static_cast<std::size_t>(binding.of_slot[slot]);
        const auto bytes = static_cast<std::int64_t>(binding.allocations[allocation]->bytes);
        const std::int64_t offset = binding.offset[slot];
        if (!reach.exact.empty() && (reach.exact.lo < -offset || reach.exact.hi > bytes - offset))
            return std::nullopt; // says which element it is
        touched = std::min(worth_checking, touched + (reach.whole ? bytes : std::min(reach.bytes, bytes)));
        all[allocation] = all[allocation] || reach.written;
    }
    if (touched >= worth_checking && !may_be_used(binding))
        return std::nullopt; // asks how much memory there is
    return all;
}

bool PlanMaker::plan_everywhere(const PlanRequest& request, const Binding& binding, Plan& plan) const {
    const hydra_rt_loop& loop = *request.loop;
    if (plays_all_ || keeps_access_ || request.serial_site || request.inspection != nullptr ||
        request.tables != nullptr || request.additions != nullptr ||
        std::any_of(loop.reduction, loop.reduction + loop.reductions, [](const auto& r) { return r.array != 0; }) ||
        !std::all_of(binding.allocations.begin(), binding.allocations.end(),
                     [](const Allocation* allocation) { return allocation->state->everywhere(); }))
        return false;
    hydra_rt_footprint described(0);
    std::vector<Reach> reaches;
    for (const hydra_rt_footprint::Slot& slot : request.of_all(described).slots) {
        if (!slot.tables.empty())
            return false;
        reaches.push_back(slot.touches_nothing() ? Reach{} : slot.reach());
    }
    auto written = written_inside(binding, reaches);
    if (!written)
        return false;
    plan.written = *std::move(written);
    plan.replicated = true;
    plan.iterations = {{request.begin, request.end}};
    plan.last_rank = rank_;
    plan.accumulators = accumulators_of(request, binding, {}, true);
    for (const Allocation* allocation : binding.allocations)
        plan.next.push_back(allocation->state);
    return true;
}

std::optional<Plan> PlanMaker::make_single(const PlanRequest& request, const Binding& binding,
                                           const std::vector<Reach>& reaches) const {
    const hydra_rt_loop& loop = *request.loop;
    if (ranks_ > 1 || plays_all_ || keeps_access_ || partition_.kind == PartitionSpec::Kind::weighted ||
        request.serial_site || request.replicated || (loop.flags & HYDRA_RT_REPLICATED) != 0 ||
        request.inspection != nullptr || request.tables != nullptr || request.additions != nullptr ||
        std::any_of(loop.reduction, loop.reduction + loop.reductions, [](const auto& r) { return r.array != 0; }))
        return std::nullopt;
    auto written = written_inside(binding, reaches);
    if (!written)
        return std::nullopt;
    Plan plan;
    plan.written = *std::move(written);
    plan.iterations = {{request.begin, request.end}};
    plan.iteration_count = request.end - request.begin;
    plan.in_turn = {0};
    plan.accumulators = accumulators_of(request, binding, {}, false);
    if (std::find(plan.written.begin(), plan.written.end(), true) != plan.written.end() &&
        !threads_are_apart(request, binding, plan))
        return std::nullopt;
    plan.apart = lies_apart(request, binding, plan);
    for (const Allocation* allocation : binding.allocations)
        plan.next.push_back(allocation->state);
    return plan;
}

} // namespace hydra::rt
