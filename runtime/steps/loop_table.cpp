// See loop_table.h.
#include "runtime/steps/loop_table.h"

#include "runtime/base/fail.h"
#include "runtime/base/scalars.h"
#include "runtime/base/text.h"

namespace hydra::rt {

LoopState& LoopTable::add(hydra_rt_loop& loop) {
    loops_.push_back(std::make_unique<LoopState>(registry_, loop));
    LoopState& state = *loops_.back();
    state.index = static_cast<int>(loops_.size()) - 1;
    loop.runtime = &state;
    return state;
}

LoopState& LoopTable::enter(hydra_rt_loop& loop) {
    LoopState& state = add(loop);
    if (loop.kernel == nullptr) // a site
        return state;
    for (int r = 0; r < loop.reductions; ++r)
        if (!reducible(loop.reduction[r].op, loop.reduction[r].type))
            fail(loop.at, text("internal error: no such reduction of ", loop.reduction[r].name));
    state.counter = static_cast<int>(counters_.loops.size());
    counters_.loops.emplace_back().at = loop.at;
    return state;
}

hydra_rt_loop& LoopTable::segment_of(LoopState& state, const hydra_rt_loop& loop, int segment) {
    if (state.segments.empty()) {
        state.segments.assign(static_cast<std::size_t>(loop.sweep->segments), loop);
        for (int s = 0; s < loop.sweep->segments; ++s) {
            hydra_rt_loop& part = state.segments[static_cast<std::size_t>(s)];
            part.boxes = &loop.sweep->segment[s].part;
            part.kernel = part.boxes->kernel;
            part.kernel_apart = nullptr;
            part.sweep = nullptr;
            LoopState& own = add(part);
            own.counter = state.counter;
            own.segment = s;
        }
    }
    return state.segments[static_cast<std::size_t>(segment)];
}

} // namespace hydra::rt
