// Runs inspectors: generated functions that say, element by element, what iterations touch (hydra_rt_touch).
#pragma once

#include "runtime/memory/registry.h"
#include "runtime/touch/inspection.h"

#include <span>

namespace hydra::rt {

// Notes what these iterations touch, as far as the stage tells; false: something that no slot leads to. pointers: of
// all slots. One inspector runs at a time.
bool inspect_iterations(Registry& registry, const hydra_rt_loop& loop, int stage, std::span<const Interval> iterations,
                        void* args, void* const* pointers, Found& found);

} // namespace hydra::rt
