// Work items in up to three dimensions, and how they are put into groups (OpenCL's work-groups, CUDA's blocks).
#pragma once

#include <array>
#include <cstdint>

namespace hydra::rt {

using Extent = std::array<std::int64_t, 3>; // one number a dimension; dimension 0 is the fastest

struct Grid {
    int dims = 1;
    Extent items{1, 1, 1};
    std::array<bool, 3> reused{}; // items that are neighbours along it read the same elements
};

struct GroupLimits {
    std::int64_t usual = 64; // items in a group of one dimension, if nothing speaks against it; a power of two
    std::int64_t most = 64;  // that the kernel allows
    Extent along{64, 64, 64};
    std::int64_t groups = 1; // so many that the device's units have about as much to do each; fewer items make smaller
    std::int64_t least = 32; // groups, down to this
};

// HYDRA_WORKGROUP: numbers is how many were given, 0: none.
struct GroupWish {
    int numbers = 0;
    Extent shape{1, 1, 1};
    [[nodiscard]] std::int64_t items() const { return shape[0] * shape[1] * shape[2]; }
};

// The shape of the groups: as wished, inside of the limits. Otherwise long along the fastest dimension, where memory is
// read in one piece; but where neighbours along another one read the same elements, only as long as such a piece, and
// wide along that one. Not much longer than the items go in any dimension.
Extent group_shape(const Grid& grid, const GroupWish& request, const GroupLimits& limits);

// How many rounds of an inner loop an item runs one after the other, `most` or fewer, where there were so many items
// with one each and `wanted` of them keep the device busy: what an item finds out before its first round serves all of
// them.
std::int64_t rounds_an_item(double items, std::int64_t most, const GroupWish& request, std::int64_t wanted);

// Groups that cover all items, in each dimension.
Extent group_counts(const Grid& grid, const Extent& shape);

} // namespace hydra::rt
