// A `parallel` as the user wrote it: its processes, what they touch, and what they yield.
#pragma once
#include "frontend/processes/parallel.h"

namespace hydra::frontend::cmaps {

// Fills `parallel`, whose context is set; its indexes are added to the innermost scope. Lines of C that compute bounds
// stand `depth` levels deep. False where it has errors, which are reported.
bool read_parallel(Parallel& parallel, CmapsUnit& unit, Scopes& scopes, CoordinationExpressions& expressions,
                   int depth);

} // namespace hydra::frontend::cmaps
