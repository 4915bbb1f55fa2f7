// See floor.h.
#include "runtime/process/floor.h"

#include "runtime/base/clock.h"
#include "runtime/base/fail.h"
#include "runtime/base/memory.h"
#include "runtime/base/text.h"
#include <cstdio>
#include <cstdlib>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace hydra::rt {

Floor::Floor(Runtime& runtime, long least_spread, int node_ranks, bool speaks)
    : runtime_(runtime), least_spread_(least_spread), node_ranks_(std::max(1, node_ranks)), speaks_(speaks) {
    runtime_.account().open();
}

// The largest of all ranks' numbers, each by itself.
template <std::size_t N> std::array<double, N> Floor::most_of_all(const std::array<double, N>& mine) const {
    Transport& transport = runtime_.transport();
    std::vector<std::array<double, N>> all(static_cast<std::size_t>(transport.size()));
    transport.gather(0, &mine, sizeof mine, all.data());
    std::array<double, N> most = mine;
    if (transport.rank() == 0)
        for (const auto& one : all)
            for (std::size_t i = 0; i < N; ++i)
                most[i] = std::max(most[i], one[i]);
    transport.broadcast(0, &most, sizeof most);
    return most;
}

// What a rank has sent, looked at and planned for differs between ranks: the one with the most decides.
void Floor::look(const char* at) {
    if (alternates_) {
        next_look_ = steps_ + worth::steps_in_turn;
        enter(at);
        return;
    }
    Effort now = runtime_.counters().efforts();
    now.sites = steps_ - now.launches;
    const int ranks = runtime_.transport().size();
    runtime_.transport().waits_in(at, "what sharing out has cost");
    const auto [cost, invested] = most_of_all(std::array{now.cost() - seen_.cost(), now.invested - seen_.invested});
    const double work = now.work(ranks) - seen_.work(ranks);
    runtime_.account().add(cost, now.gain(ranks) - seen_.gain(ranks), work, invested);
    seen_ = now;
    const std::int64_t made = std::max<std::int64_t>(1, steps_ - looked_at_);
    const double apiece = std::max(1.0, (cost + work) / static_cast<double>(made));
    const auto wanted = static_cast<std::int64_t>(worth::ns_between_looks / apiece);
    looked_at_ = steps_;
    next_look_ = steps_ + std::clamp<std::int64_t>(wanted, 1, 2 * made);
    if (runtime_.account().is_lost(0) &&
        runtime_.account().is_lost(runtime_.registry().missing_bytes() * worth::ns_a_byte))
        enter(at);
}

// Whether this rank's share of its machine's memory has room for all that is not here yet.
bool Floor::fits() const {
    std::size_t missing = 0;
    for (const Allocation* allocation : runtime_.registry().uneven_allocations())
        missing += allocation->bytes;
    const bool here = missing <= available_memory() / 2 / static_cast<std::size_t>(node_ranks_);
    return most_of_all(std::array{here ? 0.0 : 1.0}).front() == 0;
}

void Floor::enter(const char* at) {
    if (!fits()) {
        runtime_.account().close();
        if (speaks_)
            complain(text(at, ": to share out what the program does costs more than it saves, but not every rank has "
                              "room for all of it"));
        return;
    }
    has_shared_ = true;
    runtime_.account().to_floor();
    ++runtime_.counters().account.floors;
    runtime_.gather_everything(at);
    runtime_.keep_found();
    if (speaks_)
        complain(text(at, ": to share out what the program does costs more than it saves: every rank runs all of it"));
    run_alike();
}

void Floor::begin() { run_alike(); }

void Floor::run_alike() {
    hydra_rt_single = HYDRA_RT_AT_FLOOR;
    hydra_rt_least_spread =
        alternates_ ? 0 : std::min(least_spread_, static_cast<long>(worth::least_counted_operations));
}

void Floor::stay() {
    stays_ = true;
    ++runtime_.counters().account.floors;
    hydra_rt_single = HYDRA_RT_AT_FLOOR;
    hydra_rt_least_spread = least_spread_;
}

void Floor::alternate() {
    alternates_ = true;
    next_look_ = 1;
}

bool Floor::leaves_for(hydra_rt_loop& loop, const long* k, Interval iterations) {
    if (stays_ || (!alternates_ && (loop.flags & HYDRA_RT_REPLICATED) != 0))
        return false;
    if (alternates_) {
        const bool leaves = ++steps_ % worth::steps_in_turn == 0;
        if (leaves)
            leave(loop.at);
        return leaves;
    }
    LoopState& state = runtime_.loops().state_of(loop);
    Effort saved;
    saved.shared = operations_of(loop, k, iterations, state.work, false);
    if (!runtime_.account().forgoes(saved.gain(runtime_.transport().size()), state.shared_in))
        return false;
    leave(loop.at);
    return true;
}

void Floor::leave(const char* at) {
    runtime_.registry().enter_put_off();
    runtime_.recall_found();
    const bool again = std::exchange(has_shared_, true);
    if (again) {
        ++runtime_.counters().account.back;
        if (speaks_)
            complain(text(at, ": ranks share out again what the program does"));
    }
    hydra_rt_single = 0;
    seen_ = runtime_.counters().efforts();
    seen_.sites = steps_ - seen_.launches;
    looked_at_ = steps_;
    next_look_ = steps_ + (alternates_ ? worth::steps_in_turn
                           : again     ? worth::steps_to_look_again
                                       : worth::steps_to_first_look);
}

} // namespace hydra::rt
