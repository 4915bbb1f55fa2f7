// See rules.h.
#include "runtime/plan/rules.h"

#include "runtime/base/numbers.h"
#include "runtime/directory/skewed_shape.h"
#include "runtime/plan/apart.h"
#include "runtime/plan/memory_check.h"
#include "runtime/plan/messages.h"
#include "runtime/plan/reductions.h"
#include "runtime/policy/worth_directory.h"
#include "runtime/sets/small_set_ops.h"

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
Region& region_of(std::vector<RuleRows>& rows, std::int64_t shift, int dims) {
    for (RuleRows& known : rows)
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
void find_takers(const Placement& placement, const Interval& all, long enough, RuleAccess& access) {
    const Partition& partition = placement.placed.partition;
    if (partition.ranks() > worth::most_ranks_listed)
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
bool is_apart(const RuleAccess& access) {
    if (access.writes.empty())
        return true;
    const RuleRows& written = access.writes.front();
    return access.writes.size() == 1 && !access.shared.intersects(written.region) &&
           std::all_of(access.reads.begin(), access.reads.end(), [&](const RuleRows& read) {
               return read.shift == written.shift || !read.region.intersects(written.region);
           });
}

} // namespace

// Adds what a slot touches to the access. False where rules do not tell. placed, least_share: of the placement.
// enough: iterations of a rank that read all that is shared.
static bool add_rules(const hydra_rt_footprint::Slot& slot, const Allocation& allocation, std::int64_t offset,
                      std::int64_t placed, std::int64_t least_share, RuleAccess& access, long& enough) {
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
        if (slot.whole[kind] || slot.row_maps[kind].size() * width != boxes.size() ||
            (!reads && kind != hydra_rt_footprint::index(HYDRA_RT_WRITE)))
            return false;
        for (std::size_t b = 0; b < slot.row_maps[kind].size(); ++b) {
            const hydra_rt_footprint::Law& law = slot.row_maps[kind][b];
            const long* box = boxes.data() + b * width;
            const bool in_rows = has_rows && stays_in_rows(slot, box);
            const bool by_row = law.kind == hydra_rt_footprint::Law::Kind::row;
            if (law.kind == hydra_rt_footprint::Law::Kind::none || (by_row && !in_rows && !shape.turned))
                return false;
            if (by_row && shape.turned) {
                auto rows = rows_in_columns(shape, view, {box, width}, law.value);
                if (!rows)
                    return false;
                for (const RuleRows& part : *rows)
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

StateRef interned(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                  std::size_t allocation, OwnershipRules state) {
    if (state.everywhere())
        return context.registry.intern(DirState(context.ranks, binding.allocations[allocation]->shape.whole()));
    if (request.trace == 0)
        return context.registry.intern(std::move(state));
    return context.registry.keep(std::move(state), mixed(request.trace, allocation));
}

std::optional<OwnershipRules::Outcome> read_by_rules(const PlanContext& context, const Allocation& allocation,
                                                     const Region& region, bool by_all, const Region& written) {
    const OwnershipRules* const rules = allocation.state->dealt();
    if (rules == nullptr || context.ranks < 2 || context.plays_all || context.keeps_access)
        return std::nullopt;
    return written.empty() ? rules->read_serially(region, by_all, context.rank)
                           : rules->write_serially(region, written, context.rank);
}

bool stays_with_all(const PlanContext& context, const Allocation& allocation, const RankAccess& access) {
    const OwnershipRules* const rules = allocation.state->dealt();
    return rules != nullptr && !context.plays_all && !context.keeps_access && rules->all_hold(access.reads()) &&
           rules->all_hold(access.writes());
}

bool apart_by_rules(const PlanRequest& request, const Binding& binding, const std::vector<bool>& written) {
    if (request.inspection != nullptr || request.tables != nullptr || request.additions != nullptr)
        return false;
    hydra_rt_footprint described(0);
    const hydra_rt_footprint& footprint = request.of_all(described);
    for (std::size_t a = 0; a < binding.allocations.size(); ++a) {
        if (!written[a])
            continue;
        // Whoever has them, iterations touch the same rows.
        RuleAccess access{Partition({}, 0, 1, 1), {}, {}, Region(binding.allocations[a]->shape.dims()), true};
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

// Whether rules may tell what the launch touches and who has it, at a glance.
static bool may_go_by_rules(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                            const Placement& placement) {
    return context.ranks >= 2 && !(context.reproducible && rounds(*request.loop)) && !context.plays_all &&
           !context.keeps_access && request.inspection == nullptr &&
           (request.tables == nullptr || request.tables->is_regular()) && request.additions == nullptr &&
           (request.loop->flags & HYDRA_RT_SHARES_IN_ORDER) == 0 && !reduces_arrays(*request.loop) &&
           placement.scale == 1 &&
           std::all_of(
               binding.allocations.begin(), binding.allocations.end(),
               [](const Allocation* allocation) {
                   return allocation->state->dealt() != nullptr || allocation->state->everywhere();
               });
}

// By allocation; stays: those that need not be told of.
static std::optional<std::vector<RuleAccess>> accesses_by_rules(const PlanRequest& request, const Binding& binding,
                                                                const Placement& placement,
                                                                const hydra_rt_footprint& footprint,
                                                                const std::vector<bool>& stays) {
    const Partition& partition = placement.placed.partition;
    const std::int64_t least_share =
        partition.least_share(request.begin + placement.offset, request.end + placement.offset);
    std::optional<std::vector<RuleAccess>> accesses(std::in_place);
    accesses->reserve(binding.allocations.size());
    std::vector<long> enough(binding.allocations.size(), 0);
    for (const Allocation* allocation : binding.allocations)
        accesses->push_back({partition, {}, {}, Region(allocation->shape.dims()), true});
    for (std::size_t slot = 0; slot < footprint.slots.size(); ++slot) {
        if (binding.of_slot[slot] == Binding::none)
            continue;
        const auto a = static_cast<std::size_t>(binding.of_slot[slot]);
        if (!stays[a] && !add_rules(footprint.slots[slot], *binding.allocations[a], binding.offset[slot],
                                    placement.offset, least_share, (*accesses)[a], enough[a]))
            return std::nullopt;
    }
    for (std::size_t a = 0; a < accesses->size(); ++a)
        if (!(*accesses)[a].all_take_part)
            find_takers(placement, {request.begin, request.end}, enough[a], (*accesses)[a]);
    return accesses;
}

// What becomes of each allocation.
static std::optional<std::vector<OwnershipRules::Outcome>> outcomes_by_rules(int rank, const Binding& binding,
                                                                             std::span<const RuleAccess> accesses,
                                                                             const std::vector<bool>& stays) {
    std::optional<std::vector<OwnershipRules::Outcome>> outcomes(std::in_place);
    outcomes->reserve(accesses.size());
    for (std::size_t a = 0; a < accesses.size(); ++a) {
        const InternedState& state = *binding.allocations[a]->state;
        if (stays[a]) {
            outcomes->push_back({{}, OwnershipRules(Region(1)), true});
            continue;
        }
        auto outcome = state.dealt() != nullptr
                           ? state.dealt()->launch(accesses[a], rank)
                           : OwnershipRules(binding.allocations[a]->shape.whole()).launch(accesses[a], rank);
        if (!outcome)
            return std::nullopt;
        outcomes->push_back(*std::move(outcome));
    }
    return outcomes;
}

std::optional<Plan> plan_by_rules(const PlanContext& context, const PlanRequest& request, const Binding& binding,
                                  const Placement& placement) {
    if (!may_go_by_rules(context, request, binding, placement))
        return std::nullopt;
    const hydra_rt_loop& loop = *request.loop;
    hydra_rt_footprint described(0);
    const hydra_rt_footprint& footprint = request.of_all(described);
    const std::vector<bool> stays = stay_everywhere(footprint, binding);
    const auto accesses = accesses_by_rules(request, binding, placement, footprint, stays);
    if (!accesses)
        return std::nullopt;
    auto outcomes = outcomes_by_rules(context.rank, binding, *accesses, stays);
    if (!outcomes)
        return std::nullopt;
    std::optional<Plan> made(std::in_place);
    Plan& plan = *made;
    const auto share = [&](int rank) { return placement.iterations(rank, request.begin, request.end); };
    plan.iterations = share(context.rank);
    if (!memory_suffices(binding) && touches_much(footprint) && !plan.iterations.empty())
        check_memory(context, request, binding, evaluate(request, binding, context.rank, plan.iterations, {}));
    bool writes = false;
    MessageList messages(context, binding);
    for (std::size_t a = 0; a < outcomes->size(); ++a) {
        OwnershipRules::Outcome& outcome = (*outcomes)[a];
        plan.written.push_back(!(*accesses)[a].writes.empty());
        writes = writes || plan.written[a];
        messages.add(a, outcome.transfers);
        plan.next.push_back(outcome.same ? binding.allocations[a]->state
                                         : interned(context, request, binding, a, std::move(outcome.next)));
    }
    messages.move_to(plan);
    plan.accumulators = accumulators_of(request, binding, {}, false);
    if (loop.reductions > 0) { // partial results are joined rank by rank
        std::vector<std::vector<Interval>> intervals;
        intervals.reserve(static_cast<std::size_t>(context.ranks));
        for (int rank = 0; rank < context.ranks; ++rank)
            intervals.push_back(share(rank));
        plan.in_turn = take_turns(intervals, (loop.flags & HYDRA_RT_DESCENDING) != 0);
    }
    const bool apart = !writes || std::all_of(accesses->begin(), accesses->end(), is_apart);
    plan.one_thread =
        !apart && threads_overlap(context, request, binding, {plan.iterations, plan.written, plan.accumulators});
    plan.overlap_agreed = apart;
    plan.apart = lies_apart(request, binding, plan.written);
    const long last = (loop.flags & HYDRA_RT_DESCENDING) != 0 ? request.begin : request.end - 1;
    plan.last_rank = placement.placed.partition.owner(last + placement.offset);
    return made;
}

} // namespace hydra::rt
