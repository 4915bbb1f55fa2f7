// See columns_first.h.
#include "runtime/sets/columns_first.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace hydra::rt {

Shape unskewed(const Shape& turned) {
    Shape shape = turned;
    shape.turned = false;
    return shape;
}

Shape turned(const Shape& shape, std::int64_t distance) {
    Shape next = shape;
    std::int64_t record = 1;
    for (std::size_t d = 1; d < shape.len.size(); ++d)
        record *= shape.len[d];
    if (shape.len.empty() || distance / shape.elem % record != 0)
        next.len = {distance / shape.elem};
    else
        next.len.front() = distance / shape.elem / record;
    next.turned = true;
    next.fresh = false;
    return next;
}

Region flipped(const Region& region) {
    std::vector<Range> boxes(region.flat().begin(), region.flat().end());
    const int dims = region.dims();
    for (std::size_t at = 0; at < boxes.size(); at += static_cast<std::size_t>(dims))
        std::swap(boxes[at], boxes[at + 1]);
    return Region::from_boxes(dims, boxes);
}

std::size_t line_length(std::span<const long> flat, std::size_t dims) {
    const std::size_t width = 3 * dims;
    const std::size_t count = flat.size() / width;
    // Unsigned: whatever the bounds are, and equal distances stay equal.
    const auto number = [&](std::size_t box, std::size_t k) {
        return static_cast<unsigned long>(flat[box * width + k]);
    };
    const auto follows = [&](std::size_t box) {
        for (std::size_t k = 0; k < width; k += 3) {
            const unsigned long by = number(1, k) - number(0, k);
            if (number(box, k) - number(box - 1, k) != by || number(box, k + 1) - number(box - 1, k + 1) != by ||
                number(box, k + 2) != number(0, k + 2))
                return false;
        }
        return true;
    };
    std::size_t length = std::min<std::size_t>(count, 1);
    while (length > 0 && length < count && follows(length))
        ++length;
    return length;
}

} // namespace hydra::rt
