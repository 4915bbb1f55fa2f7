// What is written here and there (b[perm[i]] = …) leaves a directory of as many boxes as elements, and every later plan
// would have to go through them. Beyond a limit, each row's newest values go to the row's owner when the loop is over,
// and the directory says that owners hold all: the rows are dealt as those of a loop over the array would be.
#include "runtime/plan/plan.h"

#include <algorithm>

namespace hydra::rt {
namespace {

constexpr std::size_t many_boxes = 8192; // of a state

} // namespace

// Only for an allocation that the launch writes: what others hold is forgotten, and transfers that stand before the
// launch must not have promised it to code behind.
void PlanMaker::settle(std::size_t allocation, const Binding& binding, LaunchPlan& part, Plan& plan) const {
    const Shape& shape = binding.allocations[allocation]->shape;
    // Along diagonals, a launch looks at the few bands around its own alone.
    if (part.next.boxes() <= many_boxes || shape.turned)
        return;
    const std::int64_t rows = (shape.units() + shape.stride(0) - 1) / shape.stride(0);
    const Partition rows_of(partition_, 0, rows, ranks_);
    std::vector<RankAccess> owners;
    std::vector<DirState::Entry> entries;
    for (int rank = 0; rank < ranks_; ++rank) {
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
    DirState settled(ranks_, shape.dims(), std::move(entries));
    if (settled.boxes() > part.next.boxes() / 4)
        return; // dealt one by one
    if (!plan.settling)
        plan.settling = std::make_shared<Plan>();
    add_transfers(binding, allocation, plan_launch(part.next, owners).transfers, *plan.settling);
    part.next = std::move(settled);
}

} // namespace hydra::rt
