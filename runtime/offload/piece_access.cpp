// See piece_access.h.
#include "runtime/offload/piece_access.h"

#include "runtime/plan/index_sources.h"
#include "runtime/touch/inspector.h"

namespace hydra::rt {

// What these iterations touch, as the only rank's; nullopt where that cannot be looked up.
std::optional<Inspection> PieceAccess::look_up(const DeviceLaunch& launch,
                                               const std::vector<Interval>& iterations) const {
    const Inspection* const known = launch.request.inspection;
    if (known == nullptr || (known->given_up && !known->left_to_ranks))
        return std::nullopt;
    const hydra_rt_loop& loop = launch.loop;
    bool unknown = false;
    for (Allocation* source : index_sources(launch.request, launch.binding, *launch.reaches, unknown))
        residences_.fetch(*source, source->shape.whole());
    residences_.arrive();
    Inspection piece(loop, 1, known->fine);
    piece.unit = known->unit;
    piece.refined = known->refined;
    const int stages = loop.inspection->stages + (known->fine ? 1 : 0);
    for (int stage = 0; stage < stages; ++stage)
        if (!inspect_iterations(registry_, loop, stage, iterations, launch.args, launch.pointers, piece.ranks.front()))
            return std::nullopt;
    piece.ranks.front().settle();
    if (known->left_to_ranks)
        piece.widen_reads();
    return piece;
}

PlanMaker::Access PieceAccess::of(const DeviceLaunch& launch, const std::vector<Interval>& iterations) const {
    if (const std::optional<Inspection> piece = look_up(launch, iterations)) {
        PlanRequest request = launch.request;
        request.inspection = &*piece;
        return maker_.evaluate(request, launch.binding, rank_, iterations, PlanMaker::found_by(request, 0));
    }
    PlanRequest request = launch.request;
    if (launch.plan.rounds)
        request.rounds = &*launch.plan.rounds;
    PlanMaker::Access access =
        maker_.evaluate(request, launch.binding, rank_, iterations, PlanMaker::found_by(launch.request, rank_));
    if (launch.request.inspection != nullptr && !launch.request.inspection->given_up)
        for (RankAccess& one : access) {
            one.maywrite |= one.write;
            one.write = Region(one.write.dims());
        }
    return access;
}

} // namespace hydra::rt
