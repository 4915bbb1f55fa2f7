// Sets of integers as lists of disjoint strided ranges: the one-dimensional part of Region, private to boxes.h and
// region.cpp.
//
// The canonical list of a set is found in two steps. First the set is cut into maximal runs of consecutive members;
// runs of two or more are ranges of step 1. Then, between such runs, the isolated members are dealt greedily, from the
// lowest, into arithmetic progressions of three or more; the others stand alone. Neither step looks at how the set was
// written down. Interleaved ranges are not expanded member by member: their common period, if it is at most 2048, is a
// mask, and the set is one mask for each segment between range borders.
#pragma once

#include "runtime/sets/region.h"

#include <algorithm>
#include <memory_resource>
#include <numeric>

namespace hydra::rt::ranges {

template <class T> using Scratch = std::pmr::vector<T>;
using List = Scratch<Range>;

// Blocks that arenas have given back, for the next ones: what malloc gets back it may return to the system, and page
// faults would be most of a plan's time. Never destroyed: plans are made at exit too.
inline std::pmr::memory_resource* kept_blocks() {
    constexpr std::size_t largest = std::size_t{1} << 20; // bytes; larger ones go back
    static thread_local auto* pool = new std::pmr::unsynchronized_pool_resource(std::pmr::pool_options{0, largest});
    return pool;
}

// Memory for the temporaries of one call: on the stack while they are small.
struct Arena {
    alignas(16) std::byte bytes[4096];
    std::pmr::monotonic_buffer_resource resource{bytes, sizeof bytes, kept_blocks()};
    std::pmr::memory_resource* get() { return &resource; }
};

// Pieces that an irregular cluster may be expanded into before it is left as it is.
inline constexpr std::int64_t expansion_limit = 1 << 14;
inline constexpr std::int64_t irregular_limit = 1 << 17; // where ranges have no common period up to period_limit
inline constexpr std::int64_t period_limit = 2048;

inline std::int64_t last(const Range& r) { return r.hi - 1; }
inline bool dense(const Range& r) { return r.step == 1; }
inline std::int64_t mod(std::int64_t a, std::int64_t m) {
    const std::int64_t r = a % m;
    return r < 0 ? r + m : r;
}
// Whether the range alone is the canonical list of its set.
inline bool settled(const Range& r) { return r.step == 1 || r.hi - r.lo > 2 * r.step; }

// a without c, where c is a subset of a (an intersection with a): appended to out, unordered. Either the residues that
// c lacks or the gaps between its members, whichever are fewer.
template <class Out> void subtract_subset(const Range& a, const Range& c, Out& out) {
    auto put = [&](std::int64_t lo, std::int64_t hi, std::int64_t step) {
        if (lo < hi)
            out.push_back(canonical({lo, hi, step}));
    };
    put(a.lo, c.lo, a.step);
    put(last(c) + a.step, a.hi, a.step);
    const std::int64_t members = c.count();
    if (members < 2 || c.step == a.step)
        return;
    const std::int64_t residues = c.step / a.step - 1;
    if (residues <= members - 1)
        for (std::int64_t k = 1; k <= residues; ++k)
            put(c.lo + k * a.step, last(c), c.step);
    else
        for (std::int64_t k = 0; k + 1 < members; ++k)
            put(c.lo + k * c.step + a.step, c.lo + (k + 1) * c.step, a.step);
}

// Takes c out of the list; spare is memory to work with, of the same resource. Where more follow, none of which starts
// below c, ranges that lie below it are moved to `done`, so that the list stays short.
inline void subtract_from(List& from, const Range& c, List& spare, List* done = nullptr) {
    spare.clear();
    for (const Range& r : from) {
        const Range common = intersect(r, c);
        if (common.empty())
            (done != nullptr && r.hi <= c.lo ? *done : spare).push_back(r);
        else
            subtract_subset(r, common, spare);
    }
    from.swap(spare);
}

// ---- Normalising --------------------------------------------------------------------------------------------------

// A stretch of the set, ascending and not interleaved with its neighbours: a run, a progression, or (opaque) one of
// several interleaved ranges that are left as they are.
struct Token {
    Range range;
    bool opaque = false;
};
using Tokens = Scratch<Token>;

// Appends a token after those of `out`, moving members that touch a neighbour into a run with it.
inline void join(Tokens& out, Token t) {
    if (!out.empty() && !out.back().opaque && !t.opaque && out.back().range.hi == t.range.lo) {
        Range left = out.back().range;
        out.pop_back();
        Range run{last(left), left.hi, 1};
        if (dense(left)) {
            run = left;
        } else {
            left = canonical({left.lo, last(left), left.step});
            out.push_back({left});
        }
        if (dense(t.range)) {
            run.hi = t.range.hi;
            out.push_back({run});
            return;
        }
        run.hi = t.range.lo + 1;
        out.push_back({run});
        t.range = canonical({t.range.lo + t.range.step, t.range.hi, t.range.step});
    }
    out.push_back(t);
}

inline bool isolated(const Token& t) { return !t.opaque && (t.range.step > 1 || t.range.hi - t.range.lo == 1); }

// The isolated members in tokens[from, to), dealt into progressions.
inline void deal(const Tokens& tokens, std::size_t from, std::size_t to, List& out) {
    std::size_t at = from;
    Range rest = tokens[from].range;                            // what is left of tokens[at]
    auto first_after = [&](std::size_t skip, std::int64_t& x) { // the member `skip` places after rest.lo
        std::size_t i = at;
        Range r = rest;
        for (;;) {
            const auto n = static_cast<std::size_t>(r.count());
            if (skip < n) {
                x = r.lo + static_cast<std::int64_t>(skip) * r.step;
                return true;
            }
            skip -= n;
            if (++i == to)
                return false;
            r = tokens[i].range;
        }
    };
    auto advance = [&](std::int64_t n) {
        while (n > 0) {
            const std::int64_t here = std::min(n, rest.count());
            n -= here;
            if (here < rest.count())
                rest = canonical({rest.lo + here * rest.step, rest.hi, rest.step});
            else if (++at < to)
                rest = tokens[at].range;
            else
                rest = {};
        }
    };
    while (at < to) {
        std::int64_t second = 0;
        std::int64_t third = 0;
        const std::int64_t first = rest.lo;
        if (!first_after(1, second) || !first_after(2, third) || third - second != second - first) {
            out.push_back({first, first + 1, 1});
            advance(1);
            continue;
        }
        Range line{first, third + 1, second - first};
        advance(3);
        while (at < to && rest.lo == last(line) + line.step) {
            const std::int64_t n = rest.count() > 1 && rest.step == line.step ? rest.count() : 1;
            line.hi += n * line.step;
            advance(n);
        }
        out.push_back(line);
    }
}

// The residues of a period that are in the set: mask[b] is 1 where members have the remainder b.
using Mask = Scratch<char>;

// Shortens a mask to the least period that it has.
inline void shorten(Mask& mask) {
    const std::size_t period = mask.size();
    for (std::size_t p = 1; p <= period / 2; ++p)
        if (period % p == 0 && std::equal(mask.begin() + static_cast<std::ptrdiff_t>(p), mask.end(), mask.begin())) {
            mask.resize(p);
            return;
        }
}

// Tokens of one segment [x, y) in which the set is the residues of the mask; shortens the mask.
inline void segment_tokens(std::int64_t x, std::int64_t y, Mask& mask, Tokens& out) {
    shorten(mask);
    const auto period = static_cast<std::int64_t>(mask.size());
    const auto members = std::count(mask.begin(), mask.end(), 1);
    if (members == period) {
        join(out, {{x, y, 1}});
        return;
    }
    if (members > 1 && (y - x) / period * members <= expansion_limit) {
        std::size_t b = static_cast<std::size_t>(mod(x, period));
        auto next_is = [&](char bit) {
            const bool is = mask[b] == bit;
            b += is ? 1 : 0;
            b = b == mask.size() ? 0 : b;
            return is;
        };
        for (std::int64_t i = x; i < y;) {
            while (i < y && next_is(0))
                ++i;
            const std::int64_t start = i;
            while (i < y && next_is(1))
                ++i;
            if (start < i)
                join(out, {{start, i, 1}});
        }
        return;
    }
    const std::size_t first = out.size();
    for (std::int64_t b = 0; b < period; ++b) {
        const std::int64_t lo = x + mod(b - x, period);
        if (mask[static_cast<std::size_t>(b)] == 0 || lo >= y)
            continue;
        const Range r = canonical({lo, y, period});
        if (members == 1)
            join(out, {r});
        else
            out.push_back({r, true});
    }
    if (members > 1)
        std::sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                  [](const Token& u, const Token& v) { return u.range.lo < v.range.lo; });
}

// Tokens of ranges that are connected through their hulls and have a common period: a mask for each segment.
inline void periodic_tokens(std::span<const Range> cluster, std::int64_t period, Tokens& out) {
    Scratch<std::int64_t> cuts(out.get_allocator());
    cuts.reserve(2 * cluster.size());
    for (const Range& r : cluster) {
        cuts.push_back(r.lo);
        cuts.push_back(r.hi);
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    Scratch<const Range*> active(out.get_allocator());
    Mask mask(out.get_allocator());
    std::size_t next = 0;
    for (std::size_t c = 0; c + 1 < cuts.size(); ++c) {
        const std::int64_t x = cuts[c];
        std::erase_if(active, [&](const Range* r) { return r->hi <= x; });
        while (next < cluster.size() && cluster[next].lo <= x)
            active.push_back(&cluster[next++]);
        if (active.empty())
            continue;
        mask.assign(static_cast<std::size_t>(period), 0);
        for (const Range* r : active)
            for (std::int64_t b = mod(r->lo, r->step); b < period; b += r->step)
                mask[static_cast<std::size_t>(b)] = 1;
        segment_tokens(x, cuts[c + 1], mask, out);
    }
}

// The same without a small common period: every member by itself if they are few, else the ranges as they are.
inline void irregular_tokens(std::span<const Range> cluster, std::int64_t pieces, Tokens& out) {
    List parts(out.get_allocator());
    if (pieces <= irregular_limit) {
        for (const Range& r : cluster) {
            if (dense(r)) {
                parts.push_back(r);
                continue;
            }
            for (std::int64_t x = r.lo; x < r.hi; x += r.step)
                parts.push_back({x, x + 1, 1});
        }
        std::sort(parts.begin(), parts.end(), [](const Range& a, const Range& b) { return a.lo < b.lo; });
        Range run = parts.front();
        for (const Range& r : parts) {
            if (r.lo > run.hi) {
                join(out, {run});
                run = r;
            }
            run.hi = std::max(run.hi, r.hi);
        }
        join(out, {run});
        return;
    }
    List rest(out.get_allocator());
    List spare(out.get_allocator());
    for (const Range& r : cluster) { // a union may hand in ranges that overlap
        rest.assign(1, r);
        for (std::size_t i = 0, n = parts.size(); i < n && !rest.empty(); ++i)
            subtract_from(rest, parts[i], spare);
        parts.insert(parts.end(), rest.begin(), rest.end());
    }
    std::sort(parts.begin(), parts.end(), [](const Range& a, const Range& b) { return a.lo < b.lo; });
    for (const Range& r : parts)
        out.push_back({r, true});
}

// One cluster of ranges that are connected through their hulls, ascending by lo; they may overlap.
inline void cluster_tokens(std::span<const Range> cluster, Tokens& out) {
    if (cluster.size() == 1) {
        join(out, {cluster[0]});
        return;
    }
    std::int64_t period = 1;
    std::int64_t pieces = 0;
    for (const Range& r : cluster) {
        if (period <= period_limit)
            period = r.step > period_limit ? r.step : std::lcm(period, r.step);
        pieces += dense(r) ? 1 : r.count();
    }
    if (period <= period_limit)
        periodic_tokens(cluster, period, out);
    else
        irregular_tokens(cluster, pieces, out);
}

// A cheap sufficient test on a sorted list: separate runs, and too few isolated members for a progression.
inline bool plainly_canonical(const List& v) {
    int singles = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        singles += v[i].hi - v[i].lo == 1;
        if (!dense(v[i]) || singles > 2 || (i > 0 && v[i].lo <= v[i - 1].hi))
            return false;
    }
    return true;
}

// See ranges_gone_through().
inline std::int64_t gone_through = 0;

// Replaces a list of canonical, non-empty ranges, which may overlap and come in any order, by the canonical list of
// their union.
inline void normalise(List& v) {
    gone_through += static_cast<std::int64_t>(v.size());
    if (v.empty() || (v.size() == 1 && settled(v[0])))
        return;
    if (!std::is_sorted(v.begin(), v.end(), [](const Range& a, const Range& b) { return a.lo < b.lo; }))
        std::sort(v.begin(), v.end(), [](const Range& a, const Range& b) { return a.lo < b.lo; });
    if (plainly_canonical(v))
        return;
    Tokens tokens(v.get_allocator());
    tokens.reserve(v.size());
    for (std::size_t i = 0; i < v.size();) {
        Range run = v[i];
        std::size_t end = i + 1;
        bool plain = dense(run);
        for (; end < v.size() && v[end].lo < run.hi; ++end) {
            run.hi = std::max(run.hi, v[end].hi);
            plain = plain && dense(v[end]);
        }
        if (plain)
            join(tokens, {run});
        else
            cluster_tokens({v.data() + i, end - i}, tokens);
        i = end;
    }
    v.clear();
    for (std::size_t i = 0; i < tokens.size();) {
        std::size_t end = i;
        while (end < tokens.size() && isolated(tokens[end]))
            ++end;
        if (end > i)
            deal(tokens, i, end, v);
        for (; end < tokens.size() && !isolated(tokens[end]); ++end)
            v.push_back(tokens[end].range);
        i = end;
    }
}

// ---- Pairs --------------------------------------------------------------------------------------------------------

// Calls f(i, j) for the pairs of ranges whose hulls meet; both lists ascend by lo. f returns whether to go on.
template <class A, class B, class F> void for_each_meeting(const A& a, const B& b, F f) {
    Arena arena;
    Scratch<std::int64_t> reach(arena.get()); // the greatest hi of b[0..j]
    reach.reserve(b.size());
    std::int64_t greatest = INT64_MIN;
    for (const auto& r : b)
        reach.push_back(greatest = std::max(greatest, r.hi));
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t j = 0;
        if (b.size() > 8)
            j = static_cast<std::size_t>(std::upper_bound(reach.begin(), reach.end(), a[i].lo) - reach.begin());
        for (; j < b.size() && b[j].lo < a[i].hi; ++j)
            if (b[j].hi > a[i].lo && !f(i, j))
                return;
    }
}

} // namespace hydra::rt::ranges
