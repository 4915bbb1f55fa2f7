// Launches along columns of arrays whose rows ranks keep (hydra_rt_sweep): each part of the loop's body is run as a
// pipeline. A step of the pipeline is a launch like any other, in which each rank has a block of columns and its own
// rows of them: so what a block reads of others' rows comes from whoever holds the newest values, and neighbours alone
// exchange messages. Whether rows are kept is decided at each launch, from sizes that all ranks know.
#include "runtime/base/fail.h"
#include "runtime/launch/runtime.h"

#include <algorithm>

namespace hydra::rt {

// False: the launch is one like any other.
bool Runtime::run_edges(LaunchContext& context, hydra_rt_launch& launch, void* const* pointers) {
    LoopState& state = *context.state;
    loops_.segment_of(state, *launch.loop, 0);
    const std::optional<std::vector<BoxShares>> shares =
        maker_.keep_lines(context.request, state.binding, state.segments);
    if (!shares)
        return false;
    for (std::size_t part = 0; part < shares->size(); ++part)
        run_step(context, launch, state.segments[part], (*shares)[part], 0, pointers);
    for (int rank = 0; rank < transport_->size(); ++rank) {
        std::int64_t count = 0; // of the part in which the rank has the most
        for (const BoxShares& part : *shares) {
            std::int64_t own = 0;
            for (const Interval& interval : part.iterations[static_cast<std::size_t>(rank)])
                own += interval.hi - interval.lo;
            count = std::max(count, own);
        }
        if (plays_all_)
            counters_.iterations[static_cast<std::size_t>(rank)] += count;
        else if (rank == transport_->rank())
            counters_.iterations.front() += count;
    }
    return true;
}

// False: the launch is one like any other. True: it has run, and nothing of it is left to do.
bool Runtime::run_sweep(LaunchContext& context, hydra_rt_launch& launch, void* const* pointers) {
    const hydra_rt_offload* const offload = launch.loop->offload;
    if (observers_.restrictions().shared_out || (offload != nullptr && (offload->windows & 2) == 0))
        return false;
    const bool done = launch.loop->sweep->edges != nullptr ? run_edges(context, launch, pointers)
                                                           : run_pipeline(context, launch, pointers);
    if (!done)
        return false;
    launch.begin = launch.end;
    launch.plan = &no_iterations_;
    context.began = stopwatch_.start();
    ++counter(context).distributed;
    counter(context).offloaded += context.offloaded ? 1 : 0;
    return true;
}

bool Runtime::run_pipeline(LaunchContext& context, hydra_rt_launch& launch, void* const* pointers) {
    LoopState& state = *context.state;
    std::string told;
    const std::optional<PlanMaker::KeptRows> rows = maker_.keep_rows(context.request, state.binding, told);
    if (!rows)
        return false;
    if (verbose_ && !state.sweep_told && transport_->rank() == 0)
        complain(told);
    state.sweep_told = true;
    int place = 0; // of the rank that has run the last block
    for (int segment = 0; segment < launch.loop->sweep->segments; ++segment)
        run_segment(context, launch, segment, *rows, place, pointers);
    const auto used = [&](const Interval& own) {
        return std::max<std::int64_t>(0, std::min(own.hi, rows->used.hi) - std::max(own.lo, rows->used.lo));
    };
    const auto count = [&](int rank) {
        return (launch.end - launch.begin) * used(rows->of[static_cast<std::size_t>(rank)]) / used(rows->used);
    };
    for (int rank = 0; plays_all_ && rank < transport_->size(); ++rank)
        counters_.iterations[static_cast<std::size_t>(rank)] += count(rank);
    if (!plays_all_)
        counters_.iterations.front() += count(transport_->rank());
    return true;
}

void Runtime::run_segment(LaunchContext& context, hydra_rt_launch& launch, int segment, const PlanMaker::KeptRows& rows,
                          int& place, void* const* pointers) {
    const auto& [part, direction] = launch.loop->sweep->segment[segment];
    hydra_rt_loop& loop = loops_.segment_of(*context.state, *launch.loop, segment);
    const Interval columns{launch.begin, launch.end};
    std::vector<int> ranks;
    for (int rank = 0; rank < transport_->size(); ++rank)
        if (rows.of[static_cast<std::size_t>(rank)].lo < rows.of[static_cast<std::size_t>(rank)].hi)
            ranks.push_back(rank);
    if (direction < 0)
        std::reverse(ranks.begin(), ranks.end());
    if (direction == 0) { // whose row it writes, or else who has just been at work
        PlanRequest whole = context.request;
        whole.loop = &loop;
        whole.rounds = &all_rounds;
        hydra_rt_footprint footprint(loop.slots);
        whole.describe({&columns, 1}, footprint);
        const auto [first, last] = footprint.slots[static_cast<std::size_t>(launch.loop->sweep->slot)].used(part.dim);
        for (const int rank : ranks)
            if (const Interval& own = rows.of[static_cast<std::size_t>(rank)];
                first < last && own.lo <= first && first < own.hi)
                place = rank;
        ranks = {place};
    }
    const std::int64_t all = columns.hi - columns.lo;
    const SweepSteps steps(ranks, columns, direction == 0 ? all : sweep_width(all, transport_->size()));
    const auto count = static_cast<std::size_t>(transport_->size());
    for (std::int64_t step = 0; step < steps.count(); ++step) {
        BoxShares shares{std::vector<std::vector<Interval>>(count), std::vector<Interval>(count)};
        for (const auto& [rank, block] : steps.of(step)) {
            const Interval& own = rows.of[static_cast<std::size_t>(rank)];
            shares.iterations[static_cast<std::size_t>(rank)] = {block};
            shares.rounds[static_cast<std::size_t>(rank)] = {own.lo - part.offset, own.hi - part.offset};
        }
        run_step(context, launch, loop, shares, step, pointers);
    }
    place = ranks.back();
}

// One launch of a part.
void Runtime::run_step(LaunchContext& context, const hydra_rt_launch& launch, hydra_rt_loop& part,
                       const BoxShares& shares, std::int64_t step, void* const* pointers) {
    LaunchContext own;
    own.shares = &shares;
    own.step = step;
    context_ = &own;
    hydra_rt_launch one{&part, launch.args, &no_iterations_, launch.begin, launch.end, nullptr};
    begin_steps(own, one, pointers, context.request.k, context.request.align_offset);
    if (static_cast<Plan*>(one.plan)->replicated)
        fail(part.at, "internal error: ranks meet in a part of the loop");
    exchange(own, one);
    run_steps(own, one);
    commit_steps(own, one, nullptr);
    context_ = &context;
    context.offloaded |= own.offloaded;
    context.left = own.left;
}

} // namespace hydra::rt
