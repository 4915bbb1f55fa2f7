// See slabs.h. A box is a nest of counted strides; levels that continue each other are joined, the innermost dense one
// is the row, the next two are rows and planes, and what is left is enumerated.
#include "runtime/sets/slabs.h"

#include <algorithm>

namespace hydra::rt {
namespace {

struct NestLevel {
    std::int64_t count, stride; // stride in bytes
};

// The nest of one box, outermost first, without levels of one member; neighbours that continue each other joined.
std::vector<NestLevel> nest_of(std::span<const Range> box, const Shape& shape, std::int64_t& offset) {
    std::vector<NestLevel> nest;
    offset = 0;
    for (int d = 0; d < shape.dims(); ++d) {
        const Range& range = box[static_cast<std::size_t>(d)];
        const std::int64_t unit = shape.stride(d) * shape.elem;
        offset += range.lo * unit;
        if (range.count() > 1)
            nest.push_back({range.count(), unit * range.step});
    }
    nest.push_back({shape.elem, 1});
    for (std::size_t level = nest.size() - 1; level > 0; --level) {
        NestLevel& outer = nest[level - 1];
        const NestLevel& inner = nest[level];
        if (outer.stride == inner.stride * inner.count) {
            outer = {outer.count * inner.count, inner.stride};
            nest.erase(nest.begin() + static_cast<std::ptrdiff_t>(level));
        }
    }
    return nest;
}

void add_box(std::span<const Range> box, const Shape& shape, std::vector<Slab>& out) {
    std::int64_t offset = 0;
    std::vector<NestLevel> nest = nest_of(box, shape, offset);
    Slab slab{offset, 1, 1, 0, 1, 0};
    if (nest.back().stride == 1) {
        slab.bytes = nest.back().count;
        nest.pop_back();
    }
    if (!nest.empty()) {
        slab.rows = nest.back().count;
        slab.row_pitch = nest.back().stride;
        nest.pop_back();
    }
    const std::int64_t plane = slab.rows * slab.row_pitch;
    // Where there is another level, the first had a stride. NOLINTNEXTLINE(clang-analyzer-core.DivideZero)
    if (!nest.empty() && nest.back().stride >= plane && nest.back().stride % slab.row_pitch == 0) {
        slab.planes = nest.back().count;
        slab.plane_pitch = nest.back().stride;
        nest.pop_back();
    }
    std::vector<std::int64_t> at(nest.size(), 0);
    for (bool more = true; more;) {
        out.push_back(slab);
        more = false;
        for (std::size_t level = nest.size(); level-- > 0 && !more;) {
            slab.offset += nest[level].stride;
            more = ++at[level] < nest[level].count;
            if (!more) {
                slab.offset -= nest[level].stride * nest[level].count;
                at[level] = 0;
            }
        }
    }
}

// A last row or element of the allocation may be partial.
bool leaves(const Slab& slab, const Shape& shape) {
    return slab.offset + (slab.planes - 1) * slab.plane_pitch + (slab.rows - 1) * slab.row_pitch + slab.bytes >
           shape.bytes;
}

} // namespace

std::vector<Slab> slabs(const Region& region, const Shape& shape) {
    std::vector<Slab> out;
    for (std::size_t b = 0; b < region.boxes(); ++b)
        add_box(region.box(b), shape, out);
    if (std::none_of(out.begin(), out.end(), [&](const Slab& slab) { return leaves(slab, shape); }))
        return out;
    out.clear();
    for (const Run& run : runs(region, shape))
        out.push_back({run.offset, run.bytes, 1, 0, 1, 0});
    return out;
}

Hull byte_hull(const Region& region, const Shape& shape) {
    if (region.empty())
        return {};
    Hull hull{shape.bytes, 0};
    for (std::size_t b = 0; b < region.boxes(); ++b) {
        std::int64_t lo = 0, hi = 1;
        const std::span<const Range> box = region.box(b);
        for (int d = 0; d < shape.dims(); ++d) {
            const Range& range = box[static_cast<std::size_t>(d)];
            lo += range.lo * shape.stride(d);
            hi += (range.hi - 1) * shape.stride(d);
        }
        hull.lo = std::min(hull.lo, lo * shape.elem);
        hull.hi = std::max(hull.hi, std::min(hi * shape.elem, shape.bytes));
    }
    return hull;
}

Region rows_of(const Shape& shape, std::int64_t lo, std::int64_t hi) {
    const std::int64_t row = shape.stride(0) * shape.elem;
    std::vector<Range> box = {{lo / row, (hi + row - 1) / row, 1}};
    for (const std::int64_t length : shape.len)
        box.push_back({0, length, 1});
    return hi <= lo ? Region(shape.dims()) : Region(std::span<const Range>(box)) & shape.whole();
}

} // namespace hydra::rt
