// Rectangular copies of regions against their runs: the same bytes, each once.
#include "runtime/sets/slabs.h"

#include <doctest/doctest.h>

#include <random>

using namespace hydra::rt;

namespace {

std::vector<int> touched(const std::vector<Slab>& list, std::int64_t bytes) {
    std::vector<int> count(static_cast<std::size_t>(bytes), 0);
    for (const Slab& slab : list)
        for (std::int64_t plane = 0; plane < slab.planes; ++plane)
            for (std::int64_t row = 0; row < slab.rows; ++row)
                for (std::int64_t at = 0; at < slab.bytes; ++at)
                    ++count.at(
                        static_cast<std::size_t>(slab.offset + plane * slab.plane_pitch + row * slab.row_pitch + at));
    return count;
}

Region random_region(const Shape& shape, std::mt19937& random) {
    Region region(shape.dims());
    const auto up_to = [&](std::int64_t most) {
        return static_cast<std::int64_t>(random() % static_cast<unsigned>(most));
    };
    for (int box = static_cast<int>(random() % 4); box >= 0; --box) {
        std::vector<Range> ranges;
        for (int d = 0; d < shape.dims(); ++d) {
            const std::int64_t all = d == 0 ? (shape.units() + shape.stride(0) - 1) / shape.stride(0)
                                            : shape.len[static_cast<std::size_t>(d - 1)];
            const std::int64_t lo = up_to(all), hi = lo + 1 + up_to(all - lo);
            ranges.push_back(canonical({lo, hi, 1 + up_to(3)}));
        }
        region |= Region(std::span<const Range>(ranges));
    }
    return region & shape.whole();
}

} // namespace

TEST_CASE("a column block is one rectangle, an inner box one of planes") {
    const Shape matrix{std::int64_t{100} * 50 * 8, 8, {50}, false};
    const auto columns = slabs(Region{{10, 90, 1}, {5, 9, 1}}, matrix);
    REQUIRE(columns.size() == 1);
    CHECK(columns.front() == Slab{(10 * 50 + 5) * 8, 4 * 8, 80, 50 * 8, 1, 0});
    const Shape cube{std::int64_t{10} * 20 * 30 * 4, 4, {20, 30}, false};
    const auto inner = slabs(Region{{1, 9, 1}, {1, 19, 1}, {1, 29, 1}}, cube);
    REQUIRE(inner.size() == 1);
    CHECK(inner.front() == Slab{(600 + 30 + 1) * 4, 28 * 4, 18, 30 * 4, 8, 600 * 4});
    const auto rows = slabs(Region{{2, 5, 1}, {0, 50, 1}}, matrix);
    REQUIRE(rows.size() == 1);
    CHECK(rows.front().bytes == std::int64_t{3} * 50 * 8);
    CHECK(rows.front().total() == rows.front().bytes);
}

TEST_CASE("slabs hold the region's bytes, each once, whatever the shape") {
    std::mt19937 random(7);
    for (int round = 0; round < 3000; ++round) {
        Shape shape{0, std::int64_t{1} << random() % 4, {}, false};
        std::int64_t units = 1 + static_cast<std::int64_t>(random() % 7);
        for (int d = static_cast<int>(random() % 4); d > 0; --d) {
            shape.len.push_back(1 + static_cast<std::int64_t>(random() % 6));
            units *= shape.len.back();
        }
        shape.bytes = std::max<std::int64_t>(1, units * shape.elem - static_cast<std::int64_t>(random() % 5));
        const Region region = random_region(shape, random);
        std::vector<int> wanted(static_cast<std::size_t>(shape.bytes), 0);
        Hull hull{shape.bytes, 0};
        for (const Run& run : runs(region, shape)) {
            for (std::int64_t at = run.offset; at < run.offset + run.bytes; ++at)
                wanted.at(static_cast<std::size_t>(at)) = 1;
            hull = {std::min(hull.lo, run.offset), std::max(hull.hi, run.offset + run.bytes)};
        }
        const std::vector<Slab> list = slabs(region, shape);
        REQUIRE(touched(list, shape.bytes) == wanted);
        for (const Slab& slab : list) {
            REQUIRE((slab.rows == 1 || slab.row_pitch >= slab.bytes));
            REQUIRE((slab.planes == 1 || slab.plane_pitch >= slab.rows * slab.row_pitch));
        }
        const Hull found = byte_hull(region, shape);
        if (!region.empty()) {
            REQUIRE(found.lo <= hull.lo);
            REQUIRE(found.hi >= hull.hi);
        }
    }
}
