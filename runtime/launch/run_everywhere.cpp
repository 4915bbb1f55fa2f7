// Launches that are not worth sharing out (a part of Runtime). Where an iteration does next to nothing, but writes
// where its data say (the exchanges of a sorting network), to look up one element after the other, tell all ranks and
// plan for it takes many times as long as to run the loop. That is worth it where many launches are served by one look.
// Where the last one served a single launch, the next new launches are run without: by every rank, all of it, in order.
// So is a loop that goes in ever other steps over an array that all ranks have (a sieve): if they shared that out, each
// would have every second element, then every third one of these. Nothing here depends on how long anything took, so
// that all ranks, and dry runs, decide alike; but for a single rank with several threads, which looks at the clock.
#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/launch/runtime.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace hydra::rt {

// Whether sums or products are rounded: then the way in which a launch is run shows in the last digits.
static bool rounds(const hydra_rt_loop& loop) {
    return std::any_of(loop.reduction, loop.reduction + loop.reductions, [](const hydra_rt_reduction& reduction) {
        const bool floating = (reduction.type >= HYDRA_RT_FLOAT && reduction.type <= HYDRA_RT_LDOUBLE) ||
                              reduction.type >= HYDRA_RT_CFLOAT;
        return floating && (reduction.op == HYDRA_RT_ADD || reduction.op == HYDRA_RT_MUL);
    });
}

bool Runtime::may_run_everywhere(const hydra_rt_loop& loop) const {
    return ((loop.flags & (HYDRA_RT_BRIEF | HYDRA_RT_LIGHT)) != 0 || transport_->size() == 1) &&
           loop.offload == nullptr && !verifier_ && !schemes_ && shares_ == nullptr;
}

// A launch that comes again may come often: from time to time it is looked up after all.
bool Runtime::looks_too_dearly(LoopState& state, const Key& key) const {
    auto& looks = state.looks;
    const double others = 1 - 1.0 / device_.threads(); // of the work, what other threads take over after a look
    if (!looks.dear || (transport_->size() == 1 && looks.seconds < others * state.cost.seconds))
        return false;
    looks.everywhere = true;
    if (looks.passed_over.insert(KeyHash{}(key)) || !looks.again.is_due())
        return true;
    return looks.everywhere = false;
}

// Whether looks have found that ranks touch what others write (as in a search through a graph, where many come to the
// same place), so that all that was found and planned was for nothing. They are tried again ever more rarely.
bool Runtime::overlapped_lately(LoopState& state) const {
    if (verifier_ || schemes_ || shares_ != nullptr || !state.looks.overlaps.leaves_out())
        return false;
    return state.looks.everywhere = true;
}

void Runtime::note_overlap(LoopState& state, bool overlaps) {
    overlaps ? state.looks.overlaps.fail() : state.looks.overlaps.succeed();
}

void Runtime::note_overlap(LoopState& state, const PlanRequest& request, const Plan& plan) {
    if (request.inspection != nullptr && !request.inspection->given_up && !request.replicated)
        note_overlap(state, plan.replicated);
}

// Whether ranks, which have overlapped the last time (and the user has been told), do so in what has just been found.
bool Runtime::overlaps_again(LoopState& state, const Inspection& inspection) const {
    const bool may = state.looks.overlaps.has_failed() && !verifier_ && !schemes_ && shares_ == nullptr;
    if (!may || !inspection.ranks_meet())
        return false;
    note_overlap(state, true);
    return state.looks.everywhere = true;
}

// Whether what has been found is so scattered that to find it, and to plan for it, was dearer than to run all of the
// launch on every rank, and to have on every rank, to begin with, all that it touches. Where iterations go through
// rows, each run is a row, for which as much is planned.
void Runtime::note_price(LoopState& state, const PlanRequest& request, const Inspection& inspection,
                         void* const* pointers, double seconds) {
    const hydra_rt_loop& loop = *request.loop;
    const std::int64_t bytes_a_run =
        (loop.flags & HYDRA_RT_BRIEF) != 0 ? worth::bytes_a_touch : worth::bytes_a_looked_up_run;
    const auto writes = [](unsigned what) { return (what & HYDRA_RT_FOUND_WRITE) != 0; };
    state.looks.dear = false;
    if (!may_run_everywhere(loop) || inspection.given_up || inspection.fine)
        return;
    if (transport_->size() == 1) {
        state.looks.dear = true;
        state.looks.seconds = seconds / static_cast<double>(request.end - request.begin);
        return;
    }
    if (std::none_of(inspection.what.begin(), inspection.what.end(), writes))
        return;
    std::int64_t runs = 0, touches = 0, bytes = 0;
    std::set<const Allocation*> arrays;
    for (std::size_t slot = 0; slot < inspection.what.size(); ++slot)
        arrays.insert(registry_.find(pointers[slot]));
    for (const Found& found : inspection.ranks) {
        for (std::size_t slot = 0; slot < found.reads.size(); ++slot)
            runs += static_cast<std::int64_t>(found.reads[slot].list().size() + found.writes[slot].list().size());
        touches += found.touches;
    }
    for (const Allocation* array : arrays)
        bytes += array == nullptr ? 0 : static_cast<std::int64_t>(array->bytes);
    // Each rank notes what its own iterations touch, one by one, which takes twenty times as long as to touch it.
    const bool notes_long = (loop.flags & HYDRA_RT_LIGHT) != 0 && transport_->size() <= worth::most_ranks_noting &&
                            bytes <= worth::bytes_a_touch * touches;
    state.looks.dear =
        notes_long || (request.end - request.begin <= worth::iterations_a_run * runs && bytes <= bytes_a_run * runs);
    if (state.looks.dear && verbose_ && !state.looks_told && transport_->rank() == 0) {
        complain(text(loop.at, ": to look up what this loop touches takes longer than to run it; where that serves one "
                               "launch only, every rank runs the whole loop instead"));
        state.looks_told = true;
    }
}

// Whether every rank is to run the launch, all of it.
bool Runtime::runs_everywhere(const LoopState& state, const PlanRequest& request) const {
    if (request.inspection != nullptr)
        return state.looks.everywhere;
    const std::vector<Allocation*>& arrays = state.binding.allocations;
    return (request.loop->flags & HYDRA_RT_WALKS) != 0 && transport_->size() > 1 && request.tables == nullptr &&
           may_run_everywhere(*request.loop) &&
           std::all_of(arrays.begin(), arrays.end(), [](const Allocation* array) { return array->everywhere; });
}

// Whether tables are followed for what takes about a box for each of the launch's iterations, and these are not few.
static bool is_followed_one_by_one(const PlanRequest& request) {
    const std::int64_t iterations = request.end - request.begin;
    if (request.tables == nullptr || request.whole == nullptr || iterations < worth::least_followed)
        return false;
    std::int64_t boxes = 0;
    for (const hydra_rt_footprint::Slot& slot : request.whole->slots)
        for (std::size_t kind = 0; slot.elem != 0 && kind < hydra_rt_footprint::kinds; ++kind)
            boxes += static_cast<std::int64_t>(slot.boxes[kind].size()) / (3 * slot.dims());
    return boxes >= iterations;
}

// Bytes of the arrays that not every rank has.
static std::int64_t uneven_bytes(const Binding& binding) {
    std::int64_t bytes = 0;
    for (const Allocation* allocation : binding.allocations)
        bytes += allocation->everywhere ? 0 : static_cast<std::int64_t>(allocation->bytes);
    return bytes;
}

// What the first, the middle or the last iteration touches, whichever touches the most; no more than `most` bytes.
static std::int64_t bytes_an_iteration(const PlanRequest& request, std::int64_t most) {
    const long last = request.end - 1;
    std::int64_t largest = 0;
    for (const long x : {request.begin, request.begin + (last - request.begin) / 2, last}) {
        hydra_rt_footprint one(request.loop->slots);
        request.describe(std::array{Interval{x, x + 1}}, one);
        std::int64_t bytes = 0;
        for (const hydra_rt_footprint::Slot& slot : one.slots)
            bytes += slot.touches_nothing() ? 0 : std::min(most, slot.reach().bytes);
        largest = std::max(largest, bytes);
    }
    return std::min(most, largest);
}

// Whether it would change nothing to run a launch of the loop on every rank, which takes no longer than to touch what
// it touches.
bool Runtime::is_light(const PlanRequest& request) const {
    const hydra_rt_loop& loop = *request.loop;
    return transport_->size() > 1 && !request.replicated && (loop.flags & HYDRA_RT_LIGHT) != 0 &&
           loop.reductions == 0 && loop.watches == 0 && loop.sweep == nullptr && loop.offload == nullptr &&
           !verifier_ && !schemes_ && shares_ == nullptr;
}

// Whether this launch moves on, through rows that stand in no order, or are cut in other ways each, and an iteration
// touches so little that to plan for a row takes longer than to go through it.
bool Runtime::rows_are_out_of_order(const LoopState& state, const PlanRequest& request) const {
    const bool in_no_order = request.tables != nullptr && !request.tables->is_regular();
    return is_light(request) && request.loop->inspection == nullptr && (state.moves() || state.rows.told) &&
           (in_no_order || is_followed_one_by_one(request)) &&
           uneven_bytes(state.binding) <= worth::most_bytes_everywhere &&
           bytes_an_iteration(request, worth::bytes_a_row) < worth::bytes_a_row;
}

// Whether this launch moves on, as many did before it, and all of it takes less time than a message (a rotation of two
// rows of a small matrix), while nobody has shared out larger launches over its arrays. To bring these to all ranks,
// once, must take no time beside what the launches before have taken; and each time that has not lasted, they must have
// been twice as many.
bool Runtime::is_too_small_to_share(LoopState& state, const PlanRequest& request) {
    using worth::small_launch_bytes;
    auto& small = state.small;
    small.is = request.tables == nullptr && request.inspection == nullptr && (state.moves() || small.everywhere) &&
               is_light(request);
    if (small.is && small.looks++ % worth::looks_again_at_small == 0)
        small.bytes = bytes_an_iteration(request, small_launch_bytes);
    small.is =
        small.is && small.bytes * std::min(small_launch_bytes, request.end - request.begin) <= small_launch_bytes;
    const auto was_shared = [&](const Allocation* allocation) { return allocation->shared_in > small.since; };
    if (!small.is || std::any_of(state.binding.allocations.begin(), state.binding.allocations.end(), was_shared)) {
        small.launches = 0;
        small.since = launches_;
        return false;
    }
    ++small.launches;
    const std::int64_t uneven = uneven_bytes(state.binding);
    if (small.launches < worth::least_small_launches ||
        small.launches / small.price < uneven / worth::bytes_a_small_launch)
        return false;
    small.price *= uneven > 0 ? 2 : 1;
    return true;
}

// Notes which arrays the launch has written, where ranks have shared out more than a little work.
void Runtime::note_shared(const LoopState& state, const Plan& plan) const {
    for (std::size_t a = 0; a < plan.written.size() && !plan.replicated && !state.small.is; ++a)
        if (plan.written[a])
            state.binding.allocations[a]->shared_in = launches_;
}

void Runtime::run_small_everywhere(LoopState& state, PlanRequest& request) {
    const hydra_rt_loop& loop = *request.loop;
    for (Allocation* allocation : state.binding.allocations)
        bring_together(*allocation, loop.at);
    if (verbose_ && !state.small.everywhere && transport_->rank() == 0)
        complain(text(loop.at, ": this loop is run again and again, each time over other elements, and these are so "
                               "few that to share them out takes longer than to run it; every rank runs the whole "
                               "loop instead"));
    state.small.everywhere = true;
    request.replicated = true;
    request.may_refine = false;
}

void Runtime::run_rows_everywhere(LoopState& state, PlanRequest& request) {
    const hydra_rt_loop& loop = *request.loop;
    for (Allocation* allocation : state.binding.allocations)
        bring_together(*allocation, loop.at);
    if (verbose_ && !state.rows.told && transport_->rank() == 0)
        complain(text(loop.at,
                      ": the rows of this loop stand in no order, and to plan for them takes longer than to run "
                      "it; every rank runs the whole loop instead"));
    state.rows.told = true;
    state.rows.looks.fail();
    request.tables = nullptr;
    run_unbound(state, request);
}

// Whether the launch is one of those behind a look that found rows out of order, and where they lead does not matter.
bool Runtime::leaves_rows_alone(LoopState& state, PlanRequest& request) {
    if (registry_.uneven() > 0 || !state.rows.looks.leaves_out())
        return false;
    run_unbound(state, request);
    return true;
}

// Whether the last launches, on the only rank, took longer to follow their pointers than to run, so that this one is
// run on one thread, in order, whatever it touches.
bool Runtime::leaves_tables_alone(LoopState& state, PlanRequest& request) {
    if (transport_->size() > 1 || verifier_ || dry_ || schemes_ || !residence_.empty() ||
        !state.follows.looks.leaves_out())
        return false;
    run_unbound(state, request);
    return true;
}

// fresh: the launch's plan has been made for it. Where sums are rounded, only that counts which does not depend on the
// number of threads, so that this does not change a bit.
void Runtime::note_following(LoopState& state, const PlanRequest& request, bool fresh) const {
    const hydra_rt_loop& loop = *request.loop;
    auto& follows = state.follows;
    if (transport_->size() > 1 || request.tables == nullptr || request.tables->is_regular() || request.replicated ||
        (loop.flags & HYDRA_RT_LIGHT) == 0 || loop.sweep != nullptr || loop.offload != nullptr || shares_ != nullptr)
        return;
    const bool exact = !rounds(loop);
    const bool in_arrays =
        std::any_of(loop.reduction, loop.reduction + loop.reductions, [](const auto& one) { return one.array != 0; });
    if (!exact && loop.inspection == nullptr && !in_arrays) // it may be bound without tables, if there is one thread
        return;
    const bool moved = request.tables->id != std::exchange(follows.view, request.tables->id);
    std::int64_t pointers = 0, bytes = 0;
    for (const auto& rows : request.tables->row_of)
        pointers += static_cast<std::int64_t>(rows.size());
    const std::int64_t most_bytes = worth::bytes_a_followed_pointer * pointers;
    bool dear = (exact ? fresh : moved) && pointers >= worth::least_followed_pointers;
    if (dear) {
        hydra_rt_footprint all(loop.slots);
        loop.footprint(&all, request.k, request.begin, request.end);
        request.tables->expand(all);
        for (const hydra_rt_footprint::Slot& slot : all.slots)
            bytes = std::min(most_bytes, bytes + std::min(most_bytes, slot.reach().bytes));
        dear = bytes < most_bytes;
    }
    follows.dear = dear ? follows.dear + 1 : 0;
    if (!dear)
        follows.looks.succeed();
    if (follows.dear < worth::arrays_in_turn)
        return;
    follows.looks.fail();
    follows.dear = worth::arrays_in_turn - 1;
}

// Every rank runs it, with all arrays that it may touch there; it may write to any of them.
void Runtime::run_unbound(LoopState& state, PlanRequest& request) {
    ++era_;
    request.replicated = true;
    state.binding.bind_nothing(static_cast<std::size_t>(request.loop->slots));
}

} // namespace hydra::rt
