// See small_set_ops.h. "Rows" are the coordinates of the outermost dimension, a box's "section" is its other ranges.
// Boxes whose rows are disjoint, which no two neighbours could be joined to one of, are canonical as they are, unless
// three or more single rows have one section: they might be a progression.
#include "runtime/sets/small_set_ops.h"

#include <algorithm>
#include <utility>

namespace hydra::rt::few {
namespace {

using Flat = std::span<const Range>;

constexpr std::size_t most = 8; // boxes

bool is_few(std::size_t dims, Flat flat) {
    return flat.size() <= most * dims && std::all_of(
                                             flat.begin(), flat.end(), [](const Range& r) { return r.step == 1; });
}

bool covers(const Range& a, const Range& b) { return a.lo <= b.lo && b.hi <= a.hi; }

bool covers(Flat a, Flat b) {
    return std::equal(
        a.begin(), a.end(), b.begin(), [](const Range& x, const Range& y) { return covers(x, y); });
}

bool meet(Flat a, Flat b) {
    return std::equal(
        a.begin(), a.end(), b.begin(), [](const Range& x, const Range& y) { return x.lo < y.hi && y.lo < x.hi; });
}

bool is_single(Flat box) { return box[0].hi - box[0].lo == 1; }

bool same_section(Flat a, Flat b) { return std::equal(a.begin() + 1, a.end(), b.begin() + 1); }

// Boxes that are put down one by one.
class Boxes {
  public:
    Boxes(std::size_t dims, Flat first) : dims_(dims) {
        if (first.size() > dims) // of one box, there seldom is more than one
            flat_.reserve(first.size() + dims);
    }

    [[nodiscard]] std::size_t count() const { return flat_.size() / dims_; }
    [[nodiscard]] Flat box(std::size_t i) const { return Flat(flat_.data(), flat_.size()).subspan(i * dims_, dims_); }
    std::span<Range> add(Flat box) {
        flat_.append(box);
        return std::span(flat_.data(), flat_.size()).last(dims_);
    }
    void add_rows(const Range& rows, Flat box) {
        if (!rows.empty())
            add(box)[0] = rows;
    }

    // In canonical form; nullopt where that takes more than putting them in order.
    std::optional<Ranges> canonical() {
        for (std::size_t i = 1; i < count(); ++i) // few are out of place
            for (std::size_t k = i; k > 0 && box(k)[0].lo < box(k - 1)[0].lo; --k)
                std::swap_ranges(place(k), place(k + 1), place(k - 1));
        for (std::size_t i = 1; i < count(); ++i) {
            const Flat own = box(i), before = box(i - 1);
            const bool joins = before[0].hi == own[0].lo && same_section(before, own);
            std::size_t alike = 0; // other single rows
            for (std::size_t k = 0; i > 1 && is_single(own) && k < i; ++k)
                alike += is_single(box(k)) && same_section(box(k), own) ? 1 : 0;
            if (before[0].hi > own[0].lo || joins || alike > 1)
                return std::nullopt;
        }
        return std::move(flat_);
    }

  private:
    Range* place(std::size_t i) { return flat_.data() + i * dims_; }

    std::size_t dims_;
    Ranges flat_;
};

// Of two boxes, the one that is their union, if it is a box: they differ in one dimension, and meet or touch there.
std::optional<Ranges> joined(Flat a, Flat b) {
    std::size_t open = a.size();
    for (std::size_t k = 0; k < a.size(); ++k) {
        if (a[k] == b[k])
            continue;
        if (open != a.size() || a[k].hi < b[k].lo || b[k].hi < a[k].lo)
            return std::nullopt;
        open = k;
    }
    Ranges out(a);
    if (open != a.size())
        out[open] = {std::min(a[open].lo, b[open].lo), std::max(a[open].hi, b[open].hi), 1};
    return out;
}

std::optional<Split> both(Boxes& inside, Boxes& outside) {
    auto part = inside.canonical(), rest = outside.canonical();
    if (!part || !rest)
        return std::nullopt;
    return Split{*std::move(part), *std::move(rest)};
}

// The box without the cut, which meets it; false where that is more than one section in some row.
bool add_rest(Flat box, Flat cut, Boxes& out) {
    std::size_t open = 0; // the one dimension of the section that the cut leaves something of
    for (std::size_t k = 1; k < box.size(); ++k) {
        if (covers(cut[k], box[k]))
            continue;
        if (open != 0 || (box[k].lo < cut[k].lo && cut[k].hi < box[k].hi))
            return false;
        open = k;
    }
    out.add_rows({box[0].lo, std::min(box[0].hi, cut[0].lo), 1}, box);
    if (open != 0) {
        const std::span<Range> rest = out.add(box);
        rest[0] = intersect(box[0], cut[0]);
        (box[open].lo < cut[open].lo ? rest[open].hi : rest[open].lo) =
            box[open].lo < cut[open].lo ? cut[open].lo : cut[open].hi;
    }
    out.add_rows({std::max(box[0].lo, cut[0].hi), box[0].hi, 1}, box);
    return true;
}

} // namespace

std::optional<Ranges> common(std::size_t dims, Flat a, Flat b) {
    if (a.size() == dims)
        std::swap(a, b);
    if (b.size() != dims || !is_few(dims, a) || !is_few(dims, b))
        return std::nullopt;
    Boxes out(dims, a);
    for (std::size_t at = 0; at < a.size(); at += dims) {
        const Flat box = a.subspan(at, dims);
        if (!meet(box, b))
            continue;
        const std::span<Range> both = out.add(box);
        std::transform(box.begin(), box.end(), b.begin(), both.begin(),
                       [](const Range& x, const Range& y) { return intersect(x, y); });
    }
    return out.canonical();
}

std::optional<Ranges> subtract(std::size_t dims, Flat a, Flat b) {
    if (b.size() != dims || !is_few(dims, a) || !is_few(dims, b))
        return std::nullopt;
    Boxes out(dims, a);
    for (std::size_t at = 0; at < a.size(); at += dims) {
        const Flat box = a.subspan(at, dims);
        if (!meet(box, b))
            out.add(box);
        else if (!add_rest(box, b, out))
            return std::nullopt;
    }
    return out.canonical();
}

std::optional<Ranges> unite(std::size_t dims, Flat a, Flat b) {
    if (a.size() == dims)
        std::swap(a, b);
    if (b.size() != dims || !is_few(dims, a) || !is_few(dims, b))
        return std::nullopt;
    if (a.size() == dims)
        if (auto one = joined(a, b))
            return one;
    Boxes out(dims, a);
    Range rows = b[0];
    for (std::size_t at = 0; at < a.size(); at += dims) {
        const Flat box = a.subspan(at, dims);
        if (covers(box, b))
            return Ranges(a);
        if (covers(b, box))
            continue;
        if (same_section(box, b) && box[0].lo <= rows.hi && rows.lo <= box[0].hi)
            rows = {std::min(box[0].lo, rows.lo), std::max(box[0].hi, rows.hi), 1};
        else
            out.add(box);
    }
    out.add_rows(rows, b);
    return out.canonical();
}

std::optional<Split> split(std::size_t dims, Flat a, std::int64_t lo, std::int64_t hi) {
    if (!is_few(dims, a))
        return std::nullopt;
    Boxes inside(dims, a), outside(dims, a);
    for (std::size_t at = 0; at < a.size(); at += dims) {
        const Flat box = a.subspan(at, dims);
        outside.add_rows({box[0].lo, std::min(box[0].hi, lo), 1}, box);
        inside.add_rows({std::max(box[0].lo, lo), std::min(box[0].hi, hi), 1}, box);
        outside.add_rows({std::max(box[0].lo, hi), box[0].hi, 1}, box);
    }
    return both(inside, outside);
}

std::optional<Split> split(std::size_t dims, Flat a, Flat b) {
    if (b.size() != dims || !is_few(dims, a) || !is_few(dims, b))
        return std::nullopt;
    Boxes inside(dims, b), outside(dims, a);
    for (std::size_t at = 0; at < a.size(); at += dims) {
        const Flat box = a.subspan(at, dims);
        if (!meet(box, b)) {
            outside.add(box);
            continue;
        }
        const std::span<Range> common = inside.add(box);
        for (std::size_t k = 0; k < dims; ++k)
            common[k] = {std::max(box[k].lo, b[k].lo), std::min(box[k].hi, b[k].hi), 1};
        if (!add_rest(box, b, outside))
            return std::nullopt;
    }
    return both(inside, outside);
}

bool joined_in_place(std::span<Range> a, Flat b) {
    std::size_t open = a.size();
    bool covered = true;
    for (std::size_t k = 0; k < a.size(); ++k) {
        if (a[k].step != 1 || b[k].step != 1 || a[k].hi < b[k].lo || b[k].hi < a[k].lo)
            return false;
        covered = covered && covers(a[k], b[k]);
        if (a[k] == b[k])
            continue;
        if (open != a.size() && !covered)
            return false;
        open = k;
    }
    if (!covered)
        a[open] = {std::min(a[open].lo, b[open].lo), std::max(a[open].hi, b[open].hi), 1};
    return true;
}

std::optional<bool> meets(std::size_t dims, Flat a, Flat b) {
    if (!is_few(dims, a) || !is_few(dims, b))
        return std::nullopt;
    for (std::size_t at = 0; at < a.size(); at += dims)
        for (std::size_t other = 0; other < b.size(); other += dims)
            if (meet(a.subspan(at, dims), b.subspan(other, dims)))
                return true;
    return false;
}

bool one_covers(std::size_t dims, Flat a, Flat b) {
    if (b.size() != dims || !is_few(dims, a) || !is_few(dims, b))
        return false;
    for (std::size_t at = 0; at < a.size(); at += dims)
        if (covers(a.subspan(at, dims), b))
            return true;
    return false;
}

} // namespace hydra::rt::few
