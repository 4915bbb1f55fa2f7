// Pointers that stand at even distances in memory, under ascending subscripts: those of a table (m[i]), or the same
// member of each struct of an array (s[i].p). Launches that move on need ever others of them, so all that stand in a
// block are looked at together, and compared with what stands there later.
#pragma once

#include "runtime/memory/registry.h"
#include "runtime/touch/footprint.h"

#include <vector>

namespace hydra::rt {

struct PointerColumn {
    static constexpr std::int64_t size = sizeof(void*);
    const char* base = nullptr; // where that of subscript 0 is
    std::int64_t step = size;
    long first = 0; // subscript of the first pointer
    std::vector<const char*> pointers;

    static constexpr std::size_t most = std::size_t{1} << 22; // pointers of one
    // The one that a launch goes through, whose slot points to `pointer`: without pointers.
    static PointerColumn of(const RowsReach& rows, const void* pointer);

    // Takes those that stand in the block; false: there are none, or too many.
    bool load(const Block& block);
    [[nodiscard]] const char* entry(long subscript) const;
    [[nodiscard]] long end() const { return first + static_cast<long>(pointers.size()); }
    [[nodiscard]] bool is_same(const PointerColumn& other) const { return base == other.base && step == other.step; }
    // Whether those of from <= x < to are there and have not been changed since they were loaded.
    [[nodiscard]] bool stands(long from, long to) const;
};

} // namespace hydra::rt
