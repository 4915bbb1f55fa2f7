// Shared scalars and structs that iterations of a parallel loop store into and never read (README.md, "The directive").
#pragma once
#include <vector>

#include "frontend/sema/flow.h"

namespace hydra::frontend {

// What the accesses (all that the loop's body makes to one variable) store, one entry a member; empty where the
// variable is read too, or is of a kind whose last value cannot be kept: then the user has to say what is meant.
std::vector<ir::LastStored> last_stored(const std::vector<const Access*>& accesses);

} // namespace hydra::frontend
