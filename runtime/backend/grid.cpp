#include "runtime/backend/grid.h"

#include <algorithm>
#include <bit>

namespace hydra::rt {
namespace {

// The least power of two that is not below.
std::int64_t covering(std::int64_t items) {
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(1, items))));
}

std::int64_t product(const Extent& extent) { return extent[0] * extent[1] * extent[2]; }

Extent chosen(const Grid& grid, const GroupLimits& limits) {
    constexpr std::int64_t piece = 32; // items whose reads of neighbouring elements are one
    const auto gains = [&](std::size_t d) { return grid.reused[d] && grid.items[d] > 1; };
    const bool wide = gains(1) || gains(2);
    std::int64_t left = wide ? 2 * limits.usual : limits.usual;
    Extent shape{1, 1, 1};
    shape[0] = std::min({wide ? std::min(piece, left) : left, covering(grid.items[0]), limits.along[0]});
    left /= shape[0];
    const std::int64_t share = gains(1) && gains(2) && left > 2 ? left / 2 : left; // the other half is for the third
    shape[1] = std::min({share, covering(grid.items[1]), limits.along[1]});
    left /= shape[1];
    shape[2] = std::min({left, covering(grid.items[2]), limits.along[2]});
    return shape;
}

} // namespace

Extent group_shape(const Grid& grid, const GroupWish& request, const GroupLimits& limits) {
    const std::int64_t most = std::max<std::int64_t>(1, limits.most);
    Extent shape{1, 1, 1};
    if (grid.dims == 1) {
        std::int64_t usual = limits.usual;
        while (usual / 2 >= limits.least && grid.items[0] / usual < limits.groups)
            usual /= 2;
        shape[0] = std::min({request.numbers > 0 ? request.items() : usual, limits.along[0], most});
        return shape;
    }
    GroupLimits own = limits;
    if (request.numbers == 1)
        own.usual = request.shape[0];
    if (request.numbers > 1)
        for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dims); ++d) // kernels know of no others
            shape[d] = std::min(request.shape[d], limits.along[d]);
    else
        shape = chosen(grid, own);
    const std::int64_t cap = request.numbers == 1 ? std::min(most, request.shape[0]) : most;
    for (std::size_t d = 3; d-- > 0;) // the slowest dimensions give way first
        while (product(shape) > cap && shape[d] > 1)
            shape[d] = (shape[d] + 1) / 2;
    return shape;
}

std::int64_t rounds_an_item(double items, std::int64_t most, const GroupWish& request, std::int64_t wanted) {
    if (request.numbers > 1)
        return 2; // who sets shapes tries things out
    const double plenty = 16.0 * static_cast<double>(wanted);
    std::int64_t rounds = 1;
    while (rounds < most && items / static_cast<double>(rounds) > plenty)
        rounds *= 2;
    return rounds;
}

Extent group_counts(const Grid& grid, const Extent& shape) {
    Extent counts{1, 1, 1};
    for (std::size_t d = 0; d < counts.size(); ++d)
        counts[d] = (grid.items[d] + shape[d] - 1) / shape[d];
    return counts;
}

} // namespace hydra::rt
