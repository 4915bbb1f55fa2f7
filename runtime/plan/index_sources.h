// Which arrays decide what a launch touches: those that its inspectors read.
#pragma once

#include "runtime/plan/plan.h"

#include <vector>

namespace hydra::rt {

// As far as is known what they read. reaches: what the launch touches, one a slot. unknown: set where some of that lies
// in no array.
std::vector<Allocation*> index_sources(const PlanRequest& request, const Binding& binding,
                                       const std::vector<Reach>& reaches, bool& unknown);

} // namespace hydra::rt
