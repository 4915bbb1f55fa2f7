// See bind_step.h.
#include "runtime/steps/bind_step.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"

#include <algorithm>

namespace hydra::rt {
namespace {

constexpr std::size_t most_touched = 8192; // launches of one loop; beyond it, they are forgotten and described again

} // namespace

Touched& BindStep::touched(LoopState& state, PlanRequest& request) {
    request.whole = nullptr;
    key_.clear();
    key_.add_iterations(request);
    if (state.touched != nullptr && key_ == state.known_touched.key)
        return *state.touched;
    state.known_touched.key = key_;
    if (!request.serial_site && !state.plans.moves())
        if (auto known = state.known_touched.of_launches.find(key_); known != state.known_touched.of_launches.end())
            return *(state.touched = &known->second);
    state.known_touched.footprint.clear(request.loop->slots);
    const Interval whole{request.begin, request.end};
    request.describe({&whole, 1}, state.known_touched.footprint);
    if (request.inspection != nullptr)
        request.inspection->describe(state.known_touched.footprint, request.inspection->ranks.data(),
                                     request.inspection->ranks.size());
    else
        request.whole = &state.known_touched.footprint;
    // Serial code asks with ever other keys (one element after the other), and the last ones are enough.
    const bool once = request.serial_site || state.plans.moves();
    if (!once && state.known_touched.of_launches.size() >= most_touched)
        state.known_touched.of_launches.clear();
    Touched& found = once ? state.known_touched.last : state.known_touched.of_launches[key_];
    found.slots.clear();
    found.rows.clear();
    found.writes_tables.reset();
    for (const hydra_rt_footprint::Slot& slot : state.known_touched.footprint.slots) {
        const bool behind_table = request.tables == nullptr && !slot.tables.empty() && !slot.touches_nothing();
        if (behind_table)
            found.rows.push_back(slot.rows_reach(found.slots.size()));
        found.slots.push_back(behind_table ? Reach{} : slot.reach());
    }
    if (request.loop->watches > 0)
        found.written = state.known_touched.footprint.slots;
    found.reads_everything = state.known_touched.footprint.reads_everything;
    found.writes_everything = state.known_touched.footprint.writes_everything;
    found.beyond = state.known_touched.footprint.beyond;
    return *(state.touched = &found);
}

// A launch whose pointers do not point where the analysis took them to.
void BindStep::run_everywhere(LoopState& state, PlanRequest& request, const std::string& why) {
    const bool as_ever = transport_.size() == 1 && asker(state, request) == Binder::Asker::launch_run_everywhere;
    if (!request.serial_site && !as_ever) {
        if (!state.unknown_warned && transport_.rank() == 0)
            complain(text(request.loop->at, ": warning: ", why, "; every rank runs the whole loop"));
        state.unknown_warned = true;
    }
    gatherer_.gather_everything(request.loop->at);
    ++era_;
    request.replicated = true;
    state.binding.bind_nothing(state.binding.of_slot.size());
}

void BindStep::follow_tables(LoopState& state, PlanRequest& request, void* const*& pointers) {
    const bool by_table = !request.serial_site && residence_.empty() && !observers_.restrictions().whole_tables;
    const bool joins = by_table && !observers_.restrictions().apart && !observers_.watches_reads();
    const Tables::Request wanted{request.loop,         request.k,   request.begin, request.end, pointers,
                                 !request.serial_site, &residence_, by_table,      joins,       request.most_pointers};
    Tables::Outcome outcome = state.tables.look(wanted, views_);
    for (; outcome.stale != nullptr; outcome = state.tables.look(wanted, views_))
        gatherer_.gather(*outcome.stale, request.loop->at);
    request.lost_table = outcome.unknown;
    request.too_many_pointers = outcome.too_many;
    request.tables = outcome.view;
    if (outcome.view != nullptr)
        pointers = outcome.view->pointers.data();
    observers_.each([&](LaunchObserver& one) { one.tables_followed(request); });
}

void BindStep::bind(LoopState& state, PlanRequest& request, void* const* pointers) {
    if (request.lost_table >= 0) {
        state.binding.bind_nothing(static_cast<std::size_t>(request.loop->slots));
        run_everywhere(state, request,
                       text("it is not known where the pointers of ",
                            request.name(static_cast<std::size_t>(request.lost_table)), " are, or where they lead"));
        return;
    }
    if (!binds_) {
        leave_unbound(state, request);
        return;
    }
    Touched& all = touched(state, request);
    if (all.reads_everything)
        gatherer_.gather_everything(request.loop->at);
    state.binding.bind_nothing(all.slots.size());
    request.replicated = all.writes_everything;
    if (request.replicated) {
        ++era_;
        if (all.beyond != nullptr && !request.serial_site && !state.beyond_warned && transport_.rank() == 0)
            complain(text(request.loop->at, ": warning: the value ", all.beyond,
                          " is very large, as a negative number is when it is stored in an unsigned type, or does not "
                          "fit the type that it is converted to; every rank runs the whole loop (one signed type, long "
                          "or ptrdiff_t, for all sizes avoids this)"));
        state.beyond_warned = all.beyond != nullptr;
        return;
    }
    state.binder.bind(all.slots, pointers, request.tables, asker(state, request), state.binding);
    if (state.binding.unknown != Binding::none) {
        run_everywhere(
            state, request,
            text("it is not known which array ", request.name(static_cast<std::size_t>(state.binding.unknown)),
                 " points into: not one from malloc, calloc or realloc in serial code, nor a static or local "
                 "array, or one of two"));
        return;
    }
    bring_neighbours(state, request);
    if (request.tables != nullptr && writes_tables(state, request, all)) {
        run_everywhere(state, request, "the loop writes the memory of pointers through which it reaches arrays");
        return;
    }
    for (Allocation* allocation : state.binding.allocations)
        gatherer_.count(*allocation);
}

// A view of whole tables stands for launches with other arrays beside them, too.
bool BindStep::writes_tables(LoopState& state, const PlanRequest& request, Touched& all) {
    key_.clear();
    key_.add_memory(state.binding);
    if (!all.writes_tables || (request.tables->is_regular() && all.writes_tables_of != key_)) {
        all.writes_tables_of = key_;
        all.writes_tables = maker_.writes_tables(request, state.binding);
    }
    return *all.writes_tables;
}

Binder::Asker BindStep::asker(const LoopState& state, const PlanRequest& request) const {
    if (request.serial_site)
        return Binder::Asker::serial_site;
    if (observers_.restrictions().apart)
        return Binder::Asker::launch;
    const bool alone = transport_.size() == 1 && residence_.empty();
    const bool everywhere = (request.loop->flags & HYDRA_RT_REPLICATED) != 0 ||
                            (request.inspection != nullptr && request.inspection->given_up &&
                             (state.history.looks.everywhere || (alone && device_.threads() == 1)));
    return everywhere ? Binder::Asker::launch_run_everywhere : Binder::Asker::launch;
}

// Makes the arrays valid that slots may mean besides their own. (What a launch writes there by another slot, only the
// iteration that writes it may read.)
void BindStep::bring_neighbours(const LoopState& state, const PlanRequest& request) {
    const bool all_here = transport_.size() == 1 && residence_.empty();
    for (const Binding::Beside& beside : state.binding.beside) {
        if (!all_here)
            gatherer_.gather(*beside.allocation, request.loop->at);
        if (beside.written)
            ++beside.allocation->version;
    }
}

int BindStep::written_cell(const LoopState& state, const hydra_rt_loop& loop, void* const* pointers,
                           void* const* cells) {
    const std::vector<hydra_rt_footprint::Slot>& slots = state.touched->written;
    for (int cell = 0; cell < loop.watches; ++cell) {
        const auto at = reinterpret_cast<std::intptr_t>(cells[cell]);
        const auto end = at + static_cast<std::intptr_t>(loop.watch[cell].bytes);
        for (std::size_t slot = 0; slot < slots.size(); ++slot) {
            const auto base = reinterpret_cast<std::intptr_t>(pointers[slot]);
            const int bound = state.binding.of_slot[slot];
            if (bound >= 0) { // no store leaves the allocation, however far its section seems to reach
                const Allocation& all = *state.binding.allocations[static_cast<std::size_t>(bound)];
                const auto first = reinterpret_cast<std::intptr_t>(all.base);
                if (at >= first + static_cast<std::intptr_t>(all.bytes) || first >= end)
                    continue;
            }
            const bool anywhere = bound >= 0 && slots[slot].writes_whole();
            if (anywhere || slots[slot].writes_meet(at - base, end - base))
                return cell;
        }
    }
    return -1;
}

void BindStep::distrust(LoopState& state, PlanRequest& request, int cell) {
    const hydra_rt_watch& watch = request.loop->watch[cell];
    run_everywhere(state, request,
                   text("what it stores may change ", watch.name,
                        watch.bound != 0 ? ", which its bound or step reads; store that in a variable before the loop"
                                         : ", which tells what it touches"));
}

// Whether two slots go through the same pointers in memory, by one of which is written: the proof that iterations do
// not meet speaks of each alone.
static bool share_table(const hydra_rt_loop& loop, const std::vector<RowsReach>& rows, void* const* pointers) {
    const auto column = [&](const RowsReach& reach) { return PointerColumn::of(reach, pointers[reach.slot]); };
    for (const RowsReach& one : rows)
        for (const RowsReach& other : rows)
            if (one.slot < other.slot && (one.written || other.written) && !one.unknown && !other.unknown &&
                (loop.slot[one.slot].apart >> other.slot & 1) == 0 && column(one).is_same(column(other)))
                return true;
    return false;
}

// One rank, without devices, and nobody who wants to know what the launch touches.
bool BindStep::bind_without_tables(LoopState& state, PlanRequest& request, void* const* pointers) {
    const hydra_rt_loop& loop = *request.loop;
    if (state.tables.are_none() || transport_.size() > 1 || observers_.restrictions().all_described ||
        !residence_.empty() || !binds_ || request.shares != nullptr || loop.inspection != nullptr || loop.watches > 0 ||
        (loop.flags & HYDRA_RT_REPLICATED) != 0 ||
        std::any_of(loop.reduction, loop.reduction + loop.reductions, [](const auto& r) { return r.array != 0; }))
        return false;
    const bool several = device_.threads() > 1;
    if (several && (loop.flags & HYDRA_RT_INDEPENDENT) == 0)
        return false;
    const Touched& all = touched(state, request);
    std::int64_t amount = 0;
    for (const RowsReach& rows : all.rows)
        amount = std::min(worth_checking, amount + rows.amount);
    if (all.rows.empty() || (several && share_table(loop, all.rows, pointers)) || amount >= worth_checking ||
        all.reads_everything || all.writes_everything ||
        !state.single_rank_rows.hold(registry_, all.rows, pointers, several))
        return false;
    bind(state, request, pointers);
    if (request.replicated || state.single_rank_rows.meet(all.slots, state.binding, all.rows, pointers, several)) {
        request.replicated = false;
        request.whole = nullptr;
        return false;
    }
    request.reaches_rows = true;
    if (std::any_of(all.rows.begin(), all.rows.end(), [](const RowsReach& rows) { return rows.written; }))
        ++era_;
    return true;
}

void BindStep::leave_unbound(LoopState& state, PlanRequest& request) {
    ++era_;
    request.replicated = true;
    state.binding.bind_nothing(static_cast<std::size_t>(request.loop->slots));
}

} // namespace hydra::rt
