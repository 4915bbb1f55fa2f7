// Is the memory there that a plan touches?
#pragma once

#include "runtime/plan/access.h"
#include "runtime/plan/context.h"

namespace hydra::rt {

// Whether the allocations are so small, or memory has been found to be so ample, that nothing need be checked.
bool memory_suffices(const Binding& binding);
// Ends all ranks with a message where this rank's access needs more memory than there is.
void check_memory(const PlanContext& context, const PlanRequest& request, const Binding& binding, const Access& access);

} // namespace hydra::rt
