// What a footprint function says, slot by slot, before it is tied to allocations: shapes, and lists of boxes.
#pragma once

#include "runtime/include/hydra_rt.h"

#include <array>
#include <vector>

// The type that generated footprint functions fill; opaque to them.
struct hydra_rt_footprint {
    static constexpr int kinds = 3; // READ, WRITE, MAYWRITE, as numbered in hydra_rt_access less one

    struct Slot {
        long elem = 0; // 0: no shape was declared
        std::vector<long> len;
        std::array<std::vector<long>, kinds> boxes; // 3 * dims() numbers each, empty boxes left out
        std::array<bool, kinds> whole{};

        int dims() const { return static_cast<int>(len.size()) + 1; }
        bool touches_nothing() const;
    };

    std::vector<Slot> slots;

    explicit hydra_rt_footprint(int count) : slots(static_cast<std::size_t>(count)) {}
    // Forgets all boxes; shapes are declared anew by the next call of the function.
    void clear();
};
