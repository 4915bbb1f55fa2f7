// Pass: placement by template. Iteration x of a kernel sits at the value of a subscript that x alone moves, in the
// first array that the loop writes (else reads); loops that touch one array dimension so share the template that the
// runtime cuts (docs/design/distribution.md, "Which rank runs iteration i?"). A loop without such a subscript is cut by
// its own iterations. After it: Distribution::alignment is set.
#include "passes/access/state.h"
#include "passes/passes.h"

namespace hydra::passes {

namespace {

bool align_to(ir::Kernel& kernel, Region& region, bool writes) {
    for (const RawAccess& raw : region.accesses.accesses) {
        if (!raw.known || raw.inspected.stage > 0 || raw.root == RawAccess::everything ||
            (raw.kind == ir::AccessKind::read) == writes)
            continue;
        const int slot = slot_of(kernel, region, raw);
        for (std::size_t d = 0; slot >= 0 && d < raw.subscripts.size(); ++d) {
            const auto line = along(region.symbols, raw.subscripts[d], region.chunk_variable);
            if (!line || line->scale == 0)
                continue;
            kernel.distribution.alignment = {slot, static_cast<int>(d), line->scale,
                                             region.symbols.host_expr(line->offset),
                                             subscript_text(region, kernel, raw, d)};
            region.placed = line;
            region.placed_by = static_cast<int>(&raw - region.accesses.accesses.data());
            return true;
        }
    }
    return false;
}

} // namespace

void placement_pass(State& state) {
    for (ir::Kernel& kernel : state.program.kernels) {
        Region& region = *state.kernels[static_cast<std::size_t>(kernel.id.value)];
        if (!align_to(kernel, region, true))
            align_to(kernel, region, false);
    }
}

} // namespace hydra::passes
