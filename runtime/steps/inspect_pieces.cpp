// What a rank looks up for itself (a part of InspectStep): see InspectStep::access_of_piece.
#include "runtime/steps/inspect_step.h"
#include "runtime/steps/recorder.h"

#include <algorithm>

namespace hydra::rt {

// Whether devices are to get less than whole arrays of what a launch looks up in arrays that every rank has. Of a small
// table it would cost more to find out what is read than to send all of it.
bool InspectStep::may_look_up(const PlanRequest& request, void* const* pointers) {
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
bool InspectStep::leave_to_ranks(LoopState& state, PlanRequest request, void* const* pointers, Inspection& inspection) {
    request.inspection = nothing_found(state, *request.loop);
    binding_.bind(state, request, pointers);
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

// What these iterations of the launch touch, as the only rank's; nullopt where that cannot be looked up.
std::optional<Inspection> InspectStep::look_up(const LaunchContext& context, const hydra_rt_launch& launch,
                                               const std::vector<Interval>& iterations) {
    const Inspection* const known = context.request.inspection;
    if (known == nullptr || (known->given_up && !known->left_to_ranks))
        return std::nullopt;
    const hydra_rt_loop& loop = *launch.loop;
    fetch_sources(*context.state, context.request);
    Inspection piece(loop, 1, known->fine);
    piece.unit = known->unit;
    piece.refined = known->refined;
    const int stages = loop.inspection->stages + (known->fine ? 1 : 0);
    for (int stage = 0; stage < stages; ++stage)
        if (!inspect_iterations(registry_, loop, stage, iterations, launch.args, context.pointers.data(),
                                piece.ranks.front()))
            return std::nullopt;
    if (known->left_to_ranks)
        piece.widen_reads();
    return piece;
}

// Where inspectors found something that cannot be said of this piece alone,
// it only may write that: the rest has to be on the device before, or what lies there in its place would count as the
// newest.
PlanMaker::Access InspectStep::access_of_piece(const LaunchContext& context, const hydra_rt_launch& launch,
                                               const std::vector<Interval>& iterations) {
    const int me = transport_.rank();
    const Plan& plan = *static_cast<const Plan*>(launch.plan);
    const Binding& binding = context.binding();
    if (const std::optional<Inspection> piece = look_up(context, launch, iterations)) {
        PlanRequest request = context.request;
        request.inspection = &*piece;
        return maker_.evaluate(request, binding, me, iterations, PlanMaker::found_by(request, 0));
    }
    PlanRequest request = context.request;
    if (plan.rounds)
        request.rounds = &*plan.rounds;
    PlanMaker::Access access =
        maker_.evaluate(request, binding, me, iterations, PlanMaker::found_by(context.request, me));
    if (request.inspection != nullptr && !request.inspection->given_up)
        for (RankAccess& one : access) {
            one.maywrite |= one.write;
            one.write = Region(one.write.dims());
        }
    return access;
}

} // namespace hydra::rt
