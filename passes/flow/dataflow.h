// Data-flow problems on a control-flow graph: a worklist is worked off until the values at the blocks' edges no longer
// change.
//
// A problem is a class with
//   Value                                  the lattice; Value() is the neutral element of join: nothing comes here
//   (yet) static constexpr Direction direction Value boundary()                       at the entry (forward) or at the
//   exit (backward) bool join(Value& into, const Value&)   both ways are possible; whether that changes `into` void
//   transfer(BlockId, Value&)         from the block's begin to its end (forward) or back (backward)
// and, if edges say something, too,
//   void cross(BlockId from, const Cfg::Edge&, Value&)   along an edge
// and, if values could get worse without end,
//   void widen(BlockId, Value&, const Value& before)     where a join at the head of a loop has changed the value
// join must be commutative. transfer need not know Value().
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "passes/flow/cfg.h"

namespace hydra::passes {

enum class Direction { forward, backward };

// The value at each block's begin (forward: before transfer) or end (backward: before transfer). Blocks that nothing
// reaches keep Value().
template <class Problem> std::vector<typename Problem::Value> solve(const Cfg& graph, Problem& problem) {
    using Value = typename Problem::Value;
    using BlockId = Cfg::BlockId;
    constexpr bool forward = Problem::direction == Direction::forward;
    const std::vector<BlockId>& order = graph.reverse_postorder();
    const std::size_t count = order.size();
    // Blocks by the place at which they are worked on, so that most come after those that they depend on.
    constexpr std::size_t unreached = static_cast<std::size_t>(-1);
    std::vector<std::size_t> place(graph.blocks().size(), unreached);
    for (std::size_t i = 0; i < count; ++i)
        place[order[i]] = forward ? i : count - 1 - i;
    const auto block_at = [&](std::size_t at) { return order[forward ? at : count - 1 - at]; };

    std::vector<Value> values(graph.blocks().size());
    values[forward ? graph.entry() : graph.exit()] = problem.boundary();
    std::vector<bool> waits(count, true);
    const auto join = [&](BlockId from, BlockId to, const Value& value) {
        if constexpr (
            requires(Value & at) { problem.widen(to, at, value); }) {
            const Value before = values[to];
            const bool changed = problem.join(values[to], value);
            if (changed && place[from] >= place[to])
                problem.widen(to, values[to], before);
            return changed;
        } else {
            return problem.join(values[to], value);
        }
    };
    const auto hand_on = [&](BlockId from, BlockId to, const Cfg::Edge& edge, const Value& value, std::size_t& next) {
        if (place[to] == unreached)
            return;
        bool changed = false;
        if constexpr (requires(Value & along) { problem.cross(from, edge, along); }) {
            Value along = value;
            problem.cross(forward ? from : to, edge, along);
            changed = join(from, to, along);
        } else {
            changed = join(from, to, value);
        }
        if (changed && !waits[place[to]]) {
            waits[place[to]] = true;
            next = std::min(next, place[to]);
        }
    };
    for (std::size_t at = 0; at < count;) {
        std::size_t next = at + 1;
        if (waits[at]) {
            waits[at] = false;
            const BlockId block = block_at(at);
            Value value = values[block];
            problem.transfer(block, value);
            if constexpr (forward) {
                for (const Cfg::Edge& edge : graph.block(block).successors)
                    hand_on(block, edge.to, edge, value, next);
            } else {
                for (const BlockId before : graph.block(block).predecessors)
                    for (const Cfg::Edge& edge : graph.block(before).successors)
                        if (edge.to == block)
                            hand_on(block, before, edge, value, next);
            }
        }
        at = next;
    }
    return values;
}

} // namespace hydra::passes
