// Windows of serial code (hydra_rt_window): a place that reads element by element, nobody knows how far, asks for an
// element when it gets there. As long as it goes on in equal steps, it gets ever more of what comes next, so that few
// messages bring many elements, and at most a quarter of what it has read comes in vain.
#pragma once

#include "runtime/include/hydra_rt.h"
#include "runtime/memory/window_epoch.h"

#include <cstddef>
#include <cstdint>

namespace hydra::rt {

struct Allocation;

// `count` elements, one every `step` bytes, that lie in an allocation.
struct WalkPart {
    Allocation* allocation = nullptr;
    std::int64_t offset = 0; // of the lowest one
    std::int64_t count = 0;
    std::int64_t step = 1; // > 0, a multiple of bytes
    std::int64_t bytes = 1;

    // From the first element's first byte to behind the last one.
    [[nodiscard]] std::int64_t span() const { return (count - 1) * step + bytes; }
};

// The elements from the address on that the window is to ask for, which has not got this one; notes where the walk is.
// least: how many elements are worth a message, once the walk is recognised.
WalkPart next_part(hydra_rt_window& window, Allocation& allocation, std::uintptr_t address, std::int64_t bytes,
                   std::int64_t least);

// A site that reads one piece, from its pointer on.
hydra_rt_loop site_of_pieces();

} // namespace hydra::rt
