// See inspect_step.h.
#include "runtime/steps/inspect_step.h"

#include "runtime/backend/cuts.h"
#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/plan/index_sources.h"
#include "runtime/touch/inspector.h"

#include <algorithm>
#include <cfenv>
#include <clocale>
#include <cstring>
#include <functional>
#include <langinfo.h>
#include <numeric>
#include <string_view>

namespace hydra::rt {
namespace {

void put(std::vector<std::int64_t>& out, const ByteRuns& runs) {
    out.push_back(static_cast<std::int64_t>(runs.list().size()));
    for (const ByteSpan& run : runs.list())
        out.insert(out.end(), {run.lo, run.hi});
}

const std::int64_t* take(const std::int64_t* in, ByteRuns& runs) {
    const auto count = static_cast<std::size_t>(*in++);
    runs.list().clear();
    runs.list().reserve(count);
    for (std::size_t i = 0; i < count; ++i, in += 2)
        runs.list().push_back({in[0], in[1]});
    return in;
}

// The same for as long as functions of the locale find the same. One that the program makes anew may lie where another
// one lay, so it is known by the names of its parts.
std::int64_t locale_in_use() {
    std::size_t sum = 0;
    for (const nl_item part : {NL_LOCALE_NAME(LC_CTYPE), NL_LOCALE_NAME(LC_COLLATE), NL_LOCALE_NAME(LC_NUMERIC)})
        sum = sum * 31 + std::hash<std::string_view>{}(nl_langinfo(part));
    return static_cast<std::int64_t>(sum);
}

} // namespace

// By slot: the bytes of what the loop's own text says that it touches there.
std::vector<long> InspectStep::declared_units(const PlanRequest& request) {
    std::vector<long> declared;
    hydra_rt_footprint shapes(request.loop->slots);
    request.loop->footprint(&shapes, request.k, request.begin, request.end);
    for (const hydra_rt_footprint::Slot& slot : shapes.slots)
        declared.push_back(slot.elem);
    return declared;
}

void InspectStep::run_inspector(const PlanRequest& request, std::size_t rank, int stage, void* args,
                                void* const* pointers, Inspection& inspection) {
    const std::vector<Interval>& iterations = inspection.placed[rank];
    const bool offloads = request.loop->offload != nullptr && !residence_.empty();
    const std::vector<std::vector<Interval>> shares =
        side_by_side(device_.shares(scalar_accumulators(*request.loop), iterations), offloads);
    inspection.cut = shares;
    const auto slots = static_cast<std::size_t>(request.loop->slots);
    if (plays_all_)
        inspection.shares.clear(); // another rank's
    inspection.shares.resize(shares.size(), Found(slots));
    Found& mine = inspection.ranks[rank];
    mine.at_last = 0;
    for (std::size_t share = 0; share < shares.size(); ++share) {
        Found& found = inspection.shares[share];
        const std::int64_t touches = found.touches, bytes = found.bytes; // of the stages before
        found.at_last = 0;
        if (!inspect_share(*request.loop, stage, shares[share], args, pointers, found))
            inspection.lost = true;
        found.settle();
        inspection.too_dear |= DistributionPolicy::is_too_much(found, affordable_);
        for (std::size_t slot = 0; slot < slots; ++slot) {
            mine.reads[slot].add(found.reads[slot]);
            mine.writes[slot].add(found.writes[slot]);
        }
        mine.touches += found.touches - touches;
        mine.bytes += found.bytes - bytes;
        mine.looked_at += stage == 0 ? found.looked_at : 0;
        mine.at_last += found.at_last;
        counters_.effort.notes += found.touches - touches;
    }
    mine.settle();
}

// In parts, as long as that can be afforded; not in their order, so that the first ones tell of all: rows may become
// longer and longer. False: not all of it is known.
bool InspectStep::inspect_share(const hydra_rt_loop& loop, int stage, const std::vector<Interval>& iterations,
                                void* args, void* const* pointers, Found& found) {
    if (!policy_.account().is_open())
        return inspect_iterations(registry_, loop, stage, iterations, args, pointers, found);
    bool known = true;
    for (const Interval& interval : iterations) {
        const std::int64_t count = interval.hi - interval.lo, parts = std::min(count, worth::parts_of_inspection);
        std::int64_t stride = parts * 5 / 8;
        while (stride > 1 && std::gcd(stride, parts) != 1)
            --stride;
        for (std::int64_t turn = 0; turn < parts && known; ++turn) {
            const std::int64_t part = parts < 3 ? turn : turn * stride % parts;
            const Interval some{interval.lo + part_start(count, parts, part),
                                interval.lo + part_start(count, parts, part + 1)};
            known = inspect_iterations(registry_, loop, stage, {&some, 1}, args, pointers, found) &&
                    !DistributionPolicy::is_too_much(found, affordable_);
        }
    }
    return known;
}

// All ranks' findings, on all ranks.
void InspectStep::exchange_findings(Inspection& inspection, const char* at) {
    const int ranks = transport_.size(), me = transport_.rank();
    if (ranks == 1 || plays_all_)
        return;
    std::vector<std::vector<std::int64_t>> packed(static_cast<std::size_t>(ranks));
    std::vector<std::int64_t>& mine = packed[static_cast<std::size_t>(me)];
    const Found& found = inspection.ranks[static_cast<std::size_t>(me)];
    for (std::size_t slot = 0; slot < inspection.unit.size(); ++slot) {
        put(mine, found.reads[slot]);
        put(mine, found.writes[slot]);
        mine.push_back(inspection.widened[slot] ? 1 : 0);
    }
    mine.insert(mine.end(), {inspection.lost ? 1 : 0, inspection.too_dear ? 1 : 0, found.touches, found.bytes,
                             found.looked_at, found.at_last});
    transport_.waits_in(at, "what the iterations touch");
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(ranks));
    const auto size = static_cast<std::int64_t>(mine.size());
    transport_.gather(0, &size, sizeof size, sizes.data());
    transport_.broadcast(0, sizes.data(), sizes.size() * sizeof size);
    for (int rank = 0; rank < ranks; ++rank)
        if (rank != me) {
            std::vector<std::int64_t>& theirs = packed[static_cast<std::size_t>(rank)];
            theirs.resize(static_cast<std::size_t>(sizes[static_cast<std::size_t>(rank)]));
            transport_.receive(rank, theirs.data(), theirs.size() * sizeof size);
        }
    for (int rank = 0; rank < ranks; ++rank)
        if (rank != me)
            transport_.send(rank, mine.data(), mine.size() * sizeof size);
    transport_.wait();
    for (int rank = 0; rank < ranks; ++rank) {
        if (rank == me)
            continue;
        const std::int64_t* next = packed[static_cast<std::size_t>(rank)].data();
        Found& other = inspection.ranks[static_cast<std::size_t>(rank)];
        for (std::size_t slot = 0; slot < inspection.unit.size(); ++slot) {
            next = take(take(next, other.reads[slot]), other.writes[slot]);
            inspection.widened[slot] = inspection.widened[slot] || *next != 0;
            ++next;
        }
        inspection.lost = inspection.lost || next[0] != 0;
        inspection.too_dear = inspection.too_dear || next[1] != 0;
        other.touches = next[2];
        other.bytes = next[3];
        other.looked_at = next[4];
        other.at_last = next[5];
    }
}

// Whether the slots are arrays of one struct that do not overlap: `s.x[s.list[i]]` does not change s.list.
static bool are_two_members(const PlanRequest& request, std::size_t one, std::size_t other, void* const* pointers) {
    const hydra_rt_loop& loop = *request.loop;
    const auto own = static_cast<std::size_t>(loop.slots);
    if (one >= own || other >= own || loop.slot[one].bytes == 0 || loop.slot[other].bytes == 0)
        return false;
    const char* a = static_cast<const char*>(pointers[one]);
    const char* b = static_cast<const char*>(pointers[other]);
    return a + loop.slot[one].bytes <= b || b + loop.slot[other].bytes <= a;
}

// Whether a slot that inspectors find writes of points into what inspectors read: known before anything is found, so
// that no inspector walks through memory whose content the loop itself would have changed by then.
bool InspectStep::inspected_writes_meet_indexes(const PlanRequest& request, void* const* pointers,
                                                const Binding& binding) {
    hydra_rt_footprint indexes(request.loop->slots);
    request.loop->inspection->indexes(&indexes, request.k, request.begin, request.end);
    if (request.tables != nullptr)
        request.tables->expand(indexes);
    for (std::size_t written = 0; written < request.inspection->what.size(); ++written) {
        if ((request.inspection->what[written] & HYDRA_RT_FOUND_WRITE) == 0)
            continue;
        if ((request.loop->inspection->found[written] & HYDRA_RT_FOUND_FINE) != 0)
            continue; // its coarse section tells
        const Allocation* target = registry_.find(pointers[written]);
        for (std::size_t slot = 0; target != nullptr && slot < indexes.slots.size(); ++slot) {
            const bool index = !indexes.slots[slot].touches_nothing() || request.inspection->finds_indexes(slot);
            if (!index)
                continue;
            const Allocation* from = binding.of_slot[slot] != Binding::none
                                         ? binding.allocations[static_cast<std::size_t>(binding.of_slot[slot])]
                                         : registry_.find(pointers[slot]);
            if (from == target && !are_two_members(request, written, slot, pointers))
                return true;
        }
    }
    return false;
}

// What decided what is found: it holds as long as that does not change.
void InspectStep::note_sources(const LoopState& state, const PlanRequest& request, Inspection& inspection) const {
    inspection.era = binding_.era();
    inspection.unknown_source = request.loop->inspection->forget != 0;
    for (const Allocation* source :
         index_sources(request, state.binding, state.touched->slots, inspection.unknown_source))
        inspection.sources.push_back({source, source->serial, source->version});
}

// By slot: whether more of its array may be read than is. Where a launch changes what decided, the next one finds
// something else: a plan for thousands of runs, which holds for one launch, costs more than the elements between them.
// Only of arrays that no other slot leads to: nobody writes these.
std::vector<bool> InspectStep::widened_for_one_launch(const PlanRequest& request, void* const* pointers,
                                                      const Inspection& inspection) {
    const unsigned char* found = request.loop->inspection->found;
    const auto is_own = [](unsigned char bits) { return (bits & HYDRA_RT_FOUND_OWN) != 0; };
    const auto slots = static_cast<std::size_t>(request.loop->slots);
    std::vector<bool> widened(slots, false);
    if (inspection.fine || inspection.given_up || request.tables != nullptr ||
        std::none_of(found, found + slots, is_own))
        return widened;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        const Allocation* array = registry_.find(pointers[slot]);
        bool alone = inspection.what[slot] == HYDRA_RT_FOUND_READ && array != nullptr;
        for (std::size_t other = 0; other < slots && alone; ++other)
            alone = other == slot || registry_.find(pointers[other]) != array;
        widened[slot] = alone;
    }
    return widened;
}

void InspectStep::give_up(LoopState& state, const hydra_rt_loop& loop, Inspection& inspection) const {
    if (!inspection.given_up && !inspection.fine && !state.inspections.index_warned && transport_.rank() == 0) {
        complain(text(loop.at, ": warning: the loop writes memory from which its own subscripts come; what they "
                               "select counts as touched as a whole"));
        state.inspections.index_warned = true;
    }
    inspection.given_up = true;
}

// What has been found so far decides what is touched, and how that is cut up.
void InspectStep::bind_with(LoopState& state, PlanRequest& request, void* const* pointers, Inspection& inspection) {
    if (inspection.id != 0) // what was described with less found is of no use any more
        InspectionCache::forget(state, inspection);
    inspection.id = cache_.next_id();
    binding_.bind(state, request, pointers);
}

bool InspectStep::run_stage(LoopState& state, PlanRequest& request, int stage, void* const* pointers, void* args,
                            Inspection& inspection, const std::vector<bool>& widened) {
    const hydra_rt_loop& loop = *request.loop;
    Plan plan = maker_.make_reads(request, state.binding);
    plan.key_hash = inspection.id;
    messenger_.next_step();
    messenger_.move(plan, state.binding, loop.at, &counters_.loops[static_cast<std::size_t>(state.counter)]);
    for (std::size_t a = 0; a < plan.next.size(); ++a)
        registry_.set_state(*state.binding.allocations[a], plan.next[a]);
    inspection.placed = maker_.place(request, state.binding); // it stays as it is, whatever is found
    fetch_sources(state, request);
    observers_.each([&](LaunchObserver& one) { one.inspects(request, state.binding); });
    const auto me = static_cast<std::size_t>(transport_.rank());
    for (std::size_t rank = 0; rank < inspection.placed.size(); ++rank)
        if (plays_all_ || rank == me)
            run_inspector(request, rank, stage, args, pointers, inspection);
    for (std::size_t slot = 0; slot < widened.size(); ++slot)
        if (widened[slot])
            inspection.widen_reads(slot);
    exchange_findings(inspection, loop.at);
    inspection.measure(declared_units(request));
    inspection.refined = stage >= loop.inspection->stages;
    inspection.given_up = inspection.lost;
    const int stages = loop.inspection->stages + (inspection.fine ? 1 : 0);
    const bool last = stage + 1 == stages && !request.may_refine;
    const bool in_vain = last && !inspection.given_up && policy_.overlaps_again(state, request, inspection);
    inspection.given_up |= in_vain;
    return !in_vain;
}

void InspectStep::run_stages(LoopState& state, PlanRequest& request, void* const* pointers, void* args,
                             Inspection& inspection) {
    const hydra_rt_loop& loop = *request.loop;
    const int stages = loop.inspection->stages + (inspection.fine ? 1 : 0);
    const std::vector<bool> widened = widened_for_one_launch(request, pointers, inspection);
    const auto leave_open = [&] { // it is not known what the loop writes
        inspection.given_up = inspection.unknown_source = true;
    };
    inspection.given_up = DistributionPolicy::is_in_vain(state, widened, inspection);
    for (int stage = 0; stage < stages && !inspection.given_up; ++stage) {
        bind_with(state, request, pointers, inspection);
        if (request.replicated)
            return leave_open();
        maker_.refine_shapes(request, state.binding);
        if ((stage == 0 && inspected_writes_meet_indexes(request, pointers, state.binding)) ||
            maker_.writes_indexes(request, state.binding)) {
            give_up(state, loop, inspection);
            break;
        }
        if (!run_stage(state, request, stage, pointers, args, inspection, widened))
            return;
    }
    if (!inspection.given_up)
        policy_.note_worth(state, widened, pointers, inspection);
    bind_with(state, request, pointers, inspection);
    maker_.refine_shapes(request, state.binding);
    if (!inspection.given_up && maker_.writes_indexes(request, state.binding)) {
        give_up(state, loop, inspection);
        bind_with(state, request, pointers, inspection);
    }
    if (request.replicated)
        return leave_open();
    note_sources(state, request, inspection);
}

void InspectStep::fetch_sources(const LoopState& state, const PlanRequest& request) {
    bool unknown = false;
    for (Allocation* source : index_sources(request, state.binding, state.touched->slots, unknown))
        residence_.fetch(*source, source->shape.whole());
    residence_.arrive();
}

// Whether all that inspectors would look for lies, whole and at its pointer, on every rank already, and stays as it is:
// tables that are only looked up. Then whole arrays cost nothing, and nothing needs to be found.
bool InspectStep::all_is_there(LoopState& state, PlanRequest request, void* const* pointers) {
    request.inspection = nullptr;
    const Touched& closed = binding_.touched(state, request);
    if (closed.writes_everything)
        return false;
    const std::vector<Reach> reaches = closed.slots;
    const unsigned char* found = request.loop->inspection->found;
    for (int slot_number = 0; slot_number < request.loop->slots; ++slot_number) {
        const auto slot = static_cast<std::size_t>(slot_number);
        if ((found[slot] & (HYDRA_RT_FOUND_READ | HYDRA_RT_FOUND_WRITE)) == 0 ||
            (found[slot] & HYDRA_RT_FOUND_FINE) != 0)
            continue;
        const Allocation* table = registry_.find(pointers[slot]);
        if ((found[slot] & HYDRA_RT_FOUND_WRITE) != 0 || table == nullptr || !table->everywhere ||
            table->base != pointers[slot])
            return false;
        for (std::size_t other = 0; other < reaches.size(); ++other) {
            if (!reaches[other].written)
                continue;
            const Allocation* target = registry_.find(pointers[other]);
            if (target == nullptr || target == table)
                return false;
        }
    }
    return true;
}

// Whether devices are to get less than whole arrays of what a launch looks up in arrays that every rank has. Of a small
// table it would cost more to find out what is read than to send all of it.
bool InspectStep::may_look_up(const PlanRequest& request, void* const* pointers) {
    const hydra_rt_loop& loop = *request.loop;
    if (loop.offload == nullptr || loop.offload->follows != 0)
        return false;
    std::vector<const Allocation*> tables;
    std::size_t bytes = 0;
    for (int slot = 0; slot < loop.slots; ++slot) {
        const Allocation* table =
            (loop.inspection->found[slot] & HYDRA_RT_FOUND_READ) != 0 ? registry_.find(pointers[slot]) : nullptr;
        if (table == nullptr || std::find(tables.begin(), tables.end(), table) != tables.end())
            continue;
        tables.push_back(table);
        bytes += table->bytes;
    }
    return bytes > static_cast<std::size_t>(request.end - request.begin);
}

// Fills an inspection with nothing but what it depends on; false: ranks cannot look up for themselves. The same on all
// ranks.
bool InspectStep::leave_to_ranks(LoopState& state, PlanRequest request, void* const* pointers, Inspection& inspection) {
    request.inspection = nothing_found(state, *request.loop);
    binding_.bind(state, request, pointers);
    if (request.replicated)
        return false;
    maker_.refine_shapes(request, state.binding);
    if (maker_.writes_indexes(request, state.binding, true)) // pieces are looked up between others
        return false;
    note_sources(state, request, inspection);
    inspection.measure(declared_units(request));
    inspection.given_up = inspection.left_to_ranks = true;
    return !inspection.unknown_source;
}

// Whether it has to be known what is written even where everything is here: stores must not meet what the bound reads.
static bool watches_bound(const hydra_rt_loop& loop) {
    return std::any_of(
        loop.watch, loop.watch + loop.watches, [](const auto& cell) { return cell.bound != 0; });
}

// Whether it is known without a look what all pointers lead to about which there is something to find.
bool InspectStep::stand_in_blocks(const hydra_rt_loop& loop, void* const* pointers) {
    for (int slot = 0; slot < loop.slots; ++slot)
        if ((loop.inspection->found[slot] & (HYDRA_RT_FOUND_READ | HYDRA_RT_FOUND_WRITE)) != 0 &&
            registry_.in_arena(pointers[slot]) && registry_.find(pointers[slot]) == nullptr)
            return false;
    return true;
}

const Inspection* InspectStep::inspect(LoopState& state, PlanRequest request, void* const* pointers, void* const* marks,
                                       void* args) {
    const double start = now(), communicated = counters_.seconds.communication;
    const hydra_rt_loop& loop = *request.loop;
    request.inspection = nullptr; // what a coarser look has found does not count
    const bool refines = state.inspections.refines;
    DistributionPolicy::begin_look(state);
    const bool is_there = !refines && !watches_bound(loop) && all_is_there(state, request, pointers);
    if (is_there && !may_look_up(request, pointers))
        return nothing_found(state, loop);
    PlanKey key;
    key.add_iterations(request);
    key.add(request.align_offset, refines ? 1 : is_there ? 2 : 0);
    const auto add = [&key](const void* pointer) { key.add(pointer); };
    std::for_each(pointers, pointers + loop.slots, add);
    std::for_each(marks, marks + loop.inspection->marks, add);
    key.add(std::fegetround()); // subscripts may come from floating-point values
    key.add(locale_in_use());   // or from isalpha, toupper, strcoll, strtod
    if (const Inspection* known = cache_.find(state, key, binding_.era())) {
        DistributionPolicy::note_served(state);
        return known;
    }
    // Who refines has planned already.
    if (!is_there && !refines && stand_in_blocks(loop, pointers) &&
        (policy_.looks_too_dearly(state, key) || policy_.overlapped_lately(state, request)))
        return nothing_found(state, loop);
    auto made = std::make_unique<Inspection>(loop, transport_.size(), refines);
    request.inspection = made.get();
    const auto count_time = [&] {
        counters_.seconds.planning += now() - start - (counters_.seconds.communication - communicated);
    };
    const bool offloads = loop.offload != nullptr && !residence_.empty();
    bool by_versions = true;
    if (is_there) {
        if (!leave_to_ranks(state, request, pointers, *made))
            return nothing_found(state, loop);
        made->id = cache_.next_id();
    } else if (transport_.size() == 1 && device_.threads() == 1 && !offloads && !watches_bound(loop)) {
        // There is nothing to move or to compare.
        made->given_up = true;
        made->era = binding_.era();
        made->id = cache_.next_id();
        by_versions = false;
    } else {
        const double begun = now();
        affordable_ = policy_.affordable(state, request);
        run_stages(state, request, pointers, args, *made);
        if (made->too_dear)
            policy_.refuse_more_notes(state, *made);
        else if (!made->given_up && !DistributionPolicy::decided(state))
            policy_.cannot_plan(state, *made);
        if (DistributionPolicy::decided(state)) {
            InspectionCache::forget(state, *made);
            count_time();
            return nothing_found(state, loop);
        }
        policy_.note_price(state, request, *made, pointers, now() - begun);
    }
    count_time();
    return cache_.keep(state, key, std::move(made), by_versions);
}

} // namespace hydra::rt
