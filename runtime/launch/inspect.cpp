// How a launch finds out what its data make it touch (the third part of Runtime). Stage by stage: what the inspector of
// the stage reads is made valid on each rank, the inspector runs on the rank's own iterations, and the ranks exchange
// what they found. The outcome is remembered under all that the inspectors depend on but the content of memory; that is
// compared by the versions of the allocations that they read.
//
// Inspectors run before the launch and so see memory as it was then. Where the launch writes what they read, the
// findings are worth nothing: then each slot counts as touched anywhere, which leads to whole arrays for reads and to a
// loop that every rank runs for writes.
#include "runtime/backend/cuts.h"
#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/launch/runtime.h"

#include <algorithm>
#include <cfenv>
#include <clocale>
#include <cstring>
#include <functional>
#include <langinfo.h>
#include <string_view>

namespace hydra::rt {
namespace {

constexpr std::size_t most_inspections = 64; // of one loop; beyond it they are forgotten and made again

// Where hydra_rt_touch notes; set while an inspector runs.
struct Recorder {
    void* const* pointers = nullptr;
    Found* found = nullptr;
    // Where hydra_rt_touch_any looks: what the stage's slots point into.
    struct Target {
        const char *lo, *hi;
        std::size_t slot;
        unsigned what;
    };
    std::vector<Target> targets;
    std::size_t last = 0; // of targets, that was hit
    const Registry* registry = nullptr;
    bool lost = false; // something was touched that is in none of them

    void add(std::size_t slot, bool reads, bool writes, const volatile void* at, unsigned long bytes) const {
        const auto lo = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(at) -
                                                  reinterpret_cast<std::uintptr_t>(pointers[slot]));
        const auto hi = lo + static_cast<std::int64_t>(bytes);
        ++found->touches;
        if (reads)
            found->reads[slot].add(lo, hi);
        if (writes)
            found->writes[slot].add(lo, hi);
    }

    void add_anywhere(bool reads, bool writes, const char* at, unsigned long bytes) {
        const unsigned what =
            (reads ? unsigned{HYDRA_RT_FOUND_READ} : 0U) | (writes ? unsigned{HYDRA_RT_FOUND_WRITE} : 0U);
        if (what == 0) // described otherwise
            return;
        for (std::size_t tried = 0; tried < targets.size(); ++tried) {
            const Target& target = targets[last];
            if (at >= target.lo && at < target.hi && (target.what & what) == what)
                return add(target.slot, reads, writes, at, bytes);
            last = last + 1 == targets.size() ? 0 : last + 1;
        }
        lost = lost || registry->in_arena(at) || registry->first_in(at, at + bytes) != nullptr;
    }
};
Recorder recorder;

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

// Notes what these iterations touch, as far as the stage tells; false: something that no slot leads to.
bool Runtime::inspect_iterations(const hydra_rt_loop& loop, int stage, std::span<const Interval> iterations, void* args,
                                 void* const* pointers, Found& found) {
    std::vector<Recorder::Target> targets;
    for (std::size_t slot = 0; slot < found.reads.size(); ++slot) {
        const unsigned what = loop.inspection->found[slot];
        const bool is_fine = (what & HYDRA_RT_FOUND_FINE) != 0;
        if ((what & (HYDRA_RT_FOUND_READ | HYDRA_RT_FOUND_WRITE)) == 0 || is_fine != (stage >= loop.inspection->stages))
            continue;
        if (const Allocation* target = registry_.find(pointers[slot]))
            targets.push_back({target->base, target->base + target->bytes, slot, what});
    }
    recorder = {pointers, &found, std::move(targets), 0, &registry_, false};
    for (const Interval& interval : iterations)
        loop.inspection->inspector[stage](args, interval.lo, interval.hi);
    const bool lost = recorder.lost;
    recorder = {};
    for (std::size_t slot = 0; slot < found.reads.size(); ++slot) {
        found.reads[slot].settle();
        found.writes[slot].settle();
    }
    return !lost;
}

// By slot: the bytes of what the loop's own text says that it touches there.
std::vector<long> Runtime::declared_units(const PlanRequest& request) {
    std::vector<long> declared;
    hydra_rt_footprint shapes(request.loop->slots);
    request.loop->footprint(&shapes, request.k, request.begin, request.end);
    for (const hydra_rt_footprint::Slot& slot : shapes.slots)
        declared.push_back(slot.elem);
    return declared;
}

void Runtime::run_inspector(const PlanRequest& request, std::size_t rank, int stage, void* args, void* const* pointers,
                            Inspection& inspection) {
    const std::vector<Interval>& iterations = inspection.placed[rank];
    const bool offloads = request.loop->offload != nullptr && !residence_.empty();
    const std::vector<std::vector<Interval>> shares =
        side_by_side(device_.shares(scalar_accumulators(*request.loop), iterations), offloads);
    inspection.cut = shares;
    const auto slots = static_cast<std::size_t>(request.loop->slots);
    if (dry_)
        inspection.shares.clear(); // another rank's
    inspection.shares.resize(shares.size(), Found(slots));
    Found& mine = inspection.ranks[rank];
    for (std::size_t share = 0; share < shares.size(); ++share) {
        Found& found = inspection.shares[share];
        if (!inspect_iterations(*request.loop, stage, shares[share], args, pointers, found))
            inspection.lost = true;
        for (std::size_t slot = 0; slot < slots; ++slot) {
            mine.reads[slot].add(found.reads[slot]);
            mine.writes[slot].add(found.writes[slot]);
        }
        mine.touches += found.touches;
    }
    for (std::size_t slot = 0; slot < slots; ++slot) {
        mine.reads[slot].settle();
        mine.writes[slot].settle();
    }
}

// All ranks' findings, on all ranks.
void Runtime::exchange_findings(Inspection& inspection, const char* at) {
    const int ranks = transport_->size(), me = transport_->rank();
    if (ranks == 1 || dry_)
        return;
    std::vector<std::vector<std::int64_t>> packed(static_cast<std::size_t>(ranks));
    std::vector<std::int64_t>& mine = packed[static_cast<std::size_t>(me)];
    const Found& found = inspection.ranks[static_cast<std::size_t>(me)];
    for (std::size_t slot = 0; slot < inspection.unit.size(); ++slot) {
        put(mine, found.reads[slot]);
        put(mine, found.writes[slot]);
        mine.push_back(inspection.widened[slot] ? 1 : 0);
    }
    mine.insert(mine.end(), {inspection.lost ? 1 : 0, found.touches});
    transport_->waits_in(at, "what the iterations touch");
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(ranks));
    const auto size = static_cast<std::int64_t>(mine.size());
    transport_->gather(0, &size, sizeof size, sizes.data());
    transport_->broadcast(0, sizes.data(), sizes.size() * sizeof size);
    for (int rank = 0; rank < ranks; ++rank)
        if (rank != me) {
            std::vector<std::int64_t>& theirs = packed[static_cast<std::size_t>(rank)];
            theirs.resize(static_cast<std::size_t>(sizes[static_cast<std::size_t>(rank)]));
            transport_->receive(rank, theirs.data(), theirs.size() * sizeof size);
        }
    for (int rank = 0; rank < ranks; ++rank)
        if (rank != me)
            transport_->send(rank, mine.data(), mine.size() * sizeof size);
    transport_->wait();
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
        other.touches = next[1];
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
bool Runtime::inspected_writes_meet_indexes(const PlanRequest& request, void* const* pointers, const Binding& binding) {
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

// The arrays that the launch's inspectors read, as far as is known; unknown: set where some of that lies in none.
std::vector<Allocation*> Runtime::index_sources(const LoopState& state, const PlanRequest& request, bool& unknown) {
    hydra_rt_footprint indexes(request.loop->slots);
    request.loop->inspection->indexes(&indexes, request.k, request.begin, request.end);
    if (request.tables != nullptr)
        request.tables->expand(indexes);
    std::vector<Allocation*> sources;
    for (std::size_t slot = 0; slot < indexes.slots.size(); ++slot) {
        const bool index = !indexes.slots[slot].touches_nothing() || request.inspection->finds_indexes(slot);
        if (!index || state.touched->slots[slot].touches_nothing())
            continue;
        if (const int allocation = state.binding.of_slot[slot]; allocation != Binding::none)
            sources.push_back(state.binding.allocations[static_cast<std::size_t>(allocation)]);
        else
            unknown = true;
    }
    return sources;
}

// What decided what is found: it holds as long as that does not change.
void Runtime::note_sources(const LoopState& state, const PlanRequest& request, Inspection& inspection) {
    inspection.era = era_;
    inspection.unknown_source = request.loop->inspection->forget != 0;
    for (const Allocation* source : index_sources(state, request, inspection.unknown_source))
        inspection.sources.push_back({source, source->serial, source->version});
}

// By slot: whether more of its array may be read than is. Where a launch changes what decided, the next one finds
// something else: a plan for thousands of runs, which holds for one launch, costs more than the elements between them.
// Only of arrays that no other slot leads to: nobody writes these.
std::vector<bool> Runtime::widened_for_one_launch(const PlanRequest& request, void* const* pointers,
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

// Whether what is looked up is nothing but reads of such arrays, nearly all of which ranks have turned out to need the
// last time, so that whole arrays cost no more. It is tried again ever more rarely. All ranks find the same.
bool Runtime::is_in_vain(LoopState& state, const std::vector<bool>& widened, const Inspection& inspection) {
    if (!state.looks.vain.is_waiting())
        return false;
    for (std::size_t slot = 0; slot < widened.size(); ++slot)
        if (inspection.what[slot] != 0 && !widened[slot])
            return false;
    return state.looks.vain.leaves_out();
}

void Runtime::note_worth(LoopState& state, const std::vector<bool>& widened, void* const* pointers,
                         const Inspection& inspection) {
    __extension__ using Wide = __int128;
    Wide found = 0, whole = 0;
    for (std::size_t slot = 0; slot < widened.size(); ++slot)
        for (std::size_t rank = 0; widened[slot] && rank < inspection.ranks.size(); ++rank)
            if (!inspection.placed[rank].empty()) {
                whole += static_cast<Wide>(registry_.find(pointers[slot])->bytes);
                for (const ByteSpan& run : inspection.ranks[rank].reads[slot].list())
                    found += run.hi - run.lo;
            }
    const bool in_vain = whole > 0 && 16 * found >= 15 * whole;
    in_vain ? state.looks.vain.fail() : state.looks.vain.succeed();
}

void Runtime::run_stages(LoopState& state, PlanRequest& request, void* const* pointers, void* args,
                         Inspection& inspection) {
    const hydra_rt_loop& loop = *request.loop;
    const std::vector<long> declared = declared_units(request);
    const auto trouble = [&] {
        if (!inspection.given_up && !inspection.fine && !state.index_warned && transport_->rank() == 0) {
            complain(text(loop.at, ": warning: the loop writes memory from which its own subscripts come; what they "
                                   "select counts as touched as a whole"));
            state.index_warned = true;
        }
        inspection.given_up = true;
    };
    const int stages = loop.inspection->stages + (inspection.fine ? 1 : 0);
    const std::vector<bool> widened = widened_for_one_launch(request, pointers, inspection);
    inspection.given_up = is_in_vain(state, widened, inspection);
    for (int stage = 0; stage < stages && !inspection.given_up; ++stage) {
        inspection.id = ++inspections_;
        bind(state, request, pointers);
        if (request.replicated) { // it is not known what the loop writes
            inspection.given_up = inspection.unknown_source = true;
            return;
        }
        maker_.refine_shapes(request, state.binding);
        if ((stage == 0 && inspected_writes_meet_indexes(request, pointers, state.binding)) ||
            maker_.writes_indexes(request, state.binding)) {
            trouble();
            break;
        }
        Plan plan = maker_.make_reads(request, state.binding);
        plan.key_hash = inspection.id;
        ++sequence_;
        move(plan, state.binding, loop.at, false);
        for (std::size_t a = 0; a < plan.next.size(); ++a)
            registry_.set_state(*state.binding.allocations[a], plan.next[a]);
        inspection.placed = maker_.place(request, state.binding); // it stays as it is, whatever is found
        bool unknown = false;
        for (Allocation* source : index_sources(state, request, unknown))
            residence_.fetch(*source, source->shape.whole());
        residence_.arrive();
        check_indexes(request, state.binding);
        const auto me = static_cast<std::size_t>(transport_->rank());
        for (std::size_t rank = 0; rank < inspection.placed.size(); ++rank)
            if (dry_ || rank == me)
                run_inspector(request, rank, stage, args, pointers, inspection);
        for (std::size_t slot = 0; slot < widened.size(); ++slot)
            if (widened[slot])
                inspection.widen_reads(slot);
        exchange_findings(inspection, loop.at);
        inspection.measure(declared);
        inspection.refined = stage >= loop.inspection->stages;
        inspection.given_up = inspection.lost;
        const bool last = stage + 1 == stages && !request.may_refine;
        if (last && !inspection.given_up && overlaps_again(state, inspection)) { // no plan will use what is found
            inspection.given_up = true;
            return;
        }
    }
    if (!inspection.given_up)
        note_worth(state, widened, pointers, inspection);
    inspection.id = ++inspections_;
    bind(state, request, pointers);
    maker_.refine_shapes(request, state.binding);
    if (!inspection.given_up && maker_.writes_indexes(request, state.binding)) {
        trouble();
        inspection.id = ++inspections_;
        bind(state, request, pointers);
    }
    if (request.replicated) {
        inspection.given_up = inspection.unknown_source = true;
        return;
    }
    note_sources(state, request, inspection);
}

// Whether all that inspectors would look for lies, whole and at its pointer, on every rank already, and stays as it is:
// tables that are only looked up. Then whole arrays cost nothing, and nothing needs to be found.
bool Runtime::all_is_there(LoopState& state, PlanRequest request, void* const* pointers) {
    request.inspection = nullptr;
    const Touched& closed = touched(state, request);
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

const Inspection* Runtime::nothing_found(LoopState& state, const hydra_rt_loop& loop) {
    if (state.nothing_found == nullptr) {
        state.nothing_found = std::make_unique<Inspection>(loop, transport_->size(), false);
        state.nothing_found->given_up = true;
        state.nothing_found->id = ++inspections_;
    }
    return state.nothing_found.get();
}

// Whether it has to be known what is written even where everything is here: stores must not meet what the bound reads.
static bool watches_bound(const hydra_rt_loop& loop) {
    return std::any_of(loop.watch, loop.watch + loop.watches, [](const auto& cell) { return cell.bound != 0; });
}

// Whether it is known without a look what all pointers lead to about which there is something to find.
bool Runtime::stand_in_blocks(const hydra_rt_loop& loop, void* const* pointers) {
    for (int slot = 0; slot < loop.slots; ++slot)
        if ((loop.inspection->found[slot] & (HYDRA_RT_FOUND_READ | HYDRA_RT_FOUND_WRITE)) != 0 &&
            registry_.in_arena(pointers[slot]) && registry_.find(pointers[slot]) == nullptr)
            return false;
    return true;
}

// marks: see hydra_rt_inspection. They are compared as they are, and told to no other rank: on each, the same ones are
// equal.
const Inspection* Runtime::inspect(LoopState& state, PlanRequest request, void* const* pointers, void* const* marks,
                                   void* args) {
    double start = now(), communicated = counters_.seconds.communication;
    const hydra_rt_loop& loop = *request.loop;
    state.looks.everywhere = false;
    const bool is_there = !state.refines && !watches_bound(loop) && all_is_there(state, request, pointers);
    if (is_there && !may_look_up(request, pointers))
        return nothing_found(state, loop);
    Key key{request.begin, request.end, request.align_offset,
            state.refines ? 1
            : is_there    ? 2
                          : 0,
            request.tables == nullptr ? 0 : static_cast<std::int64_t>(request.tables->id)};
    key.insert(key.end(), request.k, request.k + loop.keys);
    const auto add = [&key](const void* pointer) {
        key.push_back(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(pointer)));
    };
    std::for_each(pointers, pointers + loop.slots, add);
    std::for_each(marks, marks + loop.inspection->marks, add);
    key.push_back(std::fegetround()); // subscripts may come from floating-point values
    key.push_back(locale_in_use());   // or from isalpha, toupper, strcoll, strtod
    auto known = state.inspections.find(key);
    if (known != state.inspections.end()) {
        if (known->second->holds(era_)) {
            state.looks.dear = false;
            return known->second.get();
        }
        forget(state, *known->second);
    } else if (state.inspections.size() >= most_inspections) {
        for (const auto& [old, inspection] : state.inspections)
            forget(state, *inspection);
        state.inspections.clear();
    }
    // Who refines has planned already.
    if (!is_there && !state.refines && stand_in_blocks(loop, pointers) &&
        (looks_too_dearly(state, key) || overlapped_lately(state)))
        return nothing_found(state, loop);
    auto made = std::make_unique<Inspection>(loop, transport_->size(), state.refines);
    request.inspection = made.get();
    const bool offloads = loop.offload != nullptr && !residence_.empty();
    if (is_there) {
        if (!leave_to_ranks(state, request, pointers, *made))
            return nothing_found(state, loop);
        made->id = ++inspections_;
        remembers_ = true;
    } else if (transport_->size() == 1 && device_.threads() == 1 && !offloads && !watches_bound(loop)) {
        // There is nothing to move or to compare.
        made->given_up = true;
        made->era = era_;
        made->id = ++inspections_;
    } else {
        const double begun = now();
        run_stages(state, request, pointers, args, *made);
        if (state.looks.everywhere) {
            forget(state, *made);
            counters_.seconds.planning += now() - start - (counters_.seconds.communication - communicated);
            return nothing_found(state, loop);
        }
        remembers_ = true;
        note_price(state, request, *made, pointers, now() - begun);
    }
    counters_.seconds.planning += now() - start - (counters_.seconds.communication - communicated);
    return (state.inspections[key] = std::move(made)).get();
}

// Drops the plans that were made with an inspection that is out of date.
void Runtime::forget(LoopState& state, const Inspection& inspection) {
    const auto id = static_cast<std::int64_t>(inspection.id);
    std::erase_if(state.plans, [id](const auto& entry) { return entry.first.back() == id; });
    std::erase_if(state.known_touched, [id](const auto& entry) { return entry.first.back() == id; });
    state.touched = nullptr;
}

// Serial code is about to write.
void Runtime::bump_versions(const LoopState& state) {
    for (std::size_t slot = 0; slot < state.binding.of_slot.size(); ++slot)
        if (state.binding.of_slot[slot] != Binding::none && state.touched->slots[slot].written)
            ++state.binding.allocations[static_cast<std::size_t>(state.binding.of_slot[slot])]->version;
}

} // namespace hydra::rt

extern "C" void hydra_rt_touch(int slot, int reads, int writes, const volatile void* at, unsigned long bytes) {
    hydra::rt::recorder.add(static_cast<std::size_t>(slot), reads != 0, writes != 0, at, bytes);
}

extern "C" void hydra_rt_touch_any(int reads, int writes, const volatile void* at, unsigned long bytes) {
    hydra::rt::recorder.add_anywhere(reads != 0, writes != 0, static_cast<const char*>(const_cast<const void*>(at)),
                                     bytes);
}
