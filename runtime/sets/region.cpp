// Region: ranges' own arithmetic, and set operations by way of boxes.h.
#include "runtime/sets/region.h"

#include "runtime/sets/slices.h"
#include "runtime/sets/small_set_ops.h"
#include "runtime/sets/unions.h"

#include <stdexcept>
#include <tuple>
#include <utility>

namespace hydra::rt {

using namespace boxes;

Range canonical(Range r) {
    if (r.hi <= r.lo)
        return {0, 0, 1};
    if (r.step == 1)
        return r;
    r.hi = r.lo + (r.hi - r.lo - 1) / r.step * r.step + 1;
    if (r.hi - r.lo == 1)
        r.step = 1;
    return r;
}

namespace {

__extension__ using Wide = __int128;

// x with a * x = 1 modulo m, for coprime a and m > 0.
std::int64_t inverse(std::int64_t a, std::int64_t m) {
    std::int64_t r0 = m, r1 = mod(a, m), x0 = 0, x1 = 1;
    while (r1 != 0) {
        const std::int64_t q = r0 / r1;
        std::tie(r0, r1) = std::pair(r1, r0 - q * r1);
        std::tie(x0, x1) = std::pair(x1, x0 - q * x1);
    }
    return mod(x0, m);
}

} // namespace

Range intersect(const Range& a, const Range& b) {
    const std::int64_t lo = std::max(a.lo, b.lo);
    const std::int64_t hi = std::min(a.hi, b.hi);
    if (lo >= hi)
        return {};
    if (a.step == 1 && b.step == 1)
        return {lo, hi, 1};
    // Chinese remainders: the common members are start modulo period.
    const std::int64_t g = std::gcd(a.step, b.step);
    if ((b.lo - a.lo) % g != 0)
        return {};
    const std::int64_t m = b.step / g;
    const Wide t = static_cast<Wide>(mod((b.lo - a.lo) / g, m)) * inverse(a.step / g, m) % m;
    const Wide period = static_cast<Wide>(a.step) * m;
    Wide start = a.lo + static_cast<Wide>(a.step) * t;
    Wide up = (lo - start) % period; // NOLINT(clang-analyzer-core.DivideZero): steps are at least 1
    start = lo + (up == 0 ? 0 : up > 0 ? period - up : -up);
    if (start >= hi)
        return {};
    const Wide step = std::min<Wide>(period, hi - start);
    return canonical({static_cast<std::int64_t>(start), hi, static_cast<std::int64_t>(step)});
}

namespace {

Ranges kept(const List& list) { return Ranges(std::span<const Range>(list)); }

// False only where the two have no point in common: two boxes that do not meet, or rows of which one's all lie in front
// of the other's first (boxes ascend by their first row).
bool may_meet(Flat a, Flat b, int dims) {
    const auto w = static_cast<std::size_t>(dims);
    if (a.size() == w && b.size() == w) {
        for (std::size_t k = 0; k < w; ++k)
            if (a[k].hi <= b[k].lo || b[k].hi <= a[k].lo)
                return false;
        return true;
    }
    const auto end = [w](Flat flat) {
        std::int64_t hi = flat.front().hi;
        for (std::size_t i = 0; i < flat.size(); i += w)
            hi = std::max(hi, flat[i].hi);
        return hi;
    };
    return a.front().lo < end(b) && b.front().lo < end(a);
}

// Boxes without strides, none of them empty.
bool is_plain(Flat flat) {
    return std::all_of(
        flat.begin(), flat.end(), [](const Range& r) { return r.step == 1 && r.lo < r.hi; });
}

// True only of plain boxes that are canonical as they are: their rows ascend and are disjoint, and their sections all
// differ, since they ascend, or all descend, as the rows of a triangle do.
bool ascend(std::size_t dims, Flat flat) {
    int direction = 0; // of the sections
    for (std::size_t at = dims; at < flat.size(); at += dims) {
        const Flat before = flat.subspan(at - dims, dims), box = flat.subspan(at, dims);
        std::size_t k = 1;
        while (k < dims && before[k].lo == box[k].lo && before[k].hi == box[k].hi)
            ++k;
        if (box[0].lo < before[0].hi || k == dims)
            return false;
        const bool up = before[k].lo < box[k].lo || (before[k].lo == box[k].lo && before[k].hi < box[k].hi);
        if (direction == (up ? -1 : 1))
            return false;
        direction = up ? 1 : -1;
    }
    return !flat.empty();
}

} // namespace

// ---- Region -------------------------------------------------------------------------------------------------------

std::int64_t ranges_gone_through() { return ranges::gone_through; }

Region::Region(std::span<const Range> box) : dims_(static_cast<int>(box.size())) {
    if (!box.empty() && box.size() <= max_dims && is_plain(box))
        flat_.append(box);
    else
        *this = from_boxes(dims_, box);
}

Region Region::from_boxes(int dims, std::span<const Range> flat) {
    if (dims < 1 || dims > max_dims)
        throw std::invalid_argument("a region has 1 to 8 dimensions");
    const auto w = static_cast<std::size_t>(dims);
    const bool is_clean = is_plain(flat);
    if (is_clean && ascend(w, flat))
        return Region(dims, Ranges(flat));
    Arena arena;
    List clean(arena.get());
    for (std::size_t i = 0; i < flat.size() && !is_clean; i += w) {
        const Flat box = flat.subspan(i, w);
        if (std::any_of(box.begin(), box.end(), [](const Range& r) { return r.empty(); }))
            continue;
        for (const Range& r : box)
            clean.push_back(canonical(r));
    }
    const Flat all = is_clean ? flat : Flat(clean);
    Scratch<const Range*> boxes(arena.get());
    boxes.reserve(all.size() / w);
    for (std::size_t i = 0; i < all.size(); i += w)
        boxes.push_back(all.data() + i);
    List out(arena.get());
    unite_boxes(dims, boxes, out);
    return Region(dims, kept(out));
}

Region Region::unite(int dims, std::span<const Region* const> sets) {
    const Region* largest = nullptr;
    const Region* last = nullptr; // that is not empty, and the one before it
    const Region* before = nullptr;
    std::size_t filled = 0;
    std::size_t total = 0; // boxes
    for (const Region* r : sets) {
        if (!r->empty()) {
            before = std::exchange(last, r);
            ++filled;
        }
        total += r->boxes();
        if (largest == nullptr || r->boxes() > largest->boxes())
            largest = r;
    }
    if (filled == 1)
        return *largest;
    if (filled == 2)
        return *before | *last;
    // A little is added to much: one sweep over it does.
    constexpr std::size_t many = 32;
    const bool outweighs = filled > 1 && largest->boxes() >= many && total - largest->boxes() < largest->boxes() / 4;
    Arena arena;
    List all(arena.get());
    for (const Region* r : sets)
        if (!outweighs || r != largest)
            all.insert(all.end(), r->flat_.begin(), r->flat_.end());
    Region rest = from_boxes(dims, all);
    return outweighs ? *largest | rest : rest;
}

std::int64_t Region::count() const {
    std::int64_t total = 0;
    for (std::size_t i = 0; i < boxes(); ++i) {
        std::int64_t n = 1;
        for (const Range& r : box(i))
            n *= r.count();
        total += n;
    }
    return total;
}

bool Region::contains(std::span<const std::int64_t> point) const {
    for (std::size_t i = 0; i < boxes(); ++i) {
        const Flat b = box(i);
        std::size_t k = 0;
        while (k < b.size() && b[k].contains(point[k]))
            ++k;
        if (k == b.size())
            return true;
    }
    return false;
}

bool Region::contains(const Region& other) const {
    if (other.empty() || empty())
        return other.empty();
    return few::one_covers(static_cast<std::size_t>(dims_), flat_, other.flat_) || covers(dims_, flat_, other.flat_) ||
           (other - *this).empty();
}

bool Region::intersects(const Region& other) const {
    if (empty() || other.empty() || !may_meet(flat_, other.flat_, dims_))
        return false;
    if (const auto known = few::meets(static_cast<std::size_t>(dims_), flat_, other.flat_))
        return *known;
    return meets(dims_, flat_, other.flat_);
}

std::vector<Range> Region::hull() const {
    const auto w = static_cast<std::size_t>(dims_);
    std::vector<Range> h(flat_.begin(), flat_.begin() + static_cast<std::ptrdiff_t>(std::min(w, flat_.size())));
    h.resize(w);
    for (std::size_t at = 0; at < flat_.size(); at += w)
        for (std::size_t k = 0; k < w; ++k) {
            const Range& r = flat_[at + k];
            h[k] = {std::min(h[k].lo, r.lo), std::max(h[k].hi, r.hi), 1};
        }
    return h;
}

Range Region::rows() const {
    if (empty())
        return {};
    Range rows{flat_.front().lo, flat_.front().hi, 1}; // boxes ascend by their first coordinate
    for (std::size_t at = 0; at < flat_.size(); at += static_cast<std::size_t>(dims_))
        rows.hi = std::max(rows.hi, flat_[at].hi);
    return rows;
}

Range Region::extent(std::size_t dim) const {
    if (dim == 0 || empty())
        return rows();
    Range extent = flat_[dim];
    for (std::size_t at = dim; at < flat_.size(); at += static_cast<std::size_t>(dims_))
        extent = {std::min(extent.lo, flat_[at].lo), std::max(extent.hi, flat_[at].hi), 1};
    return {extent.lo, extent.hi, 1};
}

Region Region::translated(std::span<const std::int64_t> by) const {
    Region out = *this;
    for (std::size_t i = 0; i < out.flat_.size(); ++i) {
        out.flat_[i].lo += by[i % by.size()];
        out.flat_[i].hi += by[i % by.size()];
    }
    return out;
}

Region Region::take_rows(std::int64_t lo, std::int64_t hi) {
    if (auto parts = few::split(static_cast<std::size_t>(dims_), flat_, lo, hi)) {
        flat_ = std::move(parts->rest);
        return Region(dims_, std::move(parts->part));
    }
    if (auto parts = slices::split(static_cast<std::size_t>(dims_), flat_, lo, hi)) {
        flat_ = std::move(parts->rest);
        return Region(dims_, std::move(parts->part));
    }
    std::vector<Range> slab = hull();
    slab[0] = {lo, hi, 1};
    const Region whole{std::span<const Range>(slab)};
    Region taken = *this & whole;
    *this -= whole;
    return taken;
}

Region Region::take(const Region& other) {
    if (empty() || other.empty() || !may_meet(flat_, other.flat_, dims_))
        return Region(dims_);
    if (auto parts = few::split(static_cast<std::size_t>(dims_), flat_, other.flat_)) {
        flat_ = std::move(parts->rest);
        return Region(dims_, std::move(parts->part));
    }
    if (dims_ == 2 && other.boxes() == 1)
        if (auto parts = slices::split(flat_, other.flat_)) {
            flat_ = std::move(parts->rest);
            return Region(dims_, std::move(parts->part));
        }
    Region taken = *this & other;
    if (!taken.empty())
        *this -= taken;
    return taken;
}

Region operator|(const Region& a, const Region& b) {
    if (a.empty() || b.empty())
        return a.empty() ? b : a;
    if (a.flat_ == b.flat_)
        return a;
    if (auto boxes = few::unite(static_cast<std::size_t>(a.dims_), a.flat_, b.flat_))
        return Region(a.dims_, *std::move(boxes));
    if (a.boxes() == 1 || b.boxes() == 1) {
        const bool first = a.boxes() == 1;
        if (auto boxes =
                slices::add(static_cast<std::size_t>(a.dims_), first ? b.flat_ : a.flat_, first ? a.flat_ : b.flat_))
            return Region(a.dims_, *std::move(boxes));
    }
    Arena arena;
    List out(arena.get());
    combine(Op::unite, a.dims_, a.flat_, b.flat_, out);
    return Region(a.dims_, kept(out));
}

Region& Region::operator|=(std::span<const Range> box) {
    if (!is_plain(box) || box.size() != static_cast<std::size_t>(dims_))
        return *this |= Region(box);
    if (flat_.empty())
        flat_.append(box);
    else if (flat_.size() == box.size() && few::joined_in_place({flat_.data(), flat_.size()}, box))
        return *this;
    else if (auto boxes = few::unite(box.size(), flat_, box))
        flat_ = *std::move(boxes);
    else
        *this |= Region(box);
    return *this;
}

Region operator&(const Region& a, const Region& b) {
    if (a.empty() || b.empty() || !may_meet(a.flat_, b.flat_, a.dims_))
        return Region(a.dims_);
    if (auto boxes = few::common(static_cast<std::size_t>(a.dims_), a.flat_, b.flat_))
        return Region(a.dims_, *std::move(boxes));
    Arena arena;
    List out(arena.get());
    combine(Op::common, a.dims_, a.flat_, b.flat_, out);
    return Region(a.dims_, kept(out));
}

Region operator-(const Region& a, const Region& b) {
    if (a.empty() || b.empty() || !may_meet(a.flat_, b.flat_, a.dims_))
        return a;
    if (a.flat_ == b.flat_)
        return Region(a.dims_);
    if (auto boxes = few::subtract(static_cast<std::size_t>(a.dims_), a.flat_, b.flat_))
        return Region(a.dims_, *std::move(boxes));
    Arena arena;
    List out(arena.get());
    combine(Op::subtract, a.dims_, a.flat_, b.flat_, out);
    return Region(a.dims_, kept(out));
}

bool operator==(const Region& a, const Region& b) {
    if (a.empty() || b.empty())
        return a.empty() && b.empty();
    if (a.dims_ != b.dims_)
        return false;
    return a.flat_ == b.flat_ || (a.count() == b.count() && (a - b).empty());
}

void Region::serialise(std::string& out) const {
    const std::int64_t head[2] = {empty() ? 0 : dims_, static_cast<std::int64_t>(boxes())};
    out.append(reinterpret_cast<const char*>(head), sizeof head);
    out.append(reinterpret_cast<const char*>(flat_.data()), flat_.size() * sizeof(Range));
}

std::uint64_t Region::hash() const { return hash_ranges(flat_); }

std::string Region::text(std::size_t limit) const {
    std::string out = "{";
    for (std::size_t i = 0; i < boxes(); ++i) {
        out += i == 0 ? "" : ", ";
        if (i == limit) {
            out += "...";
            break;
        }
        const Flat b = box(i);
        for (std::size_t k = 0; k < b.size(); ++k) {
            out += (k == 0 ? "[" : " x [") + std::to_string(b[k].lo) + ":" + std::to_string(b[k].hi);
            out += b[k].step == 1 ? "]" : ":" + std::to_string(b[k].step) + "]";
        }
    }
    return out + "}";
}

} // namespace hydra::rt
