// Pass: movement. Where the data of each read come from, seen from the placement of the kernel that reads: its own
// part, the neighbours' at a fixed distance, the same part for all, or somewhere else. Nothing depends on it but the
// report; the runtime finds out exactly. After it: Access::movement of every kernel's reads is set.
#include <algorithm>

#include "passes/state.h"

namespace hydra::passes {

namespace {

using Kind = ir::Movement::Kind;

bool mentions_chunk(const std::string& text) {
    return text.find("hydra_lo") != std::string::npos || text.find("hydra_hi") != std::string::npos;
}

// Whether the chunk of iterations decides which part of dimension d is touched.
bool moves(const Region& region, const ir::Access& access, const RawAccess& raw, std::size_t d) {
    if (access.form == ir::Access::Form::box && access.box.size() == raw.subscripts.size())
        return mentions_chunk(access.box[d].lo) || mentions_chunk(access.box[d].hi);
    const auto line = along(region.symbols, raw.subscripts[d], region.chunk_variable);
    return !line || line->scale != 0;
}

ir::Movement movement(const Region& region, const ir::Kernel& kernel, const ir::Access& access, const RawAccess& raw) {
    ir::Movement found;
    if (!raw.known || !region.placed)
        return found;
    found.kind = Kind::all;
    for (std::size_t d = 0; d < raw.subscripts.size(); ++d) {
        if (!moves(region, access, raw, d))
            continue;
        const bool moved_before = found.kind != Kind::all;
        const bool same_dimension = static_cast<int>(d) == kernel.alignment.dim || raw.subscripts.size() == 1;
        const auto line = along(region.symbols, raw.subscripts[d], region.chunk_variable);
        found.kind = Kind::elsewhere;
        found.dim = static_cast<int>(d);
        found.subscript = region.symbols.user_text(raw.subscripts[d]);
        if (moved_before || !line || !same_dimension || line->scale != region.placed->scale)
            return found;
        found.kind = line->offset == region.placed->offset ? Kind::own : Kind::neighbour;
    }
    return found;
}

} // namespace

void classify_movement(State& state) {
    for (ir::Kernel& kernel : state.program.kernels) {
        const Region& region = *state.kernels[static_cast<std::size_t>(kernel.id.value)];
        for (ir::Access& access : kernel.accesses) {
            const auto raw = std::find_if(
                region.accesses.accesses.begin(), region.accesses.accesses.end(), [&](const RawAccess& candidate) {
                    return candidate.range.file == access.range.file && candidate.range.begin == access.range.begin &&
                           candidate.range.end == access.range.end && candidate.text == access.text;
                });
            if (raw != region.accesses.accesses.end())
                access.movement = movement(region, kernel, access, *raw);
        }
    }
}

} // namespace hydra::passes
