// See turned.h.
#include "runtime/region/turned.h"

#include <algorithm>

namespace hydra::rt {
namespace {

constexpr std::int64_t most_distance = std::int64_t{1} << 40; // bytes

} // namespace

Shape unturned(const Shape& turned) {
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

// So many boxes, each with so many rows, that take `extent` bytes and lie `distance` bytes from each other.
void Diagonals::add_line(Wide distance, Wide extent, std::size_t boxes, std::size_t rows, bool written) {
    distance = distance < 0 ? -distance : distance;
    if (boxes == 0 || distance < extent || distance > most_distance)
        others_ += boxes * rows;
    else
        lines_.push_back({static_cast<std::int64_t>(distance), boxes, written});
}

void Diagonals::add_lines(const View& view, std::span<const long> flat, bool written) {
    const auto dims = static_cast<std::size_t>(view.dims());
    for (std::size_t at = 0; at < flat.size(); at += 3 * dims) {
        Wide stride = view.elem, extent = view.elem;
        for (std::size_t k = dims - 1; k > 0; --k) {
            const Range r{flat[at + 3 * k], flat[at + 3 * k + 1], 1};
            extent += (Wide{r.hi} - r.lo - 1) * (stride < 0 ? -stride : stride);
            stride *= view.len[k - 1];
        }
        const Range rows{flat[at], flat[at + 1], flat[at + 2]};
        add_line(stride * rows.step, extent, static_cast<std::size_t>(rows.count()), 1, written);
    }
}

void Diagonals::add(const View& view, std::span<const long> flat, bool written) {
    const auto dims = static_cast<std::size_t>(view.dims());
    if (flat.size() < 3 * dims * least) { // no line is long enough
        for (std::size_t at = 0; at < flat.size(); at += 3 * dims)
            others_ += static_cast<std::size_t>(Range{flat[at], flat[at + 1], flat[at + 2]}.count());
        return;
    }
    std::vector<Wide> stride(dims, view.elem); // bytes
    for (std::size_t k = dims - 1; k-- > 0;)
        stride[k] = stride[k + 1] * view.len[k];
    for (std::size_t at = 0; at < flat.size();) {
        const std::size_t boxes = line_length(flat.subspan(at), dims);
        const std::span<const long> box = flat.subspan(at);
        at += boxes * 3 * dims;
        Wide distance = 0;
        Wide extent = view.elem; // from the box's first byte to its last
        for (std::size_t k = 0; boxes >= least && k < dims; ++k) {
            extent += (Wide{box[3 * k + 1]} - box[3 * k] - 1) * (stride[k] < 0 ? -stride[k] : stride[k]);
            distance += (Wide{box[3 * (dims + k)]} - box[3 * k]) * stride[k];
        }
        add_line(boxes < least ? 0 : distance, extent, boxes,
                 static_cast<std::size_t>(Range{box[0], box[1], box[2]}.count()), written);
    }
}

std::size_t Diagonals::beside(std::int64_t distance) const {
    std::size_t count = others_;
    for (const Line& line : lines_)
        count += line.distance == distance ? 0 : line.boxes;
    return count;
}

std::int64_t Diagonals::distance() const {
    for (const Line& line : lines_)
        if (line.written && line.boxes >= least && beside(line.distance) < least)
            return line.distance;
    return 0;
}

} // namespace hydra::rt
