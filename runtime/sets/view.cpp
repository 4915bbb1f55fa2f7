// Conversion of boxes of subscripts to canonical coordinates, and of regions to byte runs.
//
// A box is a nest: base address, (count, stride) levels, and a dense width, all in units of the shape. At each
// canonical dimension the levels that are multiples of its stride become its coordinates, if what remains stays within
// one row; else the nest is split into parts that do (head, whole rows, tail; classes of rows with equal columns), and
// in the last resort one level is enumerated.
#include "runtime/sets/view.h"

#include "runtime/base/integers.h"
#include "runtime/sets/columns_first.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <queue>
#include <stdexcept>

namespace hydra::rt {

namespace {

struct Level {
    std::int64_t count, stride;
};

struct Nest {
    std::int64_t base = 0;
    std::vector<Level> levels; // counts >= 2, strides >= 1
    std::int64_t width = 1;

    std::int64_t end() const {
        std::int64_t e = base + width;
        for (const Level& l : levels)
            e += (l.count - 1) * l.stride;
        return e;
    }
    Nest with(Level l) const {
        Nest n = *this;
        if (l.count > 1)
            n.levels.push_back(l);
        return n;
    }
    Nest without(std::size_t i) const {
        Nest n = *this;
        n.levels.erase(n.levels.begin() + static_cast<std::ptrdiff_t>(i));
        return n;
    }
};

// Positive strides, descending; levels that together are dense, or one progression, become one.
void normalise(Nest& n) {
    for (Level& l : n.levels)
        if (l.stride < 0) {
            n.base += (l.count - 1) * l.stride;
            l.stride = -l.stride;
        }
    std::erase_if(
        n.levels, [](const Level& l) { return l.count == 1 || l.stride == 0; });
    std::stable_sort(n.levels.begin(), n.levels.end(),
                     [](const Level& a, const Level& b) { return a.stride > b.stride; });
    for (bool changed = true; changed;) {
        changed = false;
        if (!n.levels.empty() && n.levels.back().stride <= n.width) {
            n.width += (n.levels.back().count - 1) * n.levels.back().stride;
            n.levels.pop_back();
            changed = true;
        }
        for (std::size_t i = 0; i + 1 < n.levels.size(); ++i) {
            const Level outer = n.levels[i];
            Level& inner = n.levels[i + 1];
            if (outer.stride % inner.stride == 0 && inner.count * inner.stride >= outer.stride) {
                inner.count += (outer.count - 1) * (outer.stride / inner.stride);
                n.levels.erase(n.levels.begin() + static_cast<std::ptrdiff_t>(i));
                changed = true;
                break;
            }
        }
    }
}

// Splits nests into boxes of a shape.
class Splitter {
  public:
    explicit Splitter(const Shape& shape) : dims_(static_cast<std::size_t>(shape.dims())) {
        for (int d = 0; d < shape.dims(); ++d)
            stride_.push_back(shape.stride(d));
    }
    void add(const Nest& nest, std::vector<Range>& out) const { emit(nest, 0, out); }

  private:
    // Appends boxes of the dimensions d.. to out.
    void emit(const Nest& n, std::size_t d, std::vector<Range>& out) const;
    void emit_last(const Nest& n, std::vector<Range>& out) const;
    void emit_inside(const Nest& outer, const Nest& inner, std::size_t d, std::vector<Range>& out) const;
    void emit_interval(const Nest& n, std::size_t d, std::vector<Range>& out) const;
    void emit_by_rows(const Nest& n, std::size_t level, std::size_t d, std::vector<Range>& out) const;
    void emit_one_by_one(const Nest& n, std::size_t level, std::size_t d, std::vector<Range>& out) const;

    std::size_t dims_;
    std::vector<std::int64_t> stride_;
};

// One dimension, of stride 1: ranges.
void Splitter::emit_last(const Nest& n, std::vector<Range>& out) const {
    Nest all = n;
    if (n.width > 1 && !n.levels.empty()) {
        all.levels.push_back({n.width, 1});
        all.width = 1;
    }
    if (all.levels.empty()) {
        out.push_back({n.base, n.base + n.width, 1});
        return;
    }
    // The longest level is the range, the others are enumerated.
    auto longest = std::max_element(all.levels.begin(), all.levels.end(),
                                    [](const Level& a, const Level& b) { return a.count < b.count; });
    const Level line = *longest;
    all.levels.erase(longest);
    std::vector<std::int64_t> bases{n.base};
    for (const Level& l : all.levels) {
        const std::size_t size = bases.size();
        for (std::int64_t k = 1; k < l.count; ++k)
            for (std::size_t i = 0; i < size; ++i)
                bases.push_back(bases[i] + k * l.stride);
    }
    for (std::int64_t b : bases)
        out.push_back({b, b + (line.count - 1) * line.stride + 1, line.stride});
}

// The levels of `outer` step over whole rows of dimension d, and `inner` (base within a row) stays within one row.
void Splitter::emit_inside(const Nest& outer, const Nest& inner, std::size_t d, std::vector<Range>& out) const {
    Nest rows;
    rows.base = floor_div(outer.base, stride_[d]);
    for (const Level& l : outer.levels)
        rows.levels.push_back({l.count, l.stride / stride_[d]});
    normalise(rows);
    std::vector<Range> coordinates, columns;
    emit_last(rows, coordinates);
    emit(inner, d + 1, columns);
    const std::size_t w = dims_ - d - 1;
    for (const Range& r : coordinates)
        for (std::size_t i = 0; i < columns.size(); i += w) {
            out.push_back(r);
            out.insert(out.end(), columns.begin() + static_cast<std::ptrdiff_t>(i),
                       columns.begin() + static_cast<std::ptrdiff_t>(i + w));
        }
}

// A dense piece that crosses rows (its levels step over whole rows): head, whole rows, tail.
void Splitter::emit_interval(const Nest& n, std::size_t d, std::vector<Range>& out) const {
    const std::int64_t c = stride_[d];
    Nest part = n;
    std::int64_t left = n.width;
    if (const std::int64_t in_row = floor_mod(n.base, c); in_row != 0) {
        part.width = c - in_row;
        emit(part, d, out);
        part.base += part.width;
        left -= part.width;
    }
    if (const std::int64_t rows = left / c; rows > 0) {
        part.width = c;
        emit(part.with({rows, c}), d, out);
        part.base += rows * c;
        left -= rows * c;
    }
    if (left > 0) {
        part.width = left;
        emit(part, d, out);
    }
}

// A progression (levels[level]) whose elements never cross rows: the first and the last row by themselves, the rows
// between in classes that have the same columns.
void Splitter::emit_by_rows(const Nest& n, std::size_t level, std::size_t d, std::vector<Range>& out) const {
    const std::int64_t c = stride_[d];
    const std::int64_t count = n.levels[level].count;
    const std::int64_t s = n.levels[level].stride;
    const Nest rest = n.without(level);
    const std::int64_t period = s / std::gcd(s, c); // rows until the columns repeat
    const std::int64_t first = floor_div(n.base, c);
    const std::int64_t end = n.base + (count - 1) * s + 1;
    const std::int64_t last = floor_div(end - 1, c);
    auto row = [&](std::int64_t q, std::int64_t rows) { // row q and further ones of its class
        Nest part = rest;
        part.base = std::max(n.base, q * c + floor_mod(n.base - q * c, s));
        const std::int64_t limit = std::min(end, (q + 1) * c);
        if (part.base < limit)
            emit(part.with({(limit - part.base - 1) / s + 1, s}).with({rows, period * c}), d, out);
    };
    row(first, 1);
    for (std::int64_t q = first + 1; q < last && q < first + 1 + period; ++q)
        row(q, (last - 1 - q) / period + 1);
    row(last, 1);
}

// Splits levels[level] into its members, or into classes that step over whole rows, whichever are fewer.
void Splitter::emit_one_by_one(const Nest& n, std::size_t level, std::size_t d, std::vector<Range>& out) const {
    const std::int64_t count = n.levels[level].count;
    const std::int64_t s = n.levels[level].stride;
    const std::int64_t period = stride_[d] / std::gcd(s, stride_[d]); // members until the column repeats
    Nest part = n.without(level);
    for (std::int64_t r = 0; r < std::min(period, count); ++r) {
        part.base = n.base + r * s;
        emit(part.with({(count - 1 - r) / period + 1, s * period}), d, out);
    }
}

void Splitter::emit(const Nest& n, std::size_t d, std::vector<Range>& out) const {
    if (d + 1 == dims_)
        return emit_last(n, out);
    const std::int64_t c = stride_[d];
    Nest outer{n.base, {}, 1};
    Nest inner{floor_mod(n.base, c), {}, n.width};
    std::size_t widest = n.levels.size(); // the inner level of greatest stride
    for (std::size_t i = 0; i < n.levels.size(); ++i) {
        const Level& l = n.levels[i];
        (l.stride % c == 0 ? outer : inner).levels.push_back(l);
        if (l.stride % c != 0 && (widest == n.levels.size() || l.stride > n.levels[widest].stride))
            widest = i;
    }
    if (inner.end() <= c)
        return emit_inside(outer, inner, d, out);
    if (inner.levels.empty())
        return emit_interval(n, d, out);
    const std::int64_t w = n.width;
    const std::int64_t s = n.levels[widest].stride;
    if (inner.levels.size() == 1 && inner.base % w == 0 && s % w == 0 && c % w == 0)
        return emit_by_rows(n, widest, d, out);
    emit_one_by_one(n, widest, d, out);
}

// Rows of a view worth taking as canonical ones, in elements of the view; none where they make no sense.
std::vector<std::int64_t> usable_rows(const View& view, std::int64_t bytes) {
    std::vector<std::int64_t> rows;
    for (std::size_t i = view.len.size(); i-- > 0;) {
        if (view.len[i] < 1)
            return {};
        if (view.len[i] > 1)
            rows.insert(rows.begin(), view.len[i]);
    }
    std::int64_t row = view.elem;
    std::size_t keep = 0;
    while (keep < rows.size() && keep + 1 < Region::max_dims && rows[rows.size() - 1 - keep] <= bytes / row)
        row *= rows[rows.size() - 1 - keep++];
    rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(keep));
    return rows;
}

} // namespace

std::int64_t Shape::stride(int d) const {
    std::int64_t s = 1;
    const int first = turned && d < 2 ? 1 - d : d; // columns first
    for (std::size_t i = static_cast<std::size_t>(first); i < len.size(); ++i)
        s *= len[i];
    return s;
}

Region Shape::whole() const {
    if (units() == 0)
        return Region(dims());
    if (turned)
        return flipped(unskewed(*this).whole());
    std::vector<Range> flat;
    Splitter(*this).add({0, {}, units()}, flat);
    return Region::from_boxes(dims(), flat);
}

Shape fresh_shape(std::int64_t bytes) {
    Shape s;
    s.bytes = bytes;
    return s;
}

bool fits(const Shape& shape, const View& view) { return view.elem % shape.elem == 0 && view.offset % shape.elem == 0; }

Shape refined(const Shape& shape, const View& view) {
    const std::int64_t elem = view.elem < 1 ? 1 : view.elem;
    const std::int64_t unit = std::gcd(shape.fresh ? elem : shape.elem, std::gcd(elem, view.offset));
    Shape next = shape;
    next.fresh = false;
    next.elem = unit;
    if (!next.len.empty())
        next.len.back() *= shape.elem / unit;
    std::vector<std::int64_t> rows = usable_rows(view, shape.bytes);
    if (rows.size() > next.len.size() && !shape.turned) {
        rows.back() *= elem / unit;
        next.len = std::move(rows);
    }
    return next;
}

namespace {

// The usual case of convert_all(): the view has the shape's rows, from the start of one on, and no box leaves a row or
// the allocation. False, and nothing appended, where it is not that case.
bool take_over(const Shape& shape, const View& view, std::span<const long> flat, std::vector<Range>& boxes) {
    const std::int64_t row = shape.stride(0) * shape.elem;
    if (shape.turned || view.elem != shape.elem ||
        !std::equal(view.len.begin(), view.len.end(), shape.len.begin(), shape.len.end()) || view.offset % row != 0)
        return false;
    const std::size_t dims = shape.len.size() + 1;
    const std::int64_t first = view.offset / row, whole_rows = shape.bytes / row;
    boxes.reserve(flat.size() / 3);
    for (std::size_t at = 0; at < flat.size(); at += 3) {
        const std::size_t k = at / 3 % dims;
        const std::int64_t move = k == 0 ? first : 0;
        const Range r{flat[at], flat[at + 1], flat[at + 2]};
        if (r.empty() || r.lo < -move || r.hi > (k == 0 ? whole_rows - first : shape.len[k - 1])) {
            boxes.clear();
            return false;
        }
        boxes.push_back({r.lo + move, r.hi + move, r.step});
    }
    return true;
}

// The same for one box of a view that has no rows: a part of one of the shape's two-dimensional rows, or whole ones.
bool take_line(const Shape& shape, const View& view, std::span<const long> flat, std::vector<Range>& boxes) {
    if (shape.turned || view.elem != shape.elem || !view.len.empty() || shape.len.size() != 1 || flat.size() != 3 ||
        flat[2] != 1 || flat[0] >= flat[1] || flat[0] < -shape.bytes || flat[1] > shape.bytes)
        return false;
    const std::int64_t row = shape.len[0], whole_rows = shape.bytes / (row * shape.elem);
    const std::int64_t lo = flat[0] + view.offset / shape.elem, hi = flat[1] + view.offset / shape.elem;
    if (lo < 0 || hi > whole_rows * row)
        return false;
    const std::int64_t first = lo / row, from = lo % row, rows = (hi - lo) / row;
    if (from + (hi - lo) <= row)
        boxes = {{first, first + 1, 1}, {from, from + (hi - lo), 1}};
    else if (from == 0 && rows * row == hi - lo)
        boxes = {{first, first + rows, 1}, {0, row, 1}};
    return !boxes.empty();
}

} // namespace

Converted convert_all(const Shape& shape, const View& view, std::span<const long> flat) {
    if (!fits(shape, view))
        throw std::logic_error("a view was converted to a shape that it does not fit");
    std::vector<Range> boxes;
    if (take_over(shape, view, flat, boxes) || take_line(shape, view, flat, boxes))
        return {Region::from_boxes(shape.dims(), boxes), false};
    const auto dims = static_cast<std::size_t>(view.dims());
    const std::int64_t scale = view.elem / shape.elem;
    std::vector<std::int64_t> stride(dims, scale);
    for (std::size_t k = dims - 1; k-- > 0;)
        stride[k] = stride[k + 1] * view.len[k];
    Converted result;
    const Splitter splitter(shape.turned ? unskewed(shape) : shape);
    for (std::size_t at = 0, boxes_here = 1; at < flat.size(); at += 3 * dims * boxes_here) {
        boxes_here = shape.turned ? line_length(flat.subspan(at), dims) : 1;
        Nest nest{view.offset / shape.elem, {}, scale};
        bool empty = false;
        Level line{static_cast<std::int64_t>(boxes_here), 0};
        for (std::size_t k = 0; k < dims; ++k) {
            const Range r{flat[at + 3 * k], flat[at + 3 * k + 1], flat[at + 3 * k + 2]};
            empty = empty || r.empty();
            nest.base += r.lo * stride[k];
            nest.levels.push_back({r.count(), r.step * stride[k]});
            if (boxes_here > 1)
                line.stride += (flat[at + 3 * (dims + k)] - r.lo) * stride[k];
        }
        if (empty)
            continue;
        nest = nest.with(line);
        normalise(nest);
        result.out_of_bounds = result.out_of_bounds || nest.base < 0 || nest.end() * shape.elem > shape.bytes;
        splitter.add(nest, boxes);
    }
    for (std::size_t at = 0; shape.turned && at < boxes.size(); at += shape.len.size() + 1)
        std::swap(boxes[at], boxes[at + 1]);
    result.region = Region::from_boxes(shape.dims(), boxes);
    if (result.out_of_bounds)
        result.region &= shape.whole();
    return result;
}

Converted convert(const Shape& shape, const View& view, std::span<const long> bounds) {
    return convert_all(shape, view, bounds);
}

Region reshape(const Region& region, const Shape& from, const Shape& to) {
    if (from.fresh && !to.fresh) { // nothing has looked at parts of it
        if (!region.empty() && region != from.whole())
            throw std::logic_error("a part of an allocation that has no shape yet");
        return region.empty() ? Region(to.dims()) : to.whole();
    }
    if (from.turned)
        return from == to ? region : reshape(flipped(region), unskewed(from), to);
    std::vector<long> flat;
    flat.reserve(region.flat().size() * 3);
    for (const Range& r : region.flat())
        flat.insert(flat.end(), {r.lo, r.hi, r.step});
    const std::vector<long> len(from.len.begin(), from.len.end());
    return convert_all(to, View{0, from.elem, len}, flat).region;
}

// ---- Runs -----------------------------------------------------------------------------------------------------------

namespace {

// Walks a region in ascending address order, and joins what touches.
class RunWalker {
  public:
    RunWalker(const Region& region, const Shape& shape, const std::function<void(Run)>& f)
        : region_(region), shape_(shape), f_(f) {
        for (int d = 0; d < shape.dims(); ++d)
            stride_.push_back(shape.stride(d));
    }
    void run() {
        walk(0, 0, region_.boxes(), 0);
        flush();
    }

  private:
    struct Group { // boxes [first, last) have the same range in the dimension at hand
        Range range;
        std::size_t first, last;
    };

    void put(std::int64_t lo, std::int64_t hi) {
        if (lo == hi_) {
            hi_ = hi;
            return;
        }
        flush();
        lo_ = lo;
        hi_ = hi;
    }
    void flush() {
        const std::int64_t lo = lo_ * shape_.elem;
        const std::int64_t hi = std::min(hi_ * shape_.elem, shape_.bytes);
        if (hi_ >= 0 && lo < hi)
            f_({lo, hi - lo});
        lo_ = hi_ = -1;
    }
    bool full_below(std::size_t d, std::size_t box) const {
        for (std::size_t k = d + 1; k < stride_.size(); ++k)
            if (region_.box(box)[k] != Range{0, shape_.len[k - 1], 1})
                return false;
        return true;
    }
    void visit(std::size_t d, const Group& g, std::int64_t x, std::int64_t base) {
        if (d + 1 == stride_.size())
            put(base + x, base + x + 1);
        else
            walk(d + 1, g.first, g.last, base + x * stride_[d]);
    }
    void walk_group(std::size_t d, const Group& g, std::int64_t base) {
        if (g.range.step == 1 && g.last - g.first == 1 && full_below(d, g.first)) {
            put(base + g.range.lo * stride_[d], base + g.range.hi * stride_[d]);
            return;
        }
        for (std::int64_t x = g.range.lo; x < g.range.hi; x += g.range.step)
            visit(d, g, x, base);
    }
    // Groups whose hulls meet: their coordinates merged.
    void walk_merged(std::size_t d, std::span<const Group> groups, std::int64_t base) {
        using Next = std::pair<std::int64_t, std::size_t>; // coordinate, group
        std::priority_queue<Next, std::vector<Next>, std::greater<>> heap;
        for (std::size_t i = 0; i < groups.size(); ++i)
            heap.push({groups[i].range.lo, i});
        while (!heap.empty()) {
            const auto [x, i] = heap.top();
            heap.pop();
            visit(d, groups[i], x, base);
            if (x + groups[i].range.step < groups[i].range.hi)
                heap.push({x + groups[i].range.step, i});
        }
    }
    void walk(std::size_t d, std::size_t first, std::size_t last, std::int64_t base) {
        if (last - first == 1) {
            walk_group(d, {region_.box(first)[d], first, last}, base);
            return;
        }
        std::vector<Group> groups;
        for (std::size_t i = first; i < last; ++i)
            if (!groups.empty() && groups.back().range == region_.box(i)[d])
                groups.back().last = i + 1;
            else
                groups.push_back({region_.box(i)[d], i, i + 1});
        for (std::size_t i = 0; i < groups.size();) {
            std::int64_t hi = groups[i].range.hi;
            std::size_t end = i + 1;
            for (; end < groups.size() && groups[end].range.lo < hi; ++end)
                hi = std::max(hi, groups[end].range.hi);
            if (end - i == 1)
                walk_group(d, groups[i], base);
            else
                walk_merged(d, std::span(groups).subspan(i, end - i), base);
            i = end;
        }
    }

    const Region& region_;
    const Shape& shape_;
    const std::function<void(Run)>& f_;
    std::vector<std::int64_t> stride_;
    std::int64_t lo_ = -1, hi_ = -1; // the run at hand, in units
};

// The usual case: one box without gaps, such as a part of a row, or whole rows. Nothing where it is more than one run.
std::optional<Run> one_run(const Region& region, const Shape& shape) {
    if (region.boxes() != 1)
        return std::nullopt;
    const std::span<const Range> box = region.box(0);
    std::int64_t lo = 0, units = 1, stride = 1;
    bool whole = true; // what lies inside of this dimension
    for (std::size_t d = box.size(); d-- > 0;) {
        const Range& r = box[d];
        if (r.step != 1 || (!whole && r.hi - r.lo > 1))
            return std::nullopt;
        lo += r.lo * stride;
        units *= r.hi - r.lo;
        if (d > 0) {
            whole = whole && r == Range{0, shape.len[d - 1], 1};
            stride *= shape.len[d - 1];
        }
    }
    const std::int64_t hi = std::min((lo + units) * shape.elem, shape.bytes);
    return Run{lo * shape.elem, hi - lo * shape.elem};
}

} // namespace

void for_each_run(const Region& region, const Shape& shape, const std::function<void(Run)>& f) {
    if (shape.turned) {
        for_each_run(flipped(region), unskewed(shape), f);
        return;
    }
    if (const std::optional<Run> run = one_run(region, shape)) {
        if (run->bytes > 0)
            f(*run);
    } else if (!region.empty())
        RunWalker(region, shape, f).run();
}

std::vector<Run> runs(const Region& region, const Shape& shape) {
    std::vector<Run> out;
    for_each_run(region, shape, [&](Run r) { out.push_back(r); });
    return out;
}

std::int64_t region_bytes(const Region& region, const Shape& shape) {
    std::int64_t bytes = region.count() * shape.elem;
    const std::int64_t missing = shape.units() * shape.elem - shape.bytes;
    if (missing > 0 && !region.empty()) {
        std::vector<std::int64_t> last;
        std::int64_t at = shape.units() - 1;
        const Shape straight = shape.turned ? unskewed(shape) : shape;
        for (int d = 0; d < shape.dims(); ++d) {
            last.push_back(at / straight.stride(d));
            at %= straight.stride(d);
        }
        if (shape.turned)
            std::swap(last[0], last[1]);
        if (region.contains(last))
            bytes -= missing;
    }
    return bytes;
}

} // namespace hydra::rt
