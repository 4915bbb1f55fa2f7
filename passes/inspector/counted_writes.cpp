// See counted_writes.h.
#include "passes/inspector/counted_writes.h"

#include <algorithm>

#include "passes/dependence/race_finder.h"
#include "passes/sections/footprints.h"

namespace hydra::passes {

bool follow_counters(State& state, ir::Kernel& kernel) {
    std::unique_ptr<Region>& region = state.kernels[static_cast<std::size_t>(kernel.id.value)];
    const std::size_t told = state.program.accessors.size();
    std::unique_ptr<Region> before = std::exchange(region, accesses_of(state, kernel, {}, true));
    complete_region(state, kernel, *region);
    describe_kernel(state, *region, kernel);
    const auto& all = region->accesses.accesses;
    const bool known = std::none_of(all.begin(), all.end(), [](const RawAccess& raw) {
        return raw.kind != ir::AccessKind::read && (raw.root == RawAccess::everything || raw.whole || !raw.known);
    });
    if (known && region->stride.empty() && keep_apart(state, kernel, *region))
        return true;
    region = std::move(before);
    state.program.accessors.resize(told);
    describe_kernel(state, *region, kernel);
    return false;
}

} // namespace hydra::passes
