// Views, shapes and runs against brute-force sets of bytes on small allocations.
#include "runtime/directory/skewed_shape.h"
#include "runtime/sets/view.h"

#include <doctest/doctest.h>

#include <random>

using namespace hydra::rt;

namespace {

using Bytes = std::vector<char>;

// The bytes of a region by Shape's own formula, point by point.
Bytes bytes_of(const Region& r, const Shape& s) {
    Bytes out(static_cast<std::size_t>(s.bytes), 0);
    std::int64_t points = 0;
    for (std::size_t b = 0; b < r.boxes(); ++b) {
        std::vector<std::int64_t> x;
        for (const Range& k : r.box(b))
            x.push_back(k.lo);
        for (bool more = true; more;) {
            REQUIRE(x.size() == s.len.size() + 1);
            std::vector<std::int64_t> straight = x;
            if (s.turned)
                std::swap(straight[0], straight[1]);
            std::int64_t at = straight[0];
            for (std::size_t k = 1; k < x.size(); ++k) {
                REQUIRE(straight[k] >= 0);
                REQUIRE(straight[k] < s.len[k - 1]);
                at = at * s.len[k - 1] + straight[k];
            }
            ++points;
            REQUIRE(at >= 0);
            REQUIRE(at < s.units());
            for (std::int64_t i = at * s.elem; i < std::min((at + 1) * s.elem, s.bytes); ++i)
                out[static_cast<std::size_t>(i)] = 1;
            more = false;
            for (std::size_t k = x.size(); !more && k-- > 0;) {
                x[k] += r.box(b)[k].step;
                more = x[k] < r.box(b)[k].hi;
                if (!more)
                    x[k] = r.box(b)[k].lo;
            }
        }
    }
    REQUIRE(points == r.count());
    return out;
}

// The bytes of a box of subscripts by hydra_rt_shape's formula; true in `outside` where some are not in the allocation.
void mark_box(const View& v, std::span<const long> bounds, Bytes& out, bool& outside) {
    const auto d = static_cast<std::size_t>(v.dims());
    for (std::size_t k = 0; k < d; ++k)
        if (bounds[3 * k + 1] <= bounds[3 * k])
            return;
    std::vector<std::int64_t> x;
    for (std::size_t k = 0; k < d; ++k)
        x.push_back(bounds[3 * k]);
    for (bool more = true; more;) {
        std::int64_t at = x[0];
        for (std::size_t k = 1; k < d; ++k)
            at = at * v.len[k - 1] + x[k];
        for (std::int64_t i = v.offset + at * v.elem; i < v.offset + (at + 1) * v.elem; ++i)
            if (i < 0 || i >= static_cast<std::int64_t>(out.size()))
                outside = true;
            else
                out[static_cast<std::size_t>(i)] = 1;
        more = false;
        for (std::size_t k = d; !more && k-- > 0;) {
            x[k] += bounds[3 * k + 2];
            more = x[k] < bounds[3 * k + 1];
            if (!more)
                x[k] = bounds[3 * k];
        }
    }
}

void check_runs(const Region& r, const Shape& s) {
    const Bytes expected = bytes_of(r, s);
    Bytes got(expected.size(), 0);
    std::int64_t end = -1, total = 0;
    for_each_run(r, s, [&](Run run) {
        REQUIRE(run.offset > end); // ascending, and maximal: runs never touch
        REQUIRE(run.bytes > 0);
        end = run.offset + run.bytes;
        total += run.bytes;
        for (std::int64_t i = run.offset; i < end; ++i)
            got[static_cast<std::size_t>(i)] = 1;
    });
    REQUIRE(got == expected);
    REQUIRE(region_bytes(r, s) == total);
}

struct RandomView {
    std::vector<long> len;
    View view;
    std::vector<long> flat;
};

RandomView random_view(std::mt19937& rng, std::int64_t bytes) {
    auto pick = [&](long lo, long hi) { return lo + static_cast<long>(rng() % static_cast<unsigned>(hi - lo + 1)); };
    RandomView v;
    const int dims = static_cast<int>(pick(1, 3));
    static const long elems[] = {1, 2, 4, 4, 8, 8, 8, 12, 3};
    v.view.elem = elems[rng() % 9];
    for (int k = 1; k < dims; ++k)
        v.len.push_back(rng() % 12 == 0 ? pick(-3, 1) : pick(2, 9));
    const long elements = std::max<long>(1, bytes / v.view.elem);
    v.view.offset = rng() % 3 != 0 ? 0 : rng() % 2 == 0 ? v.view.elem * pick(0, elements) : pick(0, bytes);
    const int boxes = static_cast<int>(pick(1, 3));
    for (int b = 0; b < boxes; ++b)
        for (int k = 0; k < dims; ++k) {
            const long around = k == 0 ? elements / (dims == 1   ? 1
                                                     : dims == 2 ? 5
                                                                 : 20) +
                                             1
                                       : v.len[static_cast<std::size_t>(k) - 1];
            const long lo = rng() % 2 == 0 ? 0 : pick(-2, std::max<long>(around, 1));
            const long hi = rng() % 2 == 0 ? std::max<long>(around, 1) : lo + pick(0, std::max<long>(around, 1) + 3);
            v.flat.insert(v.flat.end(), {lo, hi, rng() % 2 == 0 ? 1 : pick(1, 5)});
        }
    if (rng() % 3 == 0) { // the last box goes on as a line
        std::vector<long> by;
        for (int k = 0; k < dims; ++k)
            by.push_back(pick(-2, 2));
        for (long more = pick(1, 6); more > 0; --more)
            for (std::size_t k = 0; k < 3 * by.size(); ++k)
                v.flat.push_back(v.flat[v.flat.size() - 3 * by.size()] + (k % 3 == 2 ? 0 : by[k / 3]));
    }
    return v;
}

} // namespace

TEST_CASE("random views convert to exactly their bytes, through every change of shape") {
    std::mt19937 rng(11);
    for (int c = 0; c < 3000; ++c) {
        const std::int64_t bytes = 1 + static_cast<std::int64_t>(rng() % 700);
        Shape shape = fresh_shape(bytes);
        Region kept = shape.whole();
        Bytes kept_bytes = bytes_of(kept, shape);
        REQUIRE(kept.count() == bytes);
        for (int step = 0; step < 4; ++step) {
            RandomView v = random_view(rng, bytes);
            v.view.len = v.len;
            Shape next = refined(shape, v.view);
            if (const unsigned how = rng() % 6; how < 2)
                next = turned(next, next.elem * (1 + static_cast<std::int64_t>(rng() % 20)));
            else if (how == 2)
                next.turned = false;
            REQUIRE(fits(next, v.view));
            REQUIRE(refined(refined(next, v.view), v.view) == refined(next, v.view));
            REQUIRE((next.turned || refined(next, v.view).turned == false));
            REQUIRE(next.bytes == bytes);
            kept = reshape(kept, shape, next);
            shape = next;
            REQUIRE(bytes_of(kept, shape) == kept_bytes);
            Bytes expected(static_cast<std::size_t>(bytes), 0);
            const std::size_t one = 3 * static_cast<std::size_t>(v.view.dims());
            Region joined(shape.dims());
            bool outside = false;
            for (std::size_t at = 0; at < v.flat.size(); at += one) {
                const std::span<const long> box(v.flat.data() + at, one);
                bool box_outside = false;
                mark_box(v.view, box, expected, box_outside);
                const Converted part = convert(shape, v.view, box);
                REQUIRE(part.out_of_bounds == box_outside);
                joined |= part.region;
                outside = outside || box_outside;
            }
            const Converted all = convert_all(shape, v.view, v.flat);
            REQUIRE(all.out_of_bounds == outside);
            REQUIRE(bytes_of(all.region, shape) == expected);
            REQUIRE(all.region == joined);
            check_runs(all.region, shape);
            if (rng() % 2 == 0) {
                kept -= all.region;
                kept_bytes = bytes_of(kept, shape);
            }
            check_runs(kept, shape);
        }
        REQUIRE(bytes_of(shape.whole(), shape) == Bytes(static_cast<std::size_t>(bytes), 1));
    }
}

TEST_CASE("usual accesses are single boxes") {
    const std::int64_t n = 20000;
    const long len[] = {n};
    Shape s = refined(fresh_shape(n * n * 8), {0, 8, len});
    CHECK(s.len == std::vector<std::int64_t>{n});
    CHECK(s.elem == 8);
    const long rows[] = {100, 200, 1, 0, n, 1};
    CHECK(convert(s, {0, 8, len}, rows).region == Region{{100, 200, 1}, {0, n, 1}});
    // The same memory as one dimension, even elements only: every row has the same columns.
    const long evens[] = {0, n * n, 2};
    const Converted even = convert(s, {0, 8, {}}, evens);
    CHECK(!even.out_of_bounds);
    CHECK(even.region == Region{{0, n, 1}, {0, n, 2}});
    CHECK(even.region.boxes() == 1);
    // Every third: three classes of rows (20000 is no multiple of 3).
    const long thirds[] = {0, n * n, 3};
    const Converted third = convert(s, {0, 8, {}}, thirds);
    CHECK(third.region.boxes() <= 5);
    CHECK(third.region.count() == (n * n - 1) / 3 + 1);
    // One dimension that starts and ends within rows.
    const long middle[] = {5, 3 * n + 7, 1};
    CHECK(convert(s, {0, 8, {}}, middle).region.boxes() == 3);
    // A transposed pair of subscripts of a diagonal: row i, column i as i * (n + 1).
    const long diagonal[] = {0, 2000, 1};
    const long wide[] = {n + 1};
    const long diagonal_box[] = {0, 2000, 1, 0, 1, 1};
    CHECK(convert(s, {0, 8, wide}, diagonal_box).region.count() == 2000);
    CHECK(convert(s, {0, 8 * (n + 1), {}}, diagonal).region.count() == 2000 * (n + 1));
}

TEST_CASE("shapes are chosen by the richest view") {
    const long rows[] = {10};
    const long planes[] = {4, 10};
    Shape s = refined(fresh_shape(960), {0, 8, {}});
    CHECK(s.dims() == 1);
    s = refined(s, {0, 8, rows});
    CHECK(s.len == std::vector<std::int64_t>{10});
    s = refined(s, {0, 8, planes});
    CHECK(s.len == std::vector<std::int64_t>{4, 10});
    s = refined(s, {0, 8, rows});
    CHECK(s.len == std::vector<std::int64_t>{4, 10});
    s = refined(s, {4, 8, {}});
    CHECK(s.elem == 4);
    CHECK(s.len == std::vector<std::int64_t>{4, 20});
    CHECK(s.whole().boxes() == 1);
    // A row longer than the allocation, or senseless, is not taken.
    const long odd[] = {100000};
    CHECK(refined(fresh_shape(80), {0, 8, odd}).dims() == 1);
    const long negative[] = {-4, 10};
    CHECK(refined(fresh_shape(80), {0, 8, negative}).dims() == 1);
    CHECK(fresh_shape(0).whole().empty());
}

TEST_CASE("diagonals are columns of a turned shape") {
    const long n = 100;
    const long len[] = {n};
    const View view{0, 8, len};
    std::vector<long> front, halo; // a[i][d - 2 * i], and three elements beside
    const long d = 140;
    for (long i = 30; i < 65; ++i) {
        front.insert(front.end(), {i, i + 1, 1, d - 2 * i, d - 2 * i + 1, 1});
        halo.insert(halo.end(), {i - 1, i, 1, d - 2 * i - 1, d - 2 * i + 2, 1});
    }
    CHECK(line_length(front, 2) == 35);
    Diagonals diagonals;
    diagonals.add(view, front, true);
    diagonals.add(view, halo, false);
    CHECK(diagonals.distance() == 8 * (n - 2));
    const Shape s = turned(refined(fresh_shape(8 * n * n), view), diagonals.distance());
    CHECK(convert_all(s, view, front).region.boxes() == 1);
    CHECK(convert_all(s, view, front).region == Region{{42, 43, 1}, {31, 66, 1}}); // d = 98 + 42
    CHECK(convert_all(s, view, halo).region.boxes() == 1);
    CHECK(s.whole().boxes() <= 2);
    CHECK(!diagonals.leaves(s));
    // A few rows beside do no harm, many do, and so does another direction.
    const long few[] = {0, 3, 1, 0, n, 1}, many[] = {0, n, 1, 0, n, 1};
    diagonals.add(view, few, true);
    CHECK(diagonals.distance() == 8 * (n - 2));
    Diagonals mixed = diagonals;
    diagonals.add(view, many, false);
    CHECK(diagonals.distance() == 0);
    CHECK(diagonals.leaves(s));
    std::vector<long> other;
    for (long i = 0; i < 20; ++i)
        other.insert(other.end(), {i, i + 1, 1, i, i + 1, 1});
    mixed.add(view, other, false);
    CHECK(mixed.distance() == 0);
    // The same in rows of n - 2, where a box is a line; a short one is one all the same.
    const long shorter[] = {n - 2};
    const View skewed{view.offset, 8, shorter};
    const long line[] = {31, 66, 1, 42, 43, 1}, few_of_it[] = {31, 35, 1, 41, 42, 1};
    Diagonals lines;
    lines.add_lines(skewed, line, true, s.bytes);
    lines.add_lines(skewed, few_of_it, false, s.bytes);
    CHECK(lines.distance() == 8 * (n - 2));
    CHECK(!lines.leaves(s));
    Diagonals first; // the first front of a sweep
    first.add_lines(skewed, few_of_it, true, s.bytes);
    CHECK(first.distance() == 8 * (n - 2));
    Diagonals small;
    small.add_lines(skewed, few_of_it, true, 15 * 8 * (n - 2));
    CHECK(small.distance() == 0);
    CHECK(convert_all(s, skewed, line).region == convert_all(s, view, front).region);
    // Lines that are only read, and boxes that overlap the next one, are no reason to turn.
    Diagonals read;
    read.add(view, front, false);
    CHECK(read.distance() == 0);
    CHECK(!read.leaves(s));
    Diagonals wide;
    for (long i = 0; i < 20; ++i)
        other.insert(other.end(), {0, 1, 1, i, i + 3, 1});
    wide.add(view, std::span(other).subspan(6 * 20), true);
    CHECK(wide.distance() == 0);
}
