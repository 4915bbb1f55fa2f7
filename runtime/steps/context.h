// One launch on its way: bind, inspect, decide, plan, exchange, run, commit. What a step finds out stands here for
// those behind it.
#pragma once

#include "runtime/backend/cpu.h"
#include "runtime/plan/request.h"
#include "runtime/steps/bound_cells.h"
#include "runtime/steps/loop_state.h"
#include "runtime/touch/binding.h"

#include <optional>
#include <vector>

namespace hydra::rt {

struct LaunchContext {
    LoopState* state = nullptr; // the loop's; null: no launch is active
    // A step of a sweep: who runs what; null: it is a launch of its own.
    const BoxShares* shares = nullptr;
    std::int64_t step = 0;
    std::optional<SaidPlace> place; // as the program says
    bool unshared = false;          // every rank is to run it, as the program says
    double began = 0;

    // What is planned for. Where request.k has to last beyond `begin`, it points into keys; request.whole does not.
    PlanRequest request{};
    std::vector<long> keys;
    BoundCells bound_cells; // where every rank runs it

    bool in_kernel = false;                       // a part of its iterations runs: ranks do different things now
    bool left_out = false;                        // its iterations do not run (a dry run)
    bool offloaded = false;                       // a device has run it, or a step of it
    std::optional<CpuDevice::Left> left_by_all{}; // errno and exceptions of all ranks, where one process plays them
    CpuDevice::Left left{};                       // as the program is to find them

    [[nodiscard]] Binding& binding() const { return state->binding; }
    // What is to be called behind each iteration; empty: nothing.
    [[nodiscard]] std::function<void()> behind_each() const {
        return bound_cells.empty() ? std::function<void()>() : [this] { bound_cells.check(); };
    }
};

} // namespace hydra::rt
