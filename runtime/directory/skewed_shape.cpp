// See skewed_shape.h.
#include "runtime/directory/skewed_shape.h"

#include "runtime/base/integers.h"
#include "runtime/policy/worth_directory.h"

#include <algorithm>
#include <array>

namespace hydra::rt {
namespace {

// The usual case: the view has the shape's elements and rows, and the columns end before a row does. `found` is empty
// where it is not that case.
void take_over(const Shape& shape, const View& view, std::span<const long> box, std::int64_t distance,
               std::vector<RuleRows>& found) {
    const auto dims = static_cast<std::size_t>(shape.dims());
    const std::int64_t record = shape.stride(0), length = shape.len.front();
    if (view.elem != shape.elem || !std::equal(view.len.begin(), view.len.end(), shape.len.begin(), shape.len.end()) ||
        view.offset % (record * shape.elem) != 0)
        return;
    std::array<Range, Region::max_dims> part;
    for (std::size_t k = 1; k < dims; ++k) {
        part[k] = {box[3 * k], box[3 * k + 1], 1};
        if (box[3 * k + 2] != 1 || part[k].lo < 0 || part[k].hi > (k == 1 ? 2 * shape.units() : shape.len[k - 1]))
            return;
    }
    const std::int64_t at = view.offset / (record * shape.elem) + part[1].lo;
    const Range columns{at % length, at % length + part[1].hi - part[1].lo, 1};
    const Range rows{box[0] + at / length, box[1] + at / length, 1};
    if (at < 0 || columns.hi > length || rows.lo < 0 || rows.hi > shape.units() ||
        ((rows.hi - 1) * length + columns.hi) * record > shape.bytes / shape.elem)
        return;
    part[0] = columns;
    part[1] = rows;
    found.push_back({at / length + distance, Region(std::span<const Range>(part).first(dims))});
}

} // namespace

std::optional<std::vector<RuleRows>> rows_in_columns(const Shape& shape, const View& view, std::span<const long> box,
                                                     std::int64_t distance) {
    std::vector<RuleRows> found;
    if (box[2] == 1 && shape.dims() == view.dims())
        take_over(shape, view, box, distance, found);
    if (!found.empty())
        return found;
    std::int64_t row = view.elem;
    for (const long length : view.len) {
        if (length < 1 || row > shape.bytes / length)
            return std::nullopt;
        row *= length;
    }
    if (row != shape.stride(1) * shape.elem || box[2] != 1)
        return std::nullopt;
    std::vector<long> one(box.begin(), box.end());
    one[0] = box[1] - 1;
    if (convert(shape, view, one).out_of_bounds)
        return std::nullopt;
    one[0] = box[0];
    one[1] = box[0] + 1;
    const Converted first = convert(shape, view, one);
    if (first.out_of_bounds || first.region.boxes() > worth::most_rows_of_iteration)
        return std::nullopt;
    std::vector<Range> moved;
    for (std::size_t b = 0; b < first.region.boxes(); ++b) {
        const std::span<const Range> part = first.region.box(b);
        if (part[1].hi - part[1].lo != 1)
            return std::nullopt;
        moved.assign(part.begin(), part.end());
        moved[1].hi += box[1] - box[0] - 1;
        const std::int64_t shift = part[1].lo - box[0] + distance;
        auto at =
            std::find_if(found.begin(), found.end(), [shift](const RuleRows& rows) { return rows.shift == shift; });
        if (at == found.end())
            at = found.insert(found.end(), {shift, Region(shape.dims())});
        at->region |= std::span<const Range>(moved);
    }
    return found;
}

// So many boxes, each with so many rows, that take `extent` bytes and lie `distance` bytes from each other.
void Diagonals::add_line(Wide distance, Wide extent, std::size_t boxes, std::size_t rows, bool written) {
    distance = distance < 0 ? -distance : distance;
    if (boxes == 0 || distance < extent || distance > unbounded)
        others_ += boxes * rows;
    else
        lines_.push_back({static_cast<std::int64_t>(distance), boxes, written});
}

void Diagonals::add_lines(const View& view, std::span<const long> flat, bool written, std::int64_t bytes) {
    const auto dims = static_cast<std::size_t>(view.dims());
    for (std::size_t at = 0; at < flat.size(); at += 3 * dims) {
        Wide stride = view.elem, extent = view.elem;
        for (std::size_t k = dims - 1; k > 0; --k) {
            const Range r{flat[at + 3 * k], flat[at + 3 * k + 1], 1};
            extent += (Wide{r.hi} - r.lo - 1) * (stride < 0 ? -stride : stride);
            stride *= view.len[k - 1];
        }
        const Range rows{flat[at], flat[at + 1], flat[at + 2]};
        const Wide all = stride == 0 ? 0 : bytes / (stride < 0 ? -stride : stride);
        const std::size_t boxes = std::max(static_cast<std::size_t>(rows.count()), all < least ? 0 : least);
        add_line(stride * rows.step, extent, boxes, 1, written);
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
