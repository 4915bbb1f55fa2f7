// Whether ranks find out by themselves what they touch at places that data tell (a part of Runtime), since every rank
// has what decides it: then none has to know what others touch (runtime/offload/piece_access.h).
#include "runtime/launch/runtime.h"

#include <algorithm>

namespace hydra::rt {

// Whether devices are to get less than whole arrays of what a launch looks up in arrays that every rank has. Of a small
// table it would cost more to find out what is read than to send all of it.
bool Runtime::may_look_up(const PlanRequest& request, void* const* pointers) {
    const hydra_rt_loop& loop = *request.loop;
    if (loop.offload == nullptr || loop.offload->follows != 0)
        return false;
    std::vector<const Allocation*> tables;
    std::size_t bytes = 0;
    for (int slot = 0; slot < loop.slots; ++slot) {
        const Allocation* table =
            (loop.inspection->found[slot] & HYDRA_RT_FOUND_READ) != 0 ? registry_.find(pointers[slot]) : nullptr;
        if (table == nullptr || std::find(tables.begin(), tables.end(), table) != tables.end())
            continue;
        tables.push_back(table);
        bytes += table->bytes;
    }
    return bytes > static_cast<std::size_t>(request.end - request.begin);
}

// Fills an inspection with nothing but what it depends on; false: ranks cannot look up for themselves. The same on all
// ranks.
bool Runtime::leave_to_ranks(LoopState& state, PlanRequest request, void* const* pointers, Inspection& inspection) {
    request.inspection = nothing_found(state, *request.loop);
    bind(state, request, pointers);
    if (request.replicated)
        return false;
    maker_.refine_shapes(request, state.binding);
    if (maker_.writes_indexes(request, state.binding, true)) // pieces are looked up between others
        return false;
    note_sources(state, request, inspection);
    inspection.measure(declared_units(request));
    inspection.given_up = inspection.left_to_ranks = true;
    return !inspection.unknown_source;
}

} // namespace hydra::rt
