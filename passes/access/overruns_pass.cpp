// The last pass: what the symbolic runs of kernels and serial code have seen of subscripts that leave their rows
// (overrun_notes.h), in one set, since a function may be run through by many.
#include "passes/access/state.h"
#include "passes/passes.h"

namespace hydra::passes {

void overruns_pass(State& state) {
    for (const auto* regions : {&state.kernels, &state.sites})
        for (const auto& region : *regions)
            if (region)
                state.program.overruns.insert(region->accesses.overruns.begin(), region->accesses.overruns.end());
}

} // namespace hydra::passes
