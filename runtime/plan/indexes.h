// Does a launch write what tells where it goes: what its inspectors read, or the pointers in its tables?
#pragma once

#include "runtime/plan/access.h"
#include "runtime/plan/context.h"

namespace hydra::rt {

// What the launch's inspectors read, as far as is known; as that of `rank`.
Access index_access(const PlanRequest& request, const Binding& binding, int rank);
// Whether the launch writes, as far as is known, what its inspectors read. all_stay: what an iteration changes behind
// its own reads counts, too.
bool writes_indexes(const PlanRequest& request, const Binding& binding, bool all_stay);
// Whether the launch writes pointers that its tables were described by. May refine shapes (shapes.h).
bool writes_tables(const PlanContext& context, const PlanRequest& request, const Binding& binding);

} // namespace hydra::rt
