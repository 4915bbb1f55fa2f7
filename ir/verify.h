// Checks of a program's structure between passes; a failure is a fault of hydracc.
#pragma once
#include <span>
#include <string_view>

#include "ir/program.h"

namespace hydra::ir {

// Throws support::InternalError naming what is wrong: an operation that names no kernel or site, a kernel launched
// nowhere or twice, an access to a slot that does not exist, a box whose dimensions are not its slot's, an alignment
// outside its slot, a write that is widened without a reason, a section that speaks of what is no key, a key or slot
// that host code cannot evaluate; and what of the
// promises of these passes, which have run in this order, does not hold (promises.h). The message names the last of
// them.
void verify(const Program& program, std::span<const std::string_view> passes = {});

} // namespace hydra::ir
