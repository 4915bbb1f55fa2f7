// What a part of a rank's iterations touches at places that data tell (a part of Runtime): the halves of a launch for
// which its device has no room, the parts of several devices, and all of them where no rank has to know what others
// touch, since every one has it. The rank runs the inspectors on these iterations once more, for itself.
//
// That is as good as what was found when the launch began: what inspectors read is the same until something is written
// that it depends on, and the launch writes none of it.
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

// Whether this rank is to look up what all of its iterations touch, for the one device that runs them. What has to come
// to the host for that may come again with each launch, while an array that is there as a whole needs nothing more: so
// no more comes, all in all, than what the device lacks.
bool Runtime::is_worth_looking_up(const Plan& plan) {
    const Inspection* const inspection = request_.inspection;
    if (inspection == nullptr || !inspection->left_to_ranks)
        return false;
    std::int64_t lacking = 0, behind = 0;
    for (std::size_t a = 0; a < plan.access.size(); ++a)
        lacking += handed_[a] ? 0
                              : residence_[plan.device_parts.front().device].lacking(*active_->binding.allocations[a],
                                                                                     plan.access[a].mayread);
    for (const Inspection::Source& source : inspection->sources)
        behind += residence_.behind(*source.allocation);
    if (active_->brought_to_look + behind > lacking || lacking == 0)
        return false;
    active_->brought_to_look += behind;
    return true;
}

// What these iterations of the active launch touch, as the only rank's; nullopt where that cannot be looked up.
std::optional<Inspection> Runtime::look_up(const hydra_rt_launch& launch, const std::vector<Interval>& iterations) {
    const Inspection* const known = request_.inspection;
    if (known == nullptr || (known->given_up && !known->left_to_ranks))
        return std::nullopt;
    const hydra_rt_loop& loop = *launch.loop;
    bool unknown = false;
    for (Allocation* source : index_sources(*active_, request_, unknown))
        residence_.fetch(*source, source->shape.whole());
    residence_.arrive();
    Inspection piece(loop, 1, known->fine);
    piece.unit = known->unit;
    piece.refined = known->refined;
    const int stages = loop.inspection->stages + (known->fine ? 1 : 0);
    for (int stage = 0; stage < stages; ++stage)
        if (!inspect_iterations(loop, stage, iterations, launch.args, pointers_.data(), piece.ranks.front()))
            return std::nullopt;
    if (known->left_to_ranks)
        piece.widen_reads();
    return piece;
}

// What some of the rank's iterations touch. Where inspectors found something that cannot be said of this piece alone,
// it only may write that: the rest has to be on the device before, or what lies there in its place would count as the
// newest.
PlanMaker::Access Runtime::access_of_piece(const hydra_rt_launch& launch, const std::vector<Interval>& iterations) {
    const int me = transport_->rank();
    if (const std::optional<Inspection> piece = look_up(launch, iterations)) {
        PlanRequest request = request_;
        request.inspection = &*piece;
        return maker_.evaluate(request, active_->binding, me, iterations, PlanMaker::found_by(request, 0));
    }
    PlanRequest request = request_;
    if (running_->rounds)
        request.rounds = &*running_->rounds;
    PlanMaker::Access access =
        maker_.evaluate(request, active_->binding, me, iterations, PlanMaker::found_by(request_, me));
    if (request_.inspection != nullptr && !request_.inspection->given_up)
        for (RankAccess& one : access) {
            one.maywrite |= one.write;
            one.write = Region(one.write.dims());
        }
    return access;
}

} // namespace hydra::rt
