// The fine inspector, which tells exactly what a section covers with some to spare, where it turns out to be needless.
#include "passes/sections/footprints.h"

namespace hydra::passes {

void forget_refinement(State& state, Region& region, ir::Kernel& kernel) {
    bool refined = false;
    for (RawAccess& raw : region.accesses.accesses) {
        refined = refined || raw.inspected.fine > 0;
        raw.inspected.fine = 0;
        raw.inspected.index = raw.inspected.index && !raw.inspected.fine_index;
    }
    if (!refined)
        return;
    kernel.inspection.inspectors.pop_back();
    describe_kernel(state, region, kernel);
}

} // namespace hydra::passes
