// See distribution_policy.h. Thresholds stand in runtime/policy/worth.h.
#include "runtime/steps/distribution_policy.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/plan/reductions.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

namespace hydra::rt {

namespace {

void note_look(LoopState& state, bool overlaps) {
    Backoff& looks = state.history.looks.overlaps;
    overlaps ? looks.fail() : looks.succeed();
}

// Whether tables are followed for what takes about a box for each of the launch's iterations, and these are not few.
bool is_followed_one_by_one(const PlanRequest& request) {
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
std::int64_t uneven_bytes(const Binding& binding) {
    std::int64_t bytes = 0;
    for (const Allocation* allocation : binding.allocations)
        bytes += allocation->everywhere ? 0 : static_cast<std::int64_t>(allocation->bytes);
    return bytes;
}

// What the first, the middle or the last iteration touches, whichever touches the most; no more than `most` bytes.
std::int64_t bytes_an_iteration(const PlanRequest& request, std::int64_t most) {
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

// Of noting it, and of a plan for it.
double price_of(const Found& found) {
    return static_cast<double>(found.touches) * worth::ns_a_note +
           static_cast<double>(found.runs()) * worth::ns_a_planned_run;
}

} // namespace

// Whether the program says which ranks run which iterations.
bool DistributionPolicy::is_said(const PlanRequest& request) {
    return request.place != nullptr && (request.place->scale != 0 || request.place->extent != 0);
}

bool DistributionPolicy::may_run_everywhere(const PlanRequest& request) const {
    const hydra_rt_loop& loop = *request.loop;
    if (transport_.size() > 1 && is_said(request))
        return false;
    return ((loop.flags & (HYDRA_RT_BRIEF | HYDRA_RT_LIGHT)) != 0 || transport_.size() == 1) &&
           loop.offload == nullptr && !observers_.restrictions().shared_out && request.shares == nullptr;
}

bool DistributionPolicy::cannot_afford(double cost) {
    if (!account_.would_lose(cost))
        return false;
    if (!account_.would_lose(cost - registry_.missing_bytes() * worth::ns_a_byte))
        return false;
    account_.refuse(cost);
    return true;
}

double DistributionPolicy::affordable(LoopState& state, const PlanRequest& request) const {
    if (!account_.is_open())
        return std::numeric_limits<double>::infinity();
    Effort saved;
    saved.shared = operations_of(*request.loop, request.k, {request.begin, request.end}, state.work, true);
    return account_.left() + std::min(saved.gain(transport_.size()), worth::most_of_guess * account_.left());
}

std::int64_t DistributionPolicy::most_pointers(LoopState& state, const PlanRequest& request) const {
    return static_cast<std::int64_t>(std::min(static_cast<double>(worth::most_pointers_of_launch),
                                              affordable(state, request) / worth::ns_a_pointer));
}

bool DistributionPolicy::is_too_much(const Found& found, double affordable) { return price_of(found) > affordable; }

// What has been looked at tells what the rest would take, and how much there is to do.
void DistributionPolicy::refuse_more_notes(LoopState& state, const Inspection& inspection) {
    state.history.looks.everywhere = true;
    state.work.noted = inspection.elements();
    double most = 0;
    for (std::size_t rank = 0; rank < inspection.ranks.size(); ++rank) {
        const Found& one = inspection.ranks[rank];
        double iterations = 0;
        for (const Interval& part : inspection.placed[rank])
            iterations += static_cast<double>(part.hi - part.lo);
        const double parts = iterations / std::max(1.0, static_cast<double>(one.at_last));
        most = std::max(most, std::max(1.0, parts) * price_of(one));
    }
    account_.refuse(most);
}

// It would have cost more than what may be lost, nobody knows how much.
bool DistributionPolicy::refuses_more_pointers(long iterations) {
    if (!account_.is_open())
        return false;
    const double price = std::max(account_.left(), static_cast<double>(iterations) * worth::ns_a_pointer);
    account_.refuse(worth::price_of_unknown * price);
    return true;
}

bool DistributionPolicy::cannot_plan(LoopState& state, const Inspection& inspection) {
    return state.history.looks.everywhere =
               cannot_afford(static_cast<double>(inspection.runs()) * worth::ns_a_planned_run);
}

bool DistributionPolicy::looks_too_dearly(LoopState& state, const PlanKey& key) const {
    auto& looks = state.history.looks;
    const double others = 1 - 1.0 / device_.threads(); // of the work, what other threads take over after a look
    if (!looks.dear || (transport_.size() == 1 && looks.seconds < others * state.cost.seconds))
        return false;
    looks.everywhere = true;
    if (looks.passed_over.insert(key.hash()) || !looks.again.is_due())
        return true;
    return looks.everywhere = false;
}

bool DistributionPolicy::overlapped_lately(LoopState& state, const PlanRequest& request) const {
    if (observers_.restrictions().shared_out || request.shares != nullptr || !state.history.looks.overlaps.leaves_out())
        return false;
    return state.history.looks.everywhere = true;
}

void DistributionPolicy::note_overlap(LoopState& state, const PlanRequest& request, const Plan& plan) {
    if (request.inspection != nullptr && !request.inspection->given_up && !request.replicated)
        note_look(state, plan.replicated);
}

bool DistributionPolicy::overlaps_again(LoopState& state, const PlanRequest& request,
                                        const Inspection& inspection) const {
    const bool may =
        state.history.looks.overlaps.has_failed() && !observers_.restrictions().shared_out && request.shares == nullptr;
    if (!may || !inspection.ranks_meet())
        return false;
    note_look(state, true);
    return state.history.looks.everywhere = true;
}

// Whether what has been found is so scattered that to find it, and to plan for it, was dearer than to run all of the
// launch on every rank, and to have on every rank, to begin with, all that it touches. Where iterations go through
// rows, each run is a row, for which as much is planned.
void DistributionPolicy::note_price(LoopState& state, const PlanRequest& request, const Inspection& inspection,
                                    void* const* pointers, double seconds) const {
    const hydra_rt_loop& loop = *request.loop;
    const std::int64_t bytes_a_run =
        (loop.flags & HYDRA_RT_BRIEF) != 0 ? worth::bytes_a_touch : worth::bytes_a_looked_up_run;
    const auto writes = [](unsigned what) { return (what & HYDRA_RT_FOUND_WRITE) != 0; };
    state.history.looks.dear = false;
    if (!may_run_everywhere(request) || inspection.given_up || inspection.fine)
        return;
    if (transport_.size() == 1) {
        state.history.looks.dear = true;
        state.history.looks.seconds = seconds / static_cast<double>(request.end - request.begin);
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
    const bool notes_long = (loop.flags & HYDRA_RT_LIGHT) != 0 && transport_.size() <= worth::most_ranks_noting &&
                            bytes <= worth::bytes_a_touch * touches;
    state.history.looks.dear =
        notes_long || (request.end - request.begin <= worth::iterations_a_run * runs && bytes <= bytes_a_run * runs);
    if (state.history.looks.dear && !std::exchange(state.history.looks.told, true))
        tell(loop, "to look up what this loop touches takes longer than to run it; where that serves one launch only, "
                   "every rank runs the whole loop instead");
}

bool DistributionPolicy::runs_everywhere(const LoopState& state, const PlanRequest& request) const {
    if (request.inspection != nullptr)
        return state.history.looks.everywhere;
    const std::vector<Allocation*>& arrays = state.binding.allocations;
    return (request.loop->flags & HYDRA_RT_WALKS) != 0 && transport_.size() > 1 && request.tables == nullptr &&
           may_run_everywhere(request) &&
           std::all_of(arrays.begin(), arrays.end(), [](const Allocation* array) { return array->everywhere; });
}

// Whether it would change nothing to run a launch of the loop on every rank, which takes no longer than to touch what
// it touches.
bool DistributionPolicy::is_light(const PlanRequest& request) const {
    const hydra_rt_loop& loop = *request.loop;
    return transport_.size() > 1 && !request.replicated && !is_said(request) && (loop.flags & HYDRA_RT_LIGHT) != 0 &&
           loop.reductions == 0 && loop.watches == 0 && loop.sweep == nullptr && loop.offload == nullptr &&
           !observers_.restrictions().shared_out && request.shares == nullptr;
}

bool DistributionPolicy::rows_are_out_of_order(const LoopState& state, const PlanRequest& request) const {
    const bool in_no_order = request.tables != nullptr && !request.tables->is_regular();
    return is_light(request) && request.loop->inspection == nullptr &&
           (state.plans.moves() || state.history.rows.told) && (in_no_order || is_followed_one_by_one(request)) &&
           uneven_bytes(state.binding) <= worth::most_bytes_everywhere &&
           bytes_an_iteration(request, worth::bytes_a_row) < worth::bytes_a_row;
}

bool DistributionPolicy::is_too_small_to_share(LoopState& state, const PlanRequest& request) const {
    using worth::small_launch_bytes;
    auto& small = state.history.small;
    small.is = request.tables == nullptr && request.inspection == nullptr &&
               (state.plans.moves() || small.everywhere) && is_light(request);
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
    const std::int64_t dear = (uneven + worth::bytes_a_small_launch - 1) / worth::bytes_a_small_launch;
    if (small.launches < worth::least_small_launches || small.launches / small.price < dear)
        return false;
    small.price *= uneven > 0 ? 2 : 1;
    return true;
}

void DistributionPolicy::note_shared(const LoopState& state, const Plan& plan) const {
    for (std::size_t a = 0; a < plan.written.size() && !plan.replicated && !state.history.small.is; ++a)
        if (plan.written[a])
            state.binding.allocations[a]->shared_in = launches_;
}

void DistributionPolicy::run_small_everywhere(LoopState& state, const hydra_rt_loop& loop) const {
    if (!std::exchange(state.history.small.everywhere, true))
        tell(loop,
             "this loop is run again and again, each time over other elements, and these are so few that to share "
             "them out takes longer than to run it; every rank runs the whole loop instead");
}

void DistributionPolicy::leave_rows(LoopState& state, const hydra_rt_loop& loop) const {
    if (!std::exchange(state.history.rows.told, true))
        tell(loop, "the rows of this loop stand in no order, and to plan for them takes longer than to run it; every "
                   "rank runs the whole loop instead");
    state.history.rows.looks.fail();
}

bool DistributionPolicy::leaves_rows_alone(LoopState& state) const {
    return registry_.uneven() == 0 && state.history.rows.looks.leaves_out();
}

bool DistributionPolicy::needs_nothing(const PlanRequest& request) const {
    const hydra_rt_loop& loop = *request.loop;
    const auto& asked = observers_.restrictions();
    return registry_.uneven() == 0 && residence_.empty() && !asked.all_described && !asked.shared_out && !asked.apart &&
           std::all_of(loop.reduction, loop.reduction + loop.reductions,
                       [](const hydra_rt_reduction& one) { return one.array == 0; });
}

bool DistributionPolicy::leaves_tables_alone(LoopState& state) const {
    return transport_.size() == 1 && !observers_.restrictions().all_described && residence_.empty() &&
           state.history.follows.looks.leaves_out();
}

void DistributionPolicy::note_following(LoopState& state, const PlanRequest& request, bool fresh) const {
    const hydra_rt_loop& loop = *request.loop;
    auto& follows = state.history.follows;
    if (transport_.size() > 1 || request.tables == nullptr || request.tables->is_regular() || request.replicated ||
        (loop.flags & HYDRA_RT_LIGHT) == 0 || loop.sweep != nullptr || loop.offload != nullptr ||
        request.shares != nullptr)
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

bool DistributionPolicy::is_in_vain(LoopState& state, const std::vector<bool>& widened, const Inspection& inspection) {
    if (!state.history.looks.vain.is_waiting())
        return false;
    for (std::size_t slot = 0; slot < widened.size(); ++slot)
        if (inspection.what[slot] != 0 && !widened[slot])
            return false;
    return state.history.looks.vain.leaves_out();
}

void DistributionPolicy::note_worth(LoopState& state, const std::vector<bool>& widened, void* const* pointers,
                                    const Inspection& inspection) const {
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
    in_vain ? state.history.looks.vain.fail() : state.history.looks.vain.succeed();
}

void DistributionPolicy::tell(const hydra_rt_loop& loop, const char* what) const {
    if (speaks_)
        complain(text(loop.at, ": ", what));
}

} // namespace hydra::rt
