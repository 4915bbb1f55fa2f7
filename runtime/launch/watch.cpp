// Watched cells: generated code took the values of pointers and integers out of memory before the launch or site, which
// is right where nothing that it writes meets them. Until the first write that does, every address is as assumed; so if
// no write at an assumed address meets a cell, none does.
#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/launch/bound_cells.h"
#include "runtime/launch/runtime.h"
#include "runtime/touch/footprint.h"

#include <cstring>

namespace hydra::rt {

// The first watched cell that what the launch or site writes may meet, by the present binding; -1: none.
int Runtime::written_cell(const LoopState& state, const hydra_rt_loop& loop, void* const* pointers,
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

void Runtime::distrust(LoopState& state, PlanRequest& request, int cell) {
    const hydra_rt_watch& watch = request.loop->watch[cell];
    run_everywhere(state, request,
                   text("what it stores may change ", watch.name,
                        watch.bound != 0 ? ", which its bound or step reads; store that in a variable before the loop"
                                         : ", which tells what it touches"));
}

std::function<void()> Runtime::behind_each() const {
    return bound_cells_.empty() ? std::function<void()>() : [this] { bound_cells_.check(); };
}

BoundCells::BoundCells(const hydra_rt_loop& loop, void* const* cells) : at_(loop.at) {
    for (int cell = 0; cell < loop.watches; ++cell) {
        const auto* first = static_cast<const unsigned char*>(cells[cell]);
        if (loop.watch[cell].bound != 0 && first != nullptr)
            cells_.push_back({&loop.watch[cell], first, {first, first + loop.watch[cell].bytes}});
    }
}

void BoundCells::check() const {
    for (const Cell& cell : cells_)
        if (std::memcmp(cell.at, cell.held.data(), cell.held.size()) != 0)
            fail(at_, text("what the loop stores changes ", cell.watch->name,
                           ", which its bound or step reads; store that in a variable before the loop"));
}

} // namespace hydra::rt
