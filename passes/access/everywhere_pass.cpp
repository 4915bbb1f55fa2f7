// Pass: everywhere. What a loop reads of memory that all ranks have at all times (uneven_memory.h) needs no messages,
// and nobody has to find out where its pointers lead. After it: such reads are marked. (Devices have memory of their
// own, into which everything has to get.)
#include <algorithm>

#include "passes/access/uneven_memory.h"
#include "passes/passes.h"

namespace hydra::passes {

namespace {

// Whether it would be much to find out what is read.
bool is_costly(const RawAccess& raw) {
    return raw.kind == ir::AccessKind::read && (raw.root == RawAccess::everything || !raw.tables.empty() || !raw.known);
}

} // namespace

void everywhere_pass(State& state) {
    const auto kernels = [&](const ir::Kernel& kernel) -> std::vector<RawAccess>& {
        return state.kernels[static_cast<std::size_t>(kernel.id.value)]->accesses.accesses;
    };
    const bool any = std::any_of(state.program.kernels.begin(), state.program.kernels.end(), [&](const auto& kernel) {
        const std::vector<RawAccess>& all = kernels(kernel);
        return !kernel.analysis.replicated && std::any_of(all.begin(), all.end(), is_costly);
    });
    if (!any || state.devices)
        return;
    const UnevenMemory& uneven = uneven_memory_of(state);
    for (const ir::Kernel& kernel : state.program.kernels)
        for (RawAccess& raw : kernels(kernel))
            raw.everywhere = raw.kind == ir::AccessKind::read && uneven.has_none_of(raw);
}

} // namespace hydra::passes
