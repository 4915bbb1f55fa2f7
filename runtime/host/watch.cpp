// Watched cells: generated code took the values of pointers and integers out of memory before the launch or site, which
// is right where nothing that it writes meets them. Until the first write that does, every address is as assumed; so if
// no write at an assumed address meets a cell, none does.
#include "runtime/host/fail.h"
#include "runtime/host/footprint.h"
#include "runtime/host/runtime.h"
#include "runtime/host/text.h"

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
            const bool anywhere = bound >= 0 && slots[slot].writes_whole() && loop.watch[cell].bound != 1;
            if (anywhere || slots[slot].writes_meet(at - base, end - base))
                return cell;
        }
    }
    return -1;
}

void Runtime::distrust(LoopState& state, PlanRequest& request, int cell) {
    if (request.loop->watch[cell].bound != 0)
        fail(request.loop->at, text("what the loop stores changes ", request.loop->watch[cell].name,
                                    ", which its bound or step reads; store that in a variable before the loop"));
    run_everywhere(state, request,
                   text("what it stores may change ", request.loop->watch[cell].name, ", which tells what it touches"));
}

// Where every rank runs the loop, since it is not known what it stores: that may be what its bound reads.
void Runtime::refuse_unknown_bound(const PlanRequest& request) {
    for (int cell = 0; cell < request.loop->watches; ++cell)
        if (request.loop->watch[cell].bound == 2)
            fail(request.loop->at,
                 text("it is not known whether what the loop stores changes ", request.loop->watch[cell].name,
                      ", which its bound or step reads; store that in a variable before the loop"));
}

} // namespace hydra::rt
