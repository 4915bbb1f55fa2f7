// The index spaces of a launch's allocations: units and rows that its views fit, or, for launches along diagonals,
// columns first (directory/turned.h).
#pragma once

#include "runtime/plan/context.h"
#include "runtime/plan/request.h"
#include "runtime/touch/binding.h"

namespace hydra::rt {

// Gives each allocation the shape that the launch's slots ask for. True when one changed (the launch's key changes
// then).
bool refine_shapes(const PlanContext& context, const PlanRequest& request, const Binding& binding);

} // namespace hydra::rt
