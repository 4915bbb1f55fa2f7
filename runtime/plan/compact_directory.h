// What is written here and there (b[perm[i]] = …) leaves a directory of as many boxes as elements, and every later plan
// would have to go through them. Beyond a limit, each row's newest values go to the row's owner when the loop is over,
// and the directory says that owners hold all: the rows are dealt as those of a loop over the array would be.
#pragma once

#include "runtime/directory/planner.h"
#include "runtime/plan/context.h"

#include <optional>
#include <vector>

namespace hydra::rt {

struct Settled {
    DirState next;
    std::vector<Transfer> transfers; // when the loop is over
};
// Of an allocation that the launch writes, with this state afterwards; nothing where it may stay as it is. (Of others
// it must not be asked: what others hold is forgotten, and transfers that stand before the launch must not have
// promised it to code behind.)
std::optional<Settled> settled(const PlanContext& context, const Allocation& allocation, const DirState& next);

} // namespace hydra::rt
