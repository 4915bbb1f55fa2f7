// Where the iterations of a launch go whose program says where the indexes of its array lie (CMAPS). What a loop cannot
// be cut along is placed by rows alone, and what rows cannot tell, in blocks.
#pragma once

#include "runtime/plan/request.h"
#include "runtime/plan/said_layouts.h"

#include <optional>

namespace hydra::rt {

// along: the launch can be cut along its rounds, too. Nothing: the layout's kind and number say it (Placer).
std::optional<BoxShares> shares_said(const SaidPlace& place, const PlanRequest& request, int ranks, bool along);

// Of an array of so many bytes that lies so: what a rank has in one piece, at least.
std::int64_t piece_bytes(const SaidPlace& place, std::int64_t bytes, int ranks);

} // namespace hydra::rt
