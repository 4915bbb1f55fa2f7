// See schemes.h. A tile is what a rank runs of a block of iterations; blocks are counted from iteration 0, and where
// shares end inside of one, it is as many tiles as there are ranks in it.
#include "runtime/modes/schemes.h"

#include "runtime/base/integers.h"

#include <algorithm>

namespace hydra::rt {
namespace {

constexpr std::size_t most_flows = 4096; // allocations that are known; beyond it, all are forgotten

// The share, tile by tile.
std::map<std::int64_t, std::vector<Interval>> tiles_of(const std::vector<Interval>& share, std::int64_t size) {
    std::map<std::int64_t, std::vector<Interval>> tiles;
    for (const Interval& interval : share)
        for (std::int64_t lo = interval.lo; lo < interval.hi;) {
            const std::int64_t number = floor_div(lo, size);
            // A block may end beyond the largest number.
            const std::int64_t left = size - (lo - number * size);
            const std::int64_t hi = interval.hi - lo <= left ? interval.hi : lo + left;
            tiles[number].push_back({lo, hi});
            lo = hi;
        }
    return tiles;
}

} // namespace

Flow& Schemes::flow_of(const Allocation& allocation) {
    if (flows_.size() > most_flows)
        flows_.clear();
    auto [at, fresh] = flows_.try_emplace(allocation.serial, Entry{allocation.shape, Flow(allocation.shape.dims())});
    Entry& entry = at->second;
    // What serial code has brought together and perhaps changed is no tile's.
    if (!fresh && allocation.everywhere)
        entry = {allocation.shape, Flow(allocation.shape.dims())};
    if (!(entry.shape == allocation.shape)) {
        if (entry.shape.bytes == allocation.shape.bytes && allocation.shape.elem <= entry.shape.elem)
            entry.flow.map(allocation.shape.dims(),
                           [&](const Region& region) { return reshape(region, entry.shape, allocation.shape); });
        else
            entry.flow = Flow(allocation.shape.dims());
        entry.shape = allocation.shape;
    }
    return entry.flow;
}

Additions Schemes::before(PlanMaker& maker, const PlanRequest& request, const Binding& binding) {
    tiles_.assign(binding.allocations.size(), {});
    const std::vector<std::vector<Interval>> shares = maker.place(request, binding);
    for (std::size_t rank = 0; rank < shares.size(); ++rank)
        for (const auto& [number, intervals] : tiles_of(shares[rank], spec_.tile)) {
            PlanMaker::Access access = maker.evaluate(request, binding, static_cast<int>(rank), intervals, {});
            for (std::size_t a = 0; a < access.size(); ++a)
                tiles_[a].push_back({static_cast<int>(rank), number, access[a].reads(), std::move(access[a].write),
                                     std::move(access[a].maywrite)});
        }
    Additions additions;
    additions.reads.resize(binding.allocations.size());
    for (std::size_t a = 0; a < binding.allocations.size(); ++a) {
        const Allocation& allocation = *binding.allocations[a];
        Redundancy redundancy = flow_of(allocation).read(spec_.scheme, tiles_[a], allocation.state->full());
        additions.reads[a] = std::move(redundancy.extra);
        for (const auto& [pair, elements] : redundancy.filler)
            additions.fillers.push_back(
                {static_cast<int>(a), pair.first, pair.second, elements * allocation.shape.elem});
    }
    return additions;
}

void Schemes::after(const PlanRequest& request, const Binding& binding, int loop, const Plan& plan) {
    for (std::size_t a = 0; a < binding.allocations.size(); ++a)
        flow_of(*binding.allocations[a]).write({loop, request.begin, request.end}, tiles_[a]);
    tiles_.clear();
    forget_reduced(binding, plan);
}

void Schemes::forget_reduced(const Binding& binding, const Plan& plan) {
    for (const ReducedArray& array : plan.arrays)
        flow_of(*binding.allocations[static_cast<std::size_t>(array.allocation)]).forget(array.section);
}

void Schemes::pass_over(PlanMaker& maker, const PlanRequest& request, const Binding& binding, const Plan& plan) {
    if (request.replicated && binding.allocations.empty())
        flows_.clear(); // nobody knows what it writes
    if (std::find(plan.written.begin(), plan.written.end(), true) == plan.written.end() || request.alone)
        return;
    const PlanMaker::Access access =
        maker.evaluate(request, binding, 0, {{request.begin, request.end}}, PlanMaker::found_by_all(request));
    for (std::size_t a = 0; a < access.size(); ++a)
        flow_of(*binding.allocations[a]).forget(access[a].writes());
    forget_reduced(binding, plan);
}

} // namespace hydra::rt
