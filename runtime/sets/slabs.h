// Regions as rectangular copies between a host and a device. A box whose inner dimensions are dense is few long rows;
// one that is a part of each row is one rectangle, where a list of runs would have an entry a row.
#pragma once

#include "runtime/sets/view.h"

#include <vector>

namespace hydra::rt {

// Rectangular bytes of an allocation: `planes` times `rows` rows of `bytes` bytes, the first at `offset`. Rows do not
// overlap, nor do planes.
struct Slab {
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
    std::int64_t rows = 1, row_pitch = 0;     // pitches: from start to start, in bytes
    std::int64_t planes = 1, plane_pitch = 0; // a multiple of row_pitch

    [[nodiscard]] std::int64_t total() const { return bytes * rows * planes; }
    bool operator==(const Slab&) const = default;
};

// The region's bytes, each once, clipped to the allocation.
std::vector<Slab> slabs(const Region& region, const Shape& shape);

// The bytes lo <= x < hi of the allocation that the region lies in; lo == hi: it is empty.
struct Hull {
    std::int64_t lo = 0, hi = 0;
    bool operator==(const Hull&) const = default;
};
// The rows of the outermost dimension in which these bytes lie: a set that holds them.
Region rows_of(const Shape& shape, std::int64_t lo, std::int64_t hi);
Hull byte_hull(const Region& region, const Shape& shape);

} // namespace hydra::rt
