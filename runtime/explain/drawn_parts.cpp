// See drawn_parts.h.
#include "runtime/explain/drawn_parts.h"

#include "runtime/base/text.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace hydra::rt {
namespace {

constexpr std::size_t most_drawn = 256;

// The shape's dimensions as the program writes them.
std::vector<std::size_t> program_order(const Shape& shape) {
    std::vector<std::size_t> order;
    for (std::size_t d = 0; d < static_cast<std::size_t>(shape.dims()); ++d)
        order.push_back(d);
    if (shape.turned)
        std::swap(order[0], order[1]);
    return order;
}

std::string drawn_box(std::span<const Range> box, const std::vector<std::size_t>& order) {
    std::string out;
    for (const std::size_t d : order)
        out += text(out.empty() ? "[" : ", ", "[", box[d].lo, ", ", box[d].hi,
                    box[d].step == 1 ? "" : text(", ", box[d].step), "]");
    return out + "]";
}

} // namespace

std::string drawn_boxes(const Region& region, const Shape& shape) {
    if (region.empty())
        return "[]";
    const std::vector<std::size_t> order = program_order(shape);
    if (region.boxes() > most_drawn)
        return text("[", drawn_box(region.hull(), order), "]");
    std::string out;
    for (std::size_t i = 0; i < region.boxes(); ++i)
        out += (i == 0 ? "" : ", ") + drawn_box(region.box(i), order);
    return text("[", out, "]");
}

std::string drawn_intervals(std::span<const Interval> intervals) {
    std::string out;
    for (const Interval& interval : intervals.first(std::min(intervals.size(), most_drawn)))
        out += text(out.empty() ? "" : ", ", "[", interval.lo, ", ", interval.hi, "]");
    return text("[", out, "]");
}

std::string drawn_extents(const Shape& shape) {
    const Region whole = shape.whole();
    std::string out;
    for (const std::size_t d : program_order(shape))
        out += text(out.empty() ? "" : ", ", whole.extent(d).hi);
    return text("[", out, "]");
}

} // namespace hydra::rt
