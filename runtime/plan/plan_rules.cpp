// Plans by rule (a part of PlanMaker): where the compiler says which rows each iteration touches, the launch is
// described as a whole and cut to this rank's rows (dealt.h), so that a plan costs the same whatever the number
// of ranks. All ranks take this way, or none does.
#include "runtime/base/numbers.h"
#include "runtime/directory/dealt.h"
#include "runtime/directory/turned.h"
#include "runtime/plan/plan.h"
#include "runtime/sets/few.h"

#include <algorithm>
#include <array>
#include <optional>

namespace hydra::rt {
namespace {

// The rows of the view are those of the shape; then `first` is the row that the view counts from.
bool has_rows_of(const Shape& shape, const View& view, std::int64_t& first) {
    const std::int64_t row = shape.stride(0) * shape.elem;
    first = view.offset / row;
    return view.elem == shape.elem && view.offset % row == 0 &&
           std::equal(view.len.begin(), view.len.end(), shape.len.begin(), shape.len.end());
}

// A box of whole subscripts, in rows that the allocation has, is one of the shape with these rows as it is. Nothing
// where it is not that simple.
std::span<const Range> taken_over(const Shape& shape, std::int64_t first, std::span<const long> box,
                                  std::array<Range, Region::max_dims>& ranges) {
    const std::size_t dims = box.size() / 3;
    if (shape.turned || dims > ranges.size())
        return {};
    for (std::size_t d = 0; d < dims; ++d) {
        const std::int64_t move = d == 0 ? first : 0;
        ranges[d] = {box[3 * d] + move, box[3 * d + 1] + move, 1};
        if (box[3 * d + 2] != 1 || ranges[d].lo < 0 || ranges[d].empty())
            return {};
    }
    if (ranges[0].hi > shape.bytes / (shape.stride(0) * shape.elem))
        return {};
    return std::span<const Range>(ranges).first(dims);
}

bool stays_in_rows(const hydra_rt_footprint::Slot& slot, const long* box) {
    for (std::size_t d = 0; d < slot.len.size(); ++d)
        if (box[3 * (d + 1)] < 0 || box[3 * (d + 1) + 1] > slot.len[d])
            return false;
    return true;
}

// The rows of this shift; made where there are none.
Region& region_of(std::vector<DealtRows>& rows, std::int64_t shift, int dims) {
    for (DealtRows& known : rows)
        if (known.shift == shift)
            return known.region;
    rows.push_back({shift, Region(dims)});
    return rows.back().region;
}

void add(Region& region, std::span<const Range> box) {
    if (region.boxes() < 2 || !few::one_covers(box.size(), region.flat(), box))
        region |= box;
}

// Whether it is so much that there may not be memory for it.
bool touches_much(const hydra_rt_footprint& footprint) {
    std::int64_t bytes = 0;
    bool whole = false;
    for (const hydra_rt_footprint::Slot& slot : footprint.slots) {
        if (slot.elem == 0)
            continue;
        const Reach reach = slot.reach();
        bytes = std::min(worth_checking, bytes + std::min(worth_checking, reach.bytes));
        whole = whole || reach.whole;
    }
    return whole || bytes >= worth_checking;
}

// Which ranks take part in a launch of few iterations, as the last ones of a factorisation are.
void find_takers(const Placement& placement, const Interval& all, long enough, DealtAccess& access) {
    constexpr int most = 64; // ranks, which are looked at one by one
    const Partition& partition = placement.placed.partition;
    if (partition.ranks() > most)
        return;
    for (int rank = 0; rank < partition.ranks(); ++rank) {
        const std::vector<Interval> own = placement.iterations(rank, all.lo, all.hi);
        if (own.empty())
            continue;
        std::int64_t count = 0;
        for (const Interval& part : own)
            count += part.hi - part.lo;
        if (count < enough) { // it may read a part
            access.takers.clear();
            return;
        }
        access.takers.push_back({rank, own.front().lo + placement.offset});
    }
}

// Whether no two iterations touch what either writes: each writes rows of its own.
bool is_apart(const DealtAccess& access) {
    if (access.writes.empty())
        return true;
    const DealtRows& written = access.writes.front();
    return access.writes.size() == 1 && !access.shared.intersects(written.region) &&
           std::all_of(access.reads.begin(), access.reads.end(), [&](const DealtRows& read) {
               return read.shift == written.shift || !read.region.intersects(written.region);
           });
}

} // namespace

bool PlanMaker::add_rules(const hydra_rt_footprint::Slot& slot, const Allocation& allocation, std::int64_t offset,
                          std::int64_t placed, std::int64_t least_share, DealtAccess& access, long& enough) {
    const View view{offset, slot.elem, std::span<const long>(slot.len)};
    std::int64_t first = 0;
    if (slot.touches_nothing())
        return true;
    if (slot.elem == 0 || !slot.tables.empty())
        return false;
    const Shape& shape = allocation.shape;
    const bool has_rows = !shape.turned && has_rows_of(shape, view, first);
    access.along = shape.turned ? 1 : 0;
    const std::size_t width = 3 * static_cast<std::size_t>(slot.dims());
    std::array<Range, Region::max_dims> ranges;
    for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind) {
        const std::vector<long>& boxes = slot.boxes[kind];
        const bool reads = !hydra_rt_footprint::writes(kind); // what is perhaps read is there, too
        if (boxes.empty() && !slot.whole[kind])
            continue;
        if (slot.whole[kind] || slot.laws[kind].size() * width != boxes.size() ||
            (!reads && kind != hydra_rt_footprint::index(HYDRA_RT_WRITE)))
            return false;
        for (std::size_t b = 0; b < slot.laws[kind].size(); ++b) {
            const hydra_rt_footprint::Law& law = slot.laws[kind][b];
            const long* box = boxes.data() + b * width;
            const bool in_rows = has_rows && stays_in_rows(slot, box);
            const bool by_row = law.kind == hydra_rt_footprint::Law::Kind::row;
            if (law.kind == hydra_rt_footprint::Law::Kind::none || (by_row && !in_rows && !shape.turned))
                return false;
            if (by_row && shape.turned) {
                auto rows = rows_in_columns(shape, view, {box, width}, law.value);
                if (!rows)
                    return false;
                for (const DealtRows& part : *rows)
                    region_of(reads ? access.reads : access.writes, part.shift - placed, shape.dims()) |= part.region;
                continue;
            }
            if (!by_row && !reads)
                return false;
            if (!by_row) {
                access.all_take_part = access.all_take_part && least_share >= law.value;
                enough = std::max(enough, law.value);
            }
            Region& region =
                by_row ? region_of(reads ? access.reads : access.writes, law.value + first - placed, shape.dims())
                       : access.shared;
            if (in_rows)
                if (const std::span<const Range> same = taken_over(shape, first, {box, width}, ranges); !same.empty()) {
                    add(region, same);
                    continue;
                }
            const Converted converted = convert(shape, view, {box, width});
            if (converted.out_of_bounds)
                return false; // says which element it is
            region |= converted.region;
        }
    }
    return true;
}

// Where nobody will ask for its number, the state after the launch is not looked for among those that are known.
StateRef PlanMaker::next_state(const PlanRequest& request, const Binding& binding, std::size_t allocation,
                               DealtState state) const {
    if (state.everywhere())
        return registry_.intern(DirState(ranks_, binding.allocations[allocation]->shape.whole()));
    if (request.trace == 0)
        return registry_.intern(std::move(state));
    return registry_.keep(std::move(state), mixed(request.trace, allocation));
}

bool PlanMaker::read_by_rules(const PlanRequest& request, const Binding& binding, std::size_t allocation,
                              const Region& region, bool by_all, Plan& plan, const Region& written) const {
    const DealtState* const rules = binding.allocations[allocation]->state->dealt();
    if (rules == nullptr || ranks_ < 2 || plays_all_ || keeps_access_)
        return false;
    std::optional<DealtState::Outcome> outcome =
        written.empty() ? rules->read_serially(region, by_all, rank_) : rules->write_serially(region, written, rank_);
    if (!outcome)
        return false;
    add_messages(binding, allocation, outcome->transfers, plan);
    plan.next.push_back(next_state(request, binding, allocation, std::move(outcome->next)));
    return true;
}

// Whether rules tell that all ranks hold all that serial code touches, so that its stores change nothing.
bool PlanMaker::stays_with_all(const Allocation& allocation, const RankAccess& access) const {
    const DealtState* const rules = allocation.state->dealt();
    return rules != nullptr && !plays_all_ && !keeps_access_ && rules->all_hold(access.reads()) &&
           rules->all_hold(access.writes());
}

// By allocation: whether all ranks hold it, and the launch reads it where it is, so that there is nothing to tell.
std::vector<bool> PlanMaker::stay_everywhere(const hydra_rt_footprint& footprint, const Binding& binding) {
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

bool PlanMaker::apart_by_rules(const PlanRequest& request, const Binding& binding, const Plan& plan) {
    if (request.inspection != nullptr || request.tables != nullptr || request.additions != nullptr)
        return false;
    hydra_rt_footprint described(0);
    const hydra_rt_footprint& footprint = request.of_all(described);
    for (std::size_t a = 0; a < binding.allocations.size(); ++a) {
        if (!plan.written[a])
            continue;
        // Whoever has them, iterations touch the same rows.
        DealtAccess access{Partition({}, 0, 1, 1), {}, {}, Region(binding.allocations[a]->shape.dims()), true};
        long enough = 0;
        for (std::size_t slot = 0; slot < footprint.slots.size(); ++slot)
            if (binding.of_slot[slot] == static_cast<int>(a) &&
                !add_rules(footprint.slots[slot], *binding.allocations[a], binding.offset[slot], 0, 0, access, enough))
                return false;
        if (!is_apart(access))
            return false;
    }
    return true;
}

bool PlanMaker::plan_by_rules(const PlanRequest& request, const Binding& binding, Plan& plan) {
    const hydra_rt_loop& loop = *request.loop;
    if (ranks_ < 2 || plays_all_ || keeps_access_ || request.inspection != nullptr ||
        (request.tables != nullptr && !request.tables->is_regular()) || request.additions != nullptr ||
        (loop.flags & HYDRA_RT_SHARES_IN_ORDER) != 0 ||
        std::any_of(loop.reduction, loop.reduction + loop.reductions, [](const auto& r) { return r.array != 0; }))
        return false;
    for (const Allocation* allocation : binding.allocations)
        if (allocation->state->dealt() == nullptr && !allocation->state->everywhere())
            return false;
    hydra_rt_footprint described(0);
    const hydra_rt_footprint& footprint = request.of_all(described);
    const std::vector<bool> stays = stay_everywhere(footprint, binding);
    const Placement placement = placement_of(request, binding);
    if (placement.scale != 1)
        return false;
    const Partition& partition = placement.placed.partition;
    const std::int64_t least_share =
        partition.least_share(request.begin + placement.offset, request.end + placement.offset);
    std::vector<DealtAccess> accesses;
    accesses.reserve(binding.allocations.size());
    std::vector<long> enough(binding.allocations.size(), 0); // iterations of a rank that read all that is shared
    for (const Allocation* allocation : binding.allocations)
        accesses.push_back({partition, {}, {}, Region(allocation->shape.dims()), true});
    for (std::size_t slot = 0; slot < footprint.slots.size(); ++slot) {
        if (binding.of_slot[slot] == Binding::none)
            continue;
        const auto a = static_cast<std::size_t>(binding.of_slot[slot]);
        if (!stays[a] && !add_rules(footprint.slots[slot], *binding.allocations[a], binding.offset[slot],
                                    placement.offset, least_share, accesses[a], enough[a]))
            return false;
    }
    for (std::size_t a = 0; a < accesses.size(); ++a)
        if (!accesses[a].all_take_part)
            find_takers(placement, {request.begin, request.end}, enough[a], accesses[a]);
    std::vector<DealtState::Outcome> outcomes;
    outcomes.reserve(accesses.size());
    for (std::size_t a = 0; a < accesses.size(); ++a) {
        const InternedState& state = *binding.allocations[a]->state;
        if (stays[a]) {
            outcomes.push_back({{}, DealtState(Region(1)), true});
            continue;
        }
        auto outcome = state.dealt() != nullptr
                           ? state.dealt()->launch(accesses[a], rank_)
                           : DealtState(binding.allocations[a]->shape.whole()).launch(accesses[a], rank_);
        if (!outcome)
            return false;
        outcomes.push_back(*std::move(outcome));
    }
    const auto share = [&](int rank) { return placement.iterations(rank, request.begin, request.end); };
    plan.iterations = share(rank_);
    if (!may_be_used(binding) && touches_much(footprint) && !plan.iterations.empty())
        check_memory(request, binding, evaluate(request, binding, rank_, plan.iterations, {}));
    bool writes = false;
    for (std::size_t a = 0; a < outcomes.size(); ++a) {
        plan.written.push_back(!accesses[a].writes.empty());
        writes = writes || plan.written[a];
        add_messages(binding, a, outcomes[a].transfers, plan);
        plan.next.push_back(outcomes[a].same ? binding.allocations[a]->state
                                             : next_state(request, binding, a, std::move(outcomes[a].next)));
    }
    plan.accumulators = accumulators_of(request, binding, {}, false);
    if (loop.reductions > 0) { // partial results are joined rank by rank
        std::vector<std::vector<Interval>> intervals;
        intervals.reserve(static_cast<std::size_t>(ranks_));
        for (int rank = 0; rank < ranks_; ++rank)
            intervals.push_back(share(rank));
        plan.in_turn = take_turns(intervals, (loop.flags & HYDRA_RT_DESCENDING) != 0);
    }
    const bool apart = !writes || std::all_of(accesses.begin(), accesses.end(), is_apart);
    plan.one_thread = !apart && threads_overlap(request, binding, plan);
    plan.overlap_agreed = apart;
    plan.apart = lies_apart(request, binding, plan);
    const long last = (loop.flags & HYDRA_RT_DESCENDING) != 0 ? request.begin : request.end - 1;
    plan.last_rank = partition.owner(last + placement.offset);
    return true;
}

} // namespace hydra::rt
