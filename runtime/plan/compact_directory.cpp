// See compact_directory.h.
#include "runtime/plan/compact_directory.h"

#include "runtime/policy/worth.h"

namespace hydra::rt {

std::optional<Settled> settled(const PlanContext& context, const Allocation& allocation, const DirState& next) {
    const Shape& shape = allocation.shape;
    // Along diagonals, a launch looks at the few bands around its own alone.
    if (next.boxes() <= worth::most_unsettled_boxes || shape.turned)
        return std::nullopt;
    const std::int64_t rows = (shape.units() + shape.stride(0) - 1) / shape.stride(0);
    const Partition rows_of(context.partition, 0, rows, context.ranks);
    std::vector<RankAccess> owners;
    std::vector<DirState::Entry> entries;
    for (int rank = 0; rank < context.ranks; ++rank) {
        std::vector<Range> boxes;
        for (const Interval& interval : rows_of.positions(rank)) {
            boxes.push_back({interval.lo, interval.hi, 1});
            for (const std::int64_t length : shape.len)
                boxes.push_back({0, length, 1});
        }
        const Region own = Region::from_boxes(shape.dims(), boxes) & shape.whole();
        const Region nothing(shape.dims());
        owners.push_back({rank, own, nothing, nothing, nothing});
        entries.push_back({own, RankSet::one(rank)});
    }
    DirState owned(context.ranks, shape.dims(), std::move(entries));
    if (owned.boxes() > next.boxes() / 4)
        return std::nullopt; // dealt one by one
    return Settled{std::move(owned), plan_launch(next, owners).transfers};
}

} // namespace hydra::rt
