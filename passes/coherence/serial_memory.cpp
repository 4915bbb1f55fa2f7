// See serial_memory.h.
#include "passes/coherence/serial_memory.h"

#include <algorithm>

namespace hydra::passes {

namespace {

// Whether footprints leave the read out, and inspectors do not read it.
bool is_left_out(const RawAccess& raw) {
    return raw.everywhere && !raw.inspected.index && !raw.inspected.is_found() &&
           (raw.root == RawAccess::everything || !raw.tables.empty() || raw.whole);
}

} // namespace

SerialMemory::SerialMemory(State& state) : state_(state), looked_at_(std::set<int>()) {
    if (state.devices || state.program.kernels.empty()) {
        looked_at_.reset();
        return;
    }
    for (const std::unique_ptr<Region>& region : state.kernels)
        for (const RawAccess& raw : region->accesses.accesses) {
            const auto objects = is_left_out(raw) ? std::set<int>() : objects_of(pointers_of(state), raw);
            if (objects && looked_at_)
                looked_at_->insert(objects->begin(), objects->end());
            else
                looked_at_.reset();
        }
}

bool SerialMemory::holds(const RawAccess& access) const {
    if (state_.devices)
        return false;
    const auto objects = objects_of(pointers_of(state_), access);
    if (!uneven_memory_of(state_).has_none_of(objects))
        return false;
    return access.kind == ir::AccessKind::read ||
           (looked_at_ &&
            std::none_of(objects->begin(), objects->end(), [&](int object) { return looked_at_->contains(object); }));
}

} // namespace hydra::passes
