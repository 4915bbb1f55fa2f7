// Region against a plain bitmap: every operation on thousands of random sets, canonical form, and speed (printed only).
#include "runtime/sets/region.h"
#include "runtime/sets/slices.h"
#include "runtime/sets/small_set_ops.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <random>

using namespace hydra::rt;

namespace {

// All points of a grid with `side` coordinates in each of d dimensions, starting at `origin`.
struct Grid {
    int d;
    std::int64_t side;
    std::int64_t origin;

    std::size_t size() const {
        std::size_t n = 1;
        for (int k = 0; k < d; ++k)
            n *= static_cast<std::size_t>(side);
        return n;
    }
    std::vector<std::int64_t> point(std::size_t index) const {
        std::vector<std::int64_t> p(static_cast<std::size_t>(d));
        for (std::size_t k = p.size(); k-- > 0; index /= static_cast<std::size_t>(side))
            p[k] = origin + static_cast<std::int64_t>(index % static_cast<std::size_t>(side));
        return p;
    }
};

using Bits = std::vector<char>;

void mark(const Grid& g, std::span<const Range> box, Bits& bits) {
    for (std::size_t i = 0; i < bits.size(); ++i) {
        const auto p = g.point(i);
        bool in = true;
        for (std::size_t k = 0; in && k < p.size(); ++k)
            in = box[k].contains(p[k]);
        bits[i] = static_cast<char>(bits[i] | (in ? 1 : 0));
    }
}

// Marks a region's boxes and checks that they are disjoint, canonical ranges inside the grid.
Bits bits_of(const Grid& g, const Region& r) {
    Bits bits(g.size(), 0);
    std::int64_t total = 0;
    for (std::size_t i = 0; i < r.boxes(); ++i)
        mark(g, r.box(i), bits);
    for (char b : bits)
        total += b;
    REQUIRE(total == r.count());
    for (const Range& x : r.flat()) {
        REQUIRE(!x.empty());
        REQUIRE(canonical(x) == x);
    }
    return bits;
}

struct Sample {
    Region region;
    Bits bits;
    std::vector<Range> flat;
};

Sample random_set(const Grid& g, std::mt19937& rng, int boxes, std::int64_t max_step) {
    Sample s{Region(g.d), Bits(g.size(), 0), {}};
    for (int b = 0; b < boxes; ++b) {
        std::vector<Range> box;
        for (int k = 0; k < g.d; ++k) {
            std::int64_t lo = g.origin + static_cast<std::int64_t>(rng() % static_cast<unsigned>(g.side));
            std::int64_t hi = g.origin + 1 + static_cast<std::int64_t>(rng() % static_cast<unsigned>(g.side));
            if (lo > hi)
                std::swap(lo, hi);
            box.push_back({lo, hi, 1 + static_cast<std::int64_t>(rng() % static_cast<unsigned>(max_step))});
        }
        mark(g, box, s.bits);
        s.flat.insert(s.flat.end(), box.begin(), box.end());
    }
    s.region = Region::from_boxes(g.d, s.flat);
    return s;
}

Bits zip(const Bits& a, const Bits& b, const std::function<bool(bool, bool)>& f) {
    Bits out(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        out[i] = f(a[i] != 0, b[i] != 0) ? 1 : 0;
    return out;
}

std::string bytes(const Region& r) {
    std::string s;
    r.serialise(s);
    return s;
}

// The set of a bitmap, point by point in a random order: the canonical form must not depend on the way.
Region pointwise(const Grid& g, const Bits& bits, std::mt19937& rng) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < bits.size(); ++i)
        if (bits[i] != 0)
            order.push_back(i);
    std::shuffle(order.begin(), order.end(), rng);
    std::vector<Range> flat;
    for (std::size_t i : order)
        for (std::int64_t x : g.point(i))
            flat.push_back({x, x + 1, 1});
    return Region::from_boxes(g.d, flat);
}

void check_pair(const Grid& g, const Sample& a, const Sample& b, std::mt19937& rng) {
    REQUIRE(bits_of(g, a.region) == a.bits);
    const Region u = a.region | b.region;
    const Region n = a.region & b.region;
    const Region d = a.region - b.region;
    REQUIRE(bits_of(g, u) == zip(
                                 a.bits, b.bits, [](bool x, bool y) { return x || y; }));
    REQUIRE(bits_of(g, n) == zip(
                                 a.bits, b.bits, [](bool x, bool y) { return x && y; }));
    REQUIRE(bits_of(g, d) == zip(a.bits, b.bits, [](bool x, bool y) { return x && !y; }));
    REQUIRE(a.region.intersects(b.region) == !n.empty());
    REQUIRE(u.contains(a.region));
    REQUIRE(a.region.contains(b.region) == (n == b.region));
    REQUIRE((a.region == b.region) == (a.bits == b.bits));
    // Other ways to the same sets.
    REQUIRE(bytes(u) == bytes(b.region | a.region));
    REQUIRE(bytes(u) == bytes(d | n | (b.region - a.region)));
    REQUIRE(bytes(n) == bytes(u - (a.region - b.region) - (b.region - a.region)));
    std::vector<Range> both = b.flat;
    both.insert(both.end(), a.flat.begin(), a.flat.end());
    REQUIRE(bytes(u) == bytes(Region::from_boxes(g.d, both)));
    const Region* sets[] = {&n, &d, &b.region};
    REQUIRE(bytes(u) == bytes(Region::unite(g.d, sets)));
    if (rng() % 8 == 0)
        REQUIRE(bytes(u) == bytes(pointwise(g, bits_of(g, u), rng)));
    const std::size_t probe = rng() % g.size();
    REQUIRE(u.contains(g.point(probe)) == (a.bits[probe] != 0 || b.bits[probe] != 0));
}

double microseconds(int repeats, const std::function<void()>& f) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < repeats; ++i)
        f();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / repeats;
}

} // namespace

TEST_CASE("ranges intersect by the Chinese remainder theorem") {
    std::mt19937 rng(1);
    for (int c = 0; c < 20000; ++c) {
        auto random_range = [&] {
            const std::int64_t lo = static_cast<std::int64_t>(rng() % 60) - 30;
            return canonical(
                {lo, lo + static_cast<std::int64_t>(rng() % 60), 1 + static_cast<std::int64_t>(rng() % 9)});
        };
        const Range a = random_range();
        const Range b = random_range();
        const Range both = intersect(a, b);
        for (std::int64_t x = -40; x < 100; ++x)
            REQUIRE(both.contains(x) == (a.contains(x) && b.contains(x)));
        REQUIRE(canonical(both) == both);
    }
    const std::int64_t big = std::int64_t{1} << 60;
    CHECK(intersect({-big, big, 1000003}, {-big, big, 999983}).step == 1000003 * std::int64_t{999983});
    CHECK(intersect({0, big, big / 2 + 1}, {0, big, big / 2 - 1}) == Range{0, 1, 1});
}

TEST_CASE("random sets agree with a bitmap") {
    std::mt19937 rng(2);
    struct Setting {
        Grid grid;
        int cases, boxes;
        std::int64_t step;
    };
    for (const Setting& s :
         {Setting{{1, 40, -7}, 4000, 6, 1}, Setting{{1, 60, -7}, 6000, 5, 7}, Setting{{1, 200, 3}, 300, 12, 30},
          Setting{{2, 12, -3}, 2500, 5, 1}, Setting{{2, 14, -3}, 2500, 4, 4}, Setting{{2, 9, 0}, 1000, 12, 3},
          Setting{{3, 6, -2}, 1000, 4, 3}, Setting{{3, 7, 5}, 500, 6, 1}, Setting{{4, 4, -1}, 200, 4, 2}})
        for (int c = 0; c < s.cases; ++c) {
            const Sample a =
                random_set(s.grid, rng, static_cast<int>(rng() % static_cast<unsigned>(s.boxes + 1)), s.step);
            const Sample b =
                random_set(s.grid, rng, static_cast<int>(rng() % static_cast<unsigned>(s.boxes + 1)), s.step);
            check_pair(s.grid, a, b, rng);
        }
}

TEST_CASE("a few boxes and one agree with a bitmap, mostly without a sweep") {
    std::mt19937 rng(21);
    for (const Grid& g : {Grid{1, 20, -3}, Grid{2, 8, -3}, Grid{3, 5, 0}, Grid{4, 4, 1}}) {
        const auto dims = static_cast<std::size_t>(g.d);
        int united = 0, common = 0, subtracted = 0, met = 0, covered = 0, split = 0;
        for (int c = 0; c < 1500; ++c) {
            const Sample a = random_set(g, rng, 1 + static_cast<int>(rng() % 3), 1), b = random_set(g, rng, 1, 1);
            check_pair(g, a, b, rng);
            if (a.region.empty() || b.region.empty())
                continue;
            const std::span<const Range> one = a.region.flat(), other = b.region.flat();
            united += few::unite(dims, one, other).has_value();
            common += few::common(dims, one, other).has_value();
            subtracted += few::subtract(dims, one, other).has_value();
            const bool meet = !(a.region & b.region).empty();
            met += few::meets(dims, one, other) == meet;
            REQUIRE(few::meets(dims, one, other).value_or(meet) == meet);
            covered += few::one_covers(dims, one, other);
            if (few::one_covers(dims, one, other))
                REQUIRE((b.region - a.region).empty());
            const std::vector<Range> hull = a.region.hull();
            REQUIRE(a.region.rows() == hull[0]);
            Region rest = a.region, rows = a.region, grown = a.region;
            REQUIRE(bytes(rest.take(b.region)) == bytes(a.region & b.region));
            REQUIRE(bytes(rest) == bytes(a.region - b.region));
            std::vector<Range> slab = hull;
            slab[0] = {other[0].lo, other[0].hi, 1};
            REQUIRE(bytes(rows.take_rows(other[0].lo, other[0].hi)) == bytes(a.region & Region(slab)));
            REQUIRE(bytes(rows) == bytes(a.region - Region(slab)));
            grown |= b.region.box(0);
            REQUIRE(bytes(grown) == bytes(a.region | Region(b.region.box(0))));
            split += few::split(dims, one, other).has_value();
        }
        CHECK(united > 100);
        CHECK(common > 400);
        CHECK(subtracted > 100);
        CHECK(met > 400);
        CHECK(covered > 2);
        CHECK(split > 100);
    }
}

TEST_CASE("slices are cut, and others are put beside them, as a sweep over all of them does it") {
    std::mt19937 rng(89);
    for (const int dims : {1, 2, 3}) {
        int rows = 0, parts = 0, added = 0;
        for (int c = 0; c < 4000; ++c) {
            std::vector<Range> flat;
            const auto width = static_cast<std::int64_t>(4 + rng() % 12);
            const auto random_range = [&](std::int64_t side) {
                const auto lo = static_cast<std::int64_t>(rng() % static_cast<unsigned>(side));
                return Range{lo, lo + 1 + static_cast<std::int64_t>(rng() % 4), rng() % 24 == 0 ? 2 : 1};
            };
            const bool by_column = rng() % 2 == 0; // as fronts leave it
            for (std::int64_t x = 0; x < width; ++x)
                for (unsigned boxes = rng() % 3; boxes > 0; --boxes) {
                    flat.push_back(by_column ? Range{2 * x, 2 * x + 1 + static_cast<std::int64_t>(rng() % 2), 1}
                                             : random_range(width));
                    for (int k = 1; k < dims; ++k)
                        flat.push_back(random_range(by_column ? 30 : 6));
                }
            const Region a = Region::from_boxes(dims, flat);
            if (a.empty())
                continue;
            const auto lo = static_cast<std::int64_t>(rng() % 24), hi = lo + 1 + static_cast<std::int64_t>(rng() % 6);
            const auto w = static_cast<std::size_t>(dims);
            std::vector<Range> slab = a.hull();
            slab[0] = {lo, hi, 1};
            if (const auto split = slices::split(w, a.flat(), lo, hi)) {
                ++rows;
                REQUIRE(std::ranges::equal(split->part, (a & Region(slab)).flat()));
                REQUIRE(std::ranges::equal(split->rest, (a - Region(slab)).flat()));
            }
            std::vector<Range> box{{lo, hi, 1}};
            for (int k = 1; k < dims; ++k)
                box.push_back(random_range(30));
            const Region b{std::span<const Range>(box)};
            if (b.boxes() != 1)
                continue;
            if (const auto split = dims == 2 ? slices::split(a.flat(), b.flat()) : std::nullopt) {
                ++parts;
                REQUIRE(std::ranges::equal(split->part, (a & b).flat()));
                REQUIRE(std::ranges::equal(split->rest, (a - b).flat()));
            }
            if (const auto sum = slices::add(w, a.flat(), b.flat())) {
                ++added;
                flat.assign(a.flat().begin(), a.flat().end());
                flat.insert(flat.end(), box.begin(), box.end());
                REQUIRE(std::ranges::equal(*sum, Region::from_boxes(dims, flat).flat()));
            }
        }
        MESSAGE(rows << " cuts of rows, " << parts << " of boxes, " << added << " sums");
        CHECK(rows > (dims == 1 ? 100 : 1000));
        CHECK((dims != 2 || parts > 1000));
        CHECK(added > 50);
    }
}

TEST_CASE("boxes of many shares, and what contains what, agree with a bitmap") {
    std::mt19937 rng(12);
    int contained = 0;
    for (int c = 0; c < 600; ++c) {
        const Grid g{2 + c % 2, c % 2 == 0 ? 24 : 9, c % 5 == 0 ? -3 : 0};
        // The same few cross-sections for each share of the rows, and some rows that all shares name.
        const Sample sections = random_set({g.d - 1, g.side, g.origin}, rng, 1 + static_cast<int>(rng() % 4), 3);
        const std::size_t w = static_cast<std::size_t>(g.d) - 1;
        const std::int64_t length = 1 + static_cast<std::int64_t>(rng() % 3),
                           step = 1 + static_cast<std::int64_t>(rng() % 2);
        Sample all{Region(g.d), Bits(g.size(), 0), {}};
        for (std::int64_t lo = g.origin; lo + length <= g.origin + g.side;
             lo += length + static_cast<std::int64_t>(rng() % 3))
            for (std::size_t s = 0; s < sections.flat.size(); s += w) {
                const bool fixed = s == 0 && c % 3 == 0;
                std::vector<Range> box{fixed ? Range{g.origin, g.origin + 1, 1} : Range{lo, lo + length, step}};
                box.insert(box.end(), sections.flat.begin() + static_cast<std::ptrdiff_t>(s),
                           sections.flat.begin() + static_cast<std::ptrdiff_t>(s + w));
                mark(g, box, all.bits);
                all.flat.insert(all.flat.end(), box.begin(), box.end());
            }
        all.region = Region::from_boxes(g.d, all.flat);
        REQUIRE(bits_of(g, all.region) == all.bits);
        REQUIRE(bytes(all.region) == bytes(pointwise(g, all.bits, rng)));
        const Sample other = random_set(g, rng, 2, 2);
        const Region inside = all.region & other.region;
        REQUIRE(all.region.contains(inside));
        const Region more = inside | (rng() % 2 == 0 ? Region(g.d) : random_set(g, rng, 1, 2).region);
        const bool has = zip(bits_of(g, more), all.bits, [](bool x, bool y) { return x && !y; }) == Bits(g.size(), 0);
        REQUIRE(all.region.contains(more) == has);
        contained += has;
    }
    CHECK(contained > 200);
    CHECK(contained < 500);
}

TEST_CASE("long chains of operations agree with a bitmap") {
    std::mt19937 rng(3);
    const Grid g{2, 16, -5};
    for (int chain = 0; chain < 150; ++chain) {
        Sample all = random_set(g, rng, 2, 3);
        for (int step = 0; step < 20; ++step) {
            const Sample b = random_set(g, rng, 1 + static_cast<int>(rng() % 2), 4);
            const unsigned op = rng() % 5;
            if (op < 3) {
                all.region |= b.region;
                all.bits = zip(all.bits, b.bits, [](bool x, bool y) { return x || y; });
            } else if (op < 4) {
                all.region -= b.region;
                all.bits = zip(all.bits, b.bits, [](bool x, bool y) { return x && !y; });
            } else {
                all.region -= all.region & b.region;
                all.bits = zip(all.bits, b.bits, [](bool x, bool y) { return x && !y; });
            }
            REQUIRE(bits_of(g, all.region) == all.bits);
        }
        REQUIRE(bytes(all.region) == bytes(pointwise(g, all.bits, rng)));
    }
}

TEST_CASE("translation, hull and text") {
    const Region r = Region{{0, 10, 1}, {1, 9, 2}} | Region{{20, 21, 1}, {0, 4, 1}};
    const std::int64_t by[] = {-3, 100};
    const Region moved = r.translated(by);
    CHECK(moved.count() == r.count());
    CHECK(moved.contains({-3, 101}));
    CHECK(!moved.contains({-3, 102}));
    CHECK(r.hull() == std::vector<Range>{{0, 21, 1}, {0, 8, 1}});
    CHECK(Region(2).hull() == std::vector<Range>{{0, 0, 1}, {0, 0, 1}});
    CHECK(r.text() == "{[0:10] x [1:8:2], [20:21] x [0:4]}");
    CHECK(Region(3).text() == "{}");
    CHECK(Region(2) == Region(1));
}

TEST_CASE("usual sets have few boxes") {
    const std::int64_t n = 20000;
    const Region full{{0, n, 1}, {0, n, 1}};
    CHECK((Region{{0, n, 1}, {0, 5000, 1}} | Region{{0, n, 1}, {5000, n, 1}}).boxes() == 1);
    const Region red = Region{{0, n, 2}, {0, n, 2}} | Region{{1, n, 2}, {1, n, 2}};
    const Region black = Region{{0, n, 2}, {1, n, 2}} | Region{{1, n, 2}, {0, n, 2}};
    CHECK(red.boxes() == 2);
    CHECK((red | black).boxes() == 1);
    CHECK((full - red).boxes() == 2);
    CHECK(bytes(full - red) == bytes(black));
    CHECK((red & black).empty());
    // 64 cyclic ranks' rows unite to everything.
    std::vector<Range> cyclic;
    for (std::int64_t r = 0; r < 64; ++r)
        cyclic.insert(cyclic.end(), {{r, n, 64}, {0, n, 1}});
    CHECK(Region::from_boxes(2, cyclic).boxes() == 1);
    CHECK((full - Region{{7, n, 64}, {0, n, 1}}).count() == full.count() - Region{{7, n, 64}, {0, n, 1}}.count());
    // Jacobi's footprint: a block of rows with its halo, without corners.
    const Region reads = Region{{999, 2001, 1}, {1, n - 1, 1}} | Region{{1000, 2000, 1}, {0, n, 1}};
    CHECK(reads.boxes() == 3);
    // A little added to much, as when a triangle grows by a row.
    std::vector<Range> triangle;
    for (std::int64_t r = 0; r < 100; ++r)
        triangle.insert(triangle.end(), {{r, r + 1, 1}, {0, r + 1, 1}});
    const Region most = Region::from_boxes(2, triangle), row{{100, 101, 1}, {0, 101, 1}},
                 over{{50, 102, 1}, {3, 40, 1}};
    const Region* parts[] = {&row, &most, &over};
    std::vector<Range> boxes = triangle;
    for (const Region* part : {&row, &over})
        boxes.insert(boxes.end(), part->flat().begin(), part->flat().end());
    CHECK(bytes(Region::unite(2, parts)) == bytes(Region::from_boxes(2, boxes)));
    CHECK(Region::unite(2, parts).count() == 101 * 102 / 2 + 37);
    // A huge irregular mixture stays symbolic and exact.
    const Region mixture = Region{{0, 100000000, 97}} | Region{{1, 100000000, 89}};
    CHECK(mixture.boxes() < 400);
    CHECK((mixture - Region{{0, 100000000, 97}} - Region{{1, 100000000, 89}}).empty());
    CHECK((mixture & Region{{0, 100000000, 97}}) == Region{{0, 100000000, 97}});
}

TEST_CASE("speed (printed, not judged)") {
    const std::int64_t n = 20000;
    const Region block{{1000, 2000, 1}, {0, n, 1}};
    const Region halo{{999, 2001, 1}, {1, n - 1, 1}};
    const Region column{{0, n, 1}, {5000, 10000, 1}};
    const Region full{{0, n, 1}, {0, n, 1}};
    const Region red = Region{{0, n, 2}, {0, n, 2}} | Region{{1, n, 2}, {1, n, 2}};
    const Region black = full - red;
    auto rows_of = [&](std::int64_t shift, bool slanted) {
        std::vector<Range> flat;
        for (std::int64_t i = 0; i < 1000; ++i)
            flat.insert(flat.end(), {{i * i + shift, i * i + shift + 1, 1}, {slanted ? i : 0, n, 1}});
        return flat;
    };
    const std::vector<Range> rows_flat = rows_of(0, false);
    const Region rows = Region::from_boxes(2, rows_flat);
    const std::vector<Range> slant_flat = rows_of(0, true);
    const Region slant = Region::from_boxes(2, slant_flat);
    const Region other = Region::from_boxes(2, rows_of(1, true));
    Region sink;
    struct Timing {
        std::string what;
        int repeats;
        std::function<void()> run;
    };
    for (const Timing& t : {
             Timing{"box & box", 100000, [&] { sink = block & halo; }},
             Timing{"box - box", 100000, [&] { sink = halo - block; }},
             Timing{"box | box", 100000, [&] { sink = halo | block; }},
             Timing{"full - column block", 100000, [&] { sink = full - column; }},
             Timing{"red | black", 10000, [&] { sink = red | black; }},
             Timing{"full - red", 10000, [&] { sink = full - red; }},
             Timing{"red & block", 10000, [&] { sink = red & block; }},
             Timing{"1000 rows from boxes", 200, [&] { sink = Region::from_boxes(2, rows_flat); }},
             Timing{"1000 slanted rows from boxes", 200, [&] { sink = Region::from_boxes(2, slant_flat); }},
             Timing{"1000 rows | 1000 slanted", 200, [&] { sink = rows | slant; }},
             Timing{"1000 slanted | 1000 others", 200, [&] { sink = slant | other; }},
             Timing{"1000 slanted - 1000 rows", 200, [&] { sink = slant - rows; }},
             Timing{"1000 slanted & block", 200, [&] { sink = slant & block; }},
         })
        MESSAGE(t.what << ": " << microseconds(t.repeats, t.run) << " us");
}

TEST_CASE("long interleaved ranges, too many to expand, agree with a bitmap") {
    std::mt19937 rng(4);
    for (int c = 0; c < 20; ++c) {
        const std::int64_t n = c % 10 == 0 ? 600000 : 100000;
        Bits bits[2] = {Bits(static_cast<std::size_t>(n), 0), Bits(static_cast<std::size_t>(n), 0)};
        Region sets[2] = {Region(1), Region(1)};
        for (int s = 0; s < 2; ++s)
            for (int k = 0; k < 3; ++k) {
                const std::int64_t steps[] = {2, 3, 4, 6, 12, 64, 5, 10};
                const Range r = canonical({static_cast<std::int64_t>(rng() % 1000),
                                           n - static_cast<std::int64_t>(rng() % 100000), steps[rng() % 8]});
                sets[s] |= Region{r};
                for (std::int64_t x = r.lo; x < r.hi; x += r.step)
                    bits[s][static_cast<std::size_t>(x)] = 1;
            }
        auto agree = [&](const Region& r, const std::function<bool(bool, bool)>& f) {
            Bits got(static_cast<std::size_t>(n), 0);
            for (const Range& x : r.flat())
                for (std::int64_t i = x.lo; i < x.hi; i += x.step)
                    ++got[static_cast<std::size_t>(i)]; // 2 where boxes overlap
            return got == zip(bits[0], bits[1], f);
        };
        const Region u = sets[0] | sets[1];
        REQUIRE(agree(
            u, [](bool x, bool y) { return x || y; }));
        REQUIRE(agree(
            sets[0] & sets[1], [](bool x, bool y) { return x && y; }));
        REQUIRE(agree(sets[0] - sets[1], [](bool x, bool y) { return x && !y; }));
        REQUIRE(u == (sets[1] | sets[0]));
        REQUIRE(((u - sets[0]) | sets[0]) == u);
        REQUIRE(sets[0].intersects(sets[1]) == !(sets[0] & sets[1]).empty());
    }
}

TEST_CASE("boxes whose rows and sections ascend are the same set in whatever order they come, and one by one") {
    std::mt19937 rng(71);
    int slanted = 0;
    for (int c = 0; c < 3000; ++c) {
        const std::size_t dims = 2 + rng() % 2;
        const std::int64_t sign = rng() % 2 == 0 ? 1 : -1;
        std::vector<std::vector<Range>> boxes;
        std::int64_t row = static_cast<std::int64_t>(rng() % 5), lo = 50, hi = 60;
        for (unsigned count = 2 + rng() % 12; count > 0; --count) { // now and then with equal sections, or out of order
            const std::int64_t rows = 1 + static_cast<std::int64_t>(rng() % 3);
            boxes.push_back({{row, row + rows, 1}, {lo, hi, 1}});
            if (dims == 3)
                boxes.back().push_back({0, 1 + static_cast<std::int64_t>(rng() % 3), 1});
            row += rows + static_cast<std::int64_t>(rng() % 2) - (rng() % 16 == 0 ? 1 : 0);
            lo += rng() % 3 == 0 ? sign : 0;
            hi += rng() % 8 == 0 ? 0 : sign * (lo + 1 < hi ? 1 : 0);
            hi = std::max(hi, lo + 1);
        }
        const auto flat_of = [&] {
            std::vector<Range> flat;
            for (const std::vector<Range>& box : boxes)
                flat.insert(flat.end(), box.begin(), box.end());
            return flat;
        };
        const Region ordered = Region::from_boxes(static_cast<int>(dims), flat_of());
        Region one_by_one(static_cast<int>(dims)), by_boxes(static_cast<int>(dims));
        for (const std::vector<Range>& box : boxes) {
            one_by_one = one_by_one | Region(std::span<const Range>(box));
            by_boxes |= std::span<const Range>(box);
        }
        std::shuffle(boxes.begin(), boxes.end(), rng);
        const Region shuffled = Region::from_boxes(static_cast<int>(dims), flat_of());
        std::string a, b, d, e;
        ordered.serialise(a);
        shuffled.serialise(b);
        one_by_one.serialise(d);
        by_boxes.serialise(e);
        REQUIRE(a == b);
        REQUIRE(a == d);
        REQUIRE(a == e);
        slanted += ordered.boxes() == boxes.size();
    }
    CHECK(slanted > 300);
}
