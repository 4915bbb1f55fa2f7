// Where the iterations of a launch go whose program says where the indexes of its array lie (CMAPS). What a loop cannot
// be cut along is placed by rows alone, and what rows cannot tell, in blocks.
#pragma once

#include "runtime/plan/request.h"
#include "runtime/plan/said_layouts.h"

#include <optional>

namespace hydra::rt {

// along: the launch can be cut along its rounds, too. Nothing: the layout's kind and number say it (Placer).
std::optional<BoxShares> shares_said(const SaidPlace& place, const PlanRequest& request, int ranks, bool along);

} // namespace hydra::rt
