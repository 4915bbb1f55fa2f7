// Sets of points as lists of boxes: the recursion over dimensions behind Region, private to region.cpp.
//
// Each operation works along the outermost dimension on slices (a strided range of coordinates that share one
// cross-section): where slices of the two operands meet, it is done on the cross-sections, one dimension lower. The
// pieces are then gathered by equal cross-section, whose coordinates are normalised (ranges.h).
#pragma once

#include "runtime/sets/ranges.h"

#include <cstring>

namespace hydra::rt::boxes {

using namespace ranges;
using Flat = std::span<const Range>;

enum class Op { unite, common, subtract };

struct Slice {
    Range range;
    Flat inner;
};

// The slices of a canonical set: boxes that follow each other with the same outer range.
inline Scratch<Slice> slices(int d, Flat flat, Arena& arena) {
    const auto w = static_cast<std::size_t>(d);
    Scratch<Slice> out(arena.get());
    out.reserve(std::min<std::size_t>(flat.size() / w, 64));
    for (std::size_t i = 0; i < flat.size();) {
        std::size_t end = i + w;
        while (end < flat.size() && flat[end] == flat[i])
            end += w;
        out.push_back({flat[i], flat.subspan(i, end - i)});
        i = end;
    }
    return out;
}

// Boxes of a slice without their outer range, contiguous in the arena: what the recursion works on.
inline Flat strip(int d, Flat slice, List& store) {
    const auto w = static_cast<std::size_t>(d);
    if (slice.size() == w)
        return slice.subspan(1);
    const std::size_t from = store.size();
    for (std::size_t i = 0; i < slice.size(); i += w)
        store.insert(store.end(), slice.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                     slice.begin() + static_cast<std::ptrdiff_t>(i + w));
    return Flat(store).subspan(from);
}

// A piece of a result: coordinates and their cross-section (d-1 dimensions), which lies outside, or in the pool at
// `at` while the pool grows.
struct Item {
    Range range;
    const Range* data = nullptr;
    std::size_t at = 0;
    std::size_t size = 0;
};

struct Items {
    explicit Items(Arena& arena) : list(arena.get()), pool(arena.get()) {}
    Scratch<Item> list;
    List pool;

    Flat section(const Item& i) const { return {i.data != nullptr ? i.data : pool.data() + i.at, i.size}; }
    bool same(const Item& a, const Item& b) const {
        return a.size == b.size &&
               (a.size == 0 || std::memcmp(section(a).data(), section(b).data(), a.size * sizeof(Range)) == 0);
    }
    void add(const Item& i) {
        if (i.size == 0)
            return;
        if (!list.empty()) {
            Item& before = list.back();
            if (dense(before.range) && dense(i.range) && before.range.hi == i.range.lo && same(before, i)) {
                before.range.hi = i.range.hi;
                return;
            }
        }
        list.push_back(i);
    }
};

inline std::uint64_t hash_ranges(Flat flat) {
    std::uint64_t h = 0x9e3779b97f4a7c15ull + flat.size();
    for (const Range& r : flat)
        for (const std::int64_t x : {r.lo, r.hi, r.step}) {
            h = (h ^ static_cast<std::uint64_t>(x)) * 0xff51afd7ed558ccdull;
            h ^= h >> 32;
        }
    return h;
}

// Appends the boxes of one coordinate range and a cross-section.
inline void emit_slice(int d, const Range& outer, Flat inner, List& out) {
    const auto w = static_cast<std::size_t>(d) - 1;
    for (std::size_t i = 0; i < inner.size(); i += w) {
        out.push_back(outer);
        for (std::size_t k = 0; k < w; ++k)
            out.push_back(inner[i + k]);
    }
}

inline void emit_product(int d, const List& outer, Flat inner, List& out) {
    for (const Range& r : outer)
        emit_slice(d, r, inner, out);
}

// Whether the pieces are canonical as they stand: runs that ascend, no two of which touch with equal cross-sections,
// and no three isolated members with equal ones, which might be a progression.
inline bool stands(const Items& items, Arena& arena) {
    const Scratch<Item>& list = items.list;
    std::size_t singles = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!dense(list[i].range) || (i > 0 && list[i].range.lo < list[i - 1].range.hi) ||
            (i > 0 && list[i].range.lo == list[i - 1].range.hi && items.same(list[i - 1], list[i])))
            return false;
        singles += list[i].range.hi - list[i].range.lo == 1;
    }
    if (singles < 3)
        return true;
    Scratch<std::uint64_t> hashes(arena.get());
    hashes.reserve(singles);
    for (const Item& i : list)
        if (i.range.hi - i.range.lo == 1)
            hashes.push_back(hash_ranges(items.section(i)));
    std::sort(hashes.begin(), hashes.end());
    for (std::size_t i = 2; i < hashes.size(); ++i)
        if (hashes[i - 2] == hashes[i])
            return false;
    return true;
}

// Gathers the pieces (disjoint in their coordinates) by equal cross-section and appends the canonical set.
inline void gather(int d, Items& items, List& out) {
    Scratch<Item>& list = items.list;
    Arena arena;
    if (stands(items, arena)) {
        for (const Item& i : list)
            emit_slice(d, i.range, items.section(i), out);
        return;
    }
    List outer(arena.get());
    // Equal cross-sections become neighbours in `order`.
    struct Key {
        std::uint64_t hash;
        std::size_t index;
    };
    Scratch<Key> order(arena.get());
    order.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i)
        order.push_back({hash_ranges(items.section(list[i])), i});
    std::sort(order.begin(), order.end(),
              [](const Key& a, const Key& b) { return a.hash != b.hash ? a.hash < b.hash : a.index < b.index; });
    Scratch<Item> result(arena.get());
    result.reserve(list.size());
    Scratch<bool> taken(order.size(), false, arena.get());
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (taken[i])
            continue;
        const Item& head = list[order[i].index];
        outer.assign(1, head.range);
        for (std::size_t k = i + 1; k < order.size() && order[k].hash == order[i].hash; ++k)
            if (!taken[k] && items.same(head, list[order[k].index])) {
                taken[k] = true;
                outer.push_back(list[order[k].index].range);
            }
        normalise(outer);
        for (const Range& r : outer) {
            result.push_back(head);
            result.back().range = r;
        }
    }
    std::sort(result.begin(), result.end(), [](const Item& a, const Item& b) { return a.range.lo < b.range.lo; });
    for (const Item& i : result)
        emit_slice(d, i.range, items.section(i), out);
}

// One box as a canonical set: a range of two members that do not touch becomes two.
inline void emit_box(int d, Flat box, List& out) {
    if (std::all_of(box.begin(), box.end(), settled)) {
        out.insert(out.end(), box.begin(), box.end());
        return;
    }
    Arena arena;
    List outer(1, box[0], arena.get());
    normalise(outer);
    if (d == 1) {
        out.insert(out.end(), outer.begin(), outer.end());
        return;
    }
    List inner(arena.get());
    emit_box(d - 1, box.subspan(1), inner);
    emit_product(d, outer, inner, out);
}

inline void combine(Op op, int d, Flat a, Flat b, List& out);

inline void combine_lines(Op op, Flat a, Flat b, List& out) {
    Arena arena;
    List result(arena.get());
    switch (op) {
    case Op::unite:
        result.reserve(a.size() + b.size());
        std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result),
                   [](const Range& x, const Range& y) { return x.lo < y.lo; });
        break;
    case Op::common:
        for_each_meeting(a, b, [&](std::size_t i, std::size_t j) {
            if (const Range c = intersect(a[i], b[j]); !c.empty())
                result.push_back(c);
            return true;
        });
        break;
    case Op::subtract: {
        List rest(arena.get());
        List spare(arena.get());
        std::size_t current = 0;
        rest.assign(1, a[0]);
        auto flush = [&](std::size_t i) {
            for (; current < i; ++current) {
                result.insert(result.end(), rest.begin(), rest.end());
                rest.clear();
                if (current + 1 < a.size())
                    rest.assign(1, a[current + 1]);
            }
        };
        for_each_meeting(a, b, [&](std::size_t i, std::size_t j) {
            flush(i);
            if (rest.size() == 1 && dense(rest[0]) && dense(b[j])) { // the usual case in place
                const Range r = rest[0];
                rest.clear();
                if (r.lo < b[j].lo)
                    result.push_back({r.lo, std::min(r.hi, b[j].lo), 1});
                if (b[j].hi < r.hi)
                    rest.push_back({std::max(r.lo, b[j].hi), r.hi, 1});
            } else if (!rest.empty()) {
                subtract_from(rest, b[j], spare, &result);
            }
            return true;
        });
        flush(a.size());
        break;
    }
    }
    normalise(result);
    out.insert(out.end(), result.begin(), result.end());
}

// Cross-sections of both operands, over coordinates that both have.
inline void add_both(Op op, int d, const Range& range, Flat a, Flat b, Items& items) {
    const bool equal = a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
    if (equal) {
        if (op != Op::subtract)
            items.add({range, a.data(), 0, a.size()});
        return;
    }
    const std::size_t at = items.pool.size();
    combine(op, d - 1, a, b, items.pool);
    items.add({range, nullptr, at, items.pool.size() - at});
}

// Both operands have slices of step 1 only, which are disjoint and ascend: one sweep.
inline void sweep(Op op, int d, std::span<const Slice> a, std::span<const Slice> b, Items& items) {
    std::size_t i = 0, j = 0;
    std::int64_t x = a[0].range.lo, y = b[0].range.lo; // where the rest of a[i], of b[j] starts
    const bool keep_a = op != Op::common;
    const bool keep_b = op == Op::unite;
    while ((i < a.size() && (keep_a || j < b.size())) || (j < b.size() && keep_b)) {
        if (i < a.size() && (j == b.size() || x < y)) {
            const std::int64_t end = j == b.size() ? a[i].range.hi : std::min(a[i].range.hi, y);
            if (keep_a)
                items.add({{x, end, 1}, a[i].inner.data(), 0, a[i].inner.size()});
            x = end;
        } else if (i == a.size() || y < x) {
            const std::int64_t end = i == a.size() ? b[j].range.hi : std::min(b[j].range.hi, x);
            if (keep_b)
                items.add({{y, end, 1}, b[j].inner.data(), 0, b[j].inner.size()});
            y = end;
        } else {
            const std::int64_t end = std::min(a[i].range.hi, b[j].range.hi);
            add_both(op, d, {x, end, 1}, a[i].inner, b[j].inner, items);
            x = y = end;
        }
        if (i < a.size() && x == a[i].range.hi && ++i < a.size())
            x = a[i].range.lo;
        if (j < b.size() && y == b[j].range.hi && ++j < b.size())
            y = b[j].range.lo;
    }
}

// Slices with steps may interleave: pairs that meet, and what is left of each slice.
inline void interleave(Op op, int d, std::span<const Slice> a, std::span<const Slice> b, Items& items, Arena& arena) {
    List ranges_a(arena.get()), ranges_b(arena.get());
    Scratch<List> rest_a(arena.get()), rest_b(arena.get());
    List spare(arena.get());
    for (const Slice& s : a) {
        ranges_a.push_back(s.range);
        rest_a.emplace_back(1, s.range);
    }
    for (const Slice& s : b) {
        ranges_b.push_back(s.range);
        rest_b.emplace_back(1, s.range);
    }
    for_each_meeting(
        ranges_a, ranges_b,
        [&](std::size_t i, std::size_t j) {
            const Range c = intersect(ranges_a[i], ranges_b[j]);
            if (c.empty())
                return true;
            add_both(op, d, c, a[i].inner, b[j].inner, items);
            if (op != Op::common)
                subtract_from(rest_a[i], c, spare);
            if (op == Op::unite)
                subtract_from(rest_b[j], c, spare);
            return true;
        });
    auto add_rest = [&](std::span<const Slice> s, const Scratch<List>& rest) {
        for (std::size_t i = 0; i < s.size(); ++i)
            for (const Range& r : rest[i])
                items.add({r, s[i].inner.data(), 0, s[i].inner.size()});
    };
    if (op != Op::common)
        add_rest(a, rest_a);
    if (op == Op::unite)
        add_rest(b, rest_b);
}

inline bool all_dense_slices(std::span<const Slice> s) {
    return std::all_of(
        s.begin(), s.end(), [](const Slice& x) { return dense(x.range); });
}

// The frequent case of two boxes whose result is at most one box; false where it is not that case.
inline bool combine_boxes(Op op, int d, Flat a, Flat b, List& out) {
    const auto w = static_cast<std::size_t>(d);
    Range common[Region::max_dims];
    bool meet = true;
    for (std::size_t k = 0; meet && k < w; ++k) {
        common[k] = intersect(a[k], b[k]);
        meet = !common[k].empty();
    }
    if (op == Op::common) {
        if (meet)
            emit_box(d, {common, w}, out);
        return true;
    }
    if (op == Op::subtract && !meet) {
        out.insert(out.end(), a.begin(), a.end());
        return true;
    }
    if (meet && std::equal(a.begin(), a.end(), common)) { // a lies in b
        if (op == Op::unite)
            out.insert(out.end(), b.begin(), b.end());
        return true;
    }
    if (op == Op::unite && meet && std::equal(b.begin(), b.end(), common)) {
        out.insert(out.end(), a.begin(), a.end());
        return true;
    }
    return false;
}

// Appends `a op b`, both canonical sets of d dimensions.
inline void combine(Op op, int d, Flat a, Flat b, List& out) {
    const auto w = static_cast<std::size_t>(d);
    if (a.empty() || b.empty()) {
        if (!a.empty() && op != Op::common)
            out.insert(out.end(), a.begin(), a.end());
        if (!b.empty() && op == Op::unite)
            out.insert(out.end(), b.begin(), b.end());
        return;
    }
    if (a.size() == w && b.size() == w && combine_boxes(op, d, a, b, out))
        return;
    gone_through += static_cast<std::int64_t>(a.size() + b.size());
    if (d == 1)
        return combine_lines(op, a, b, out);
    Arena arena;
    Scratch<Slice> sa = slices(d, a, arena);
    Scratch<Slice> sb = slices(d, b, arena);
    List store(arena.get());
    store.reserve(a.size() + b.size()); // so that the stripped sections stay where they are
    for (Scratch<Slice>* s : {&sa, &sb})
        for (Slice& x : *s)
            x.inner = strip(d, x.inner, store);
    Items items(arena);
    if (all_dense_slices(sa) && all_dense_slices(sb))
        sweep(op, d, sa, sb, items);
    else
        interleave(op, d, sa, sb, items, arena);
    gather(d, items, out);
}

inline bool within(const Range& inner, const Range& outer) {
    return outer.contains(inner.lo) && inner.hi <= outer.hi && (inner.count() == 1 || inner.step % outer.step == 0);
}

// Whether `b` lies in `a`, both canonical. Perhaps false where it does: rows of `b` are looked for in one slice of `a`,
// or in several of step 1 that follow each other.
inline bool covers(int d, Flat a, Flat b) {
    const auto w = static_cast<std::size_t>(d);
    const auto slice = [&](Flat set, std::size_t from) {
        std::size_t end = from + w;
        while (end < set.size() && set[end] == set[from])
            end += w;
        return set.subspan(from, end - from);
    };
    Arena arena;
    List store(arena.get());
    store.reserve(a.size() + b.size());
    const auto has = [&](Flat mine, Flat section) { return d == 1 || covers(d - 1, strip(d, mine, store), section); };
    std::size_t first = 0; // slice of `a` that may have the next rows
    for (std::size_t k = 0; k < b.size();) {
        const Flat wanted = slice(b, k);
        const Range rows = b[k];
        store.clear();
        const Flat section = d == 1 ? Flat() : strip(d, wanted, store);
        while (first < a.size() && a[first].hi <= rows.lo)
            first += slice(a, first).size();
        bool found = false;
        std::int64_t covered = rows.lo;
        for (std::size_t at = first; !found && at < a.size() && a[at].lo <= covered;) {
            const Flat mine = slice(a, at);
            at += mine.size();
            const bool follows = dense(mine[0]) && mine[0].contains(covered);
            if (!follows && !within(rows, mine[0]))
                continue;
            if (!has(mine, section))
                return false;
            covered = follows ? mine[0].hi : rows.hi;
            found = covered >= rows.hi;
        }
        if (!found)
            return false;
        k += wanted.size();
    }
    return true;
}

// Whether two canonical sets have a common point.
inline bool meets(int d, Flat a, Flat b) {
    const auto w = static_cast<std::size_t>(d);
    if (a.empty() || b.empty())
        return false;
    if (a.size() == w && b.size() == w) {
        for (std::size_t k = 0; k < w; ++k)
            if (intersect(a[k], b[k]).empty())
                return false;
        return true;
    }
    Arena arena;
    const Scratch<Slice> sa = slices(d, a, arena);
    const Scratch<Slice> sb = slices(d, b, arena);
    List ranges_a(arena.get()), ranges_b(arena.get());
    for (const Slice& s : sa)
        ranges_a.push_back(s.range);
    for (const Slice& s : sb)
        ranges_b.push_back(s.range);
    bool found = false;
    for_each_meeting(ranges_a, ranges_b, [&](std::size_t i, std::size_t j) {
        if (!intersect(ranges_a[i], ranges_b[j]).empty()) {
            Arena inner;
            List store(inner.get());
            store.reserve(sa[i].inner.size() + sb[j].inner.size());
            const Flat x = d == 1 ? Flat() : strip(d, sa[i].inner, store);
            found = d == 1 || meets(d - 1, x, strip(d, sb[j].inner, store));
        }
        return !found;
    });
    return found;
}

} // namespace hydra::rt::boxes
