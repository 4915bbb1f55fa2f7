// Partitions against a count of every position and every iteration.
#include "runtime/directory/partition.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <stdexcept>

using namespace hydra::rt;

namespace {

PartitionSpec spec_of(std::string_view text) {
    std::string error;
    const auto spec = parse_partition(text, &error);
    REQUIRE_MESSAGE(spec.has_value(), error);
    return *spec;
}

// Owners by the definition of each kind, position by position.
std::vector<int> owners_by_definition(const PartitionSpec& spec, std::int64_t extent, int ranks) {
    std::vector<int> out;
    if (spec.kind == PartitionSpec::Kind::block)
        for (int r = 0; r < ranks; ++r)
            for (std::int64_t k = 0; k < extent / ranks + (r < extent % ranks ? 1 : 0); ++k)
                out.push_back(r);
    else if (spec.kind != PartitionSpec::Kind::weighted)
        for (std::int64_t p = 0; p < extent; ++p)
            out.push_back(static_cast<int>(p / spec.block % ranks));
    return out;
}

void check_intervals(const std::vector<Interval>& v) {
    for (std::size_t i = 0; i < v.size(); ++i) {
        REQUIRE(v[i].lo < v[i].hi);
        if (i > 0)
            REQUIRE(v[i - 1].hi < v[i].lo);
    }
}

} // namespace

TEST_CASE("the text form") {
    CHECK(spec_of("block").kind == PartitionSpec::Kind::block);
    CHECK(spec_of("cyclic").kind == PartitionSpec::Kind::cyclic);
    CHECK(spec_of("block-cyclic:16").block == 16);
    CHECK(spec_of("weighted:1,2.5,0").weights == std::vector<double>{1, 2.5, 0});
    for (const char* bad : {"", "blocks", "block-cyclic", "block-cyclic:", "block-cyclic:0", "block-cyclic:3x",
                            "weighted:", "weighted:1,", "weighted:-1", "weighted:0,0", "weighted:1,,2", "weighted:nan",
                            "grid:", "grid:4", "grid:4x", "grid:0x4", "grid:2x2x2"}) {
        std::string error;
        CHECK_FALSE(parse_partition(bad, &error).has_value());
        CHECK_FALSE(error.empty());
        CHECK_FALSE(parse_partition(bad, nullptr).has_value());
    }
}

TEST_CASE("a grid is as near to a square as the number of ranks allows") {
    CHECK(spec_of("grid").grid);
    CHECK(spec_of("grid:2x3").grid_rows == 2);
    CHECK(spec_of("grid:2x3").grid_columns == 3);
    CHECK(nearly_square(1) == RankGrid{1, 1});
    CHECK(nearly_square(6) == RankGrid{3, 2});
    CHECK(nearly_square(7) == RankGrid{7, 1});
    CHECK(nearly_square(16) == RankGrid{4, 4});
    CHECK(nearly_square(32) == RankGrid{8, 4});
    const GridCosts costs{100, 50, 8, 16};
    CHECK(costs.of({4, 1}) == 3 * 8 * 50);
    CHECK(costs.of({3, 2}) == 2 * 8 * 50 + 16 * 100);
    CHECK(costs.share({3, 4}) == 34 * 13);
}

TEST_CASE("owners, positions and iterations agree with a count") {
    std::mt19937 rng(21);
    const char* texts[] = {"block",
                           "cyclic",
                           "block-cyclic:3",
                           "block-cyclic:40",
                           "weighted:1,2,3,4,5,6,7,8,9",
                           "weighted:0,1,0,0.3,1e-9,0",
                           "weighted:5"};
    for (int c = 0; c < 12000; ++c) {
        const PartitionSpec spec = spec_of(texts[rng() % 7]);
        int ranks = 1 + static_cast<int>(rng() % 9);
        if (spec.weights.size() == 6)
            ranks = std::max(ranks, 2);
        const std::int64_t extent = static_cast<std::int64_t>(rng() % 50);
        const std::int64_t first = static_cast<std::int64_t>(rng() % 30) - 15;
        const Partition part(spec, first, extent, ranks);
        std::vector<int> owner(static_cast<std::size_t>(extent), -1);
        for (int r = 0; r < ranks; ++r) {
            const std::vector<Interval> mine = part.positions(r);
            check_intervals(mine);
            for (const Interval& i : mine)
                for (std::int64_t p = i.lo; p < i.hi; ++p) {
                    REQUIRE(p >= first);
                    REQUIRE(p < first + extent);
                    REQUIRE(owner[static_cast<std::size_t>(p - first)] == -1);
                    owner[static_cast<std::size_t>(p - first)] = r;
                    REQUIRE(part.owner(p) == r);
                }
        }
        REQUIRE(std::count(owner.begin(), owner.end(), -1) == 0);
        if (spec.kind != PartitionSpec::Kind::weighted)
            REQUIRE(owner == owners_by_definition(spec, extent, ranks));
        else
            REQUIRE(std::is_sorted(owner.begin(), owner.end()));

        const std::int64_t scale = static_cast<std::int64_t>(rng() % 9) - 4;
        const std::int64_t offset = static_cast<std::int64_t>(rng() % 60) - 30;
        const std::int64_t begin = static_cast<std::int64_t>(rng() % 40) - 20;
        const std::int64_t end = begin + static_cast<std::int64_t>(rng() % 60) - 3;
        std::int64_t total = 0;
        for (int r = 0; r < ranks; ++r) {
            const std::vector<Interval> mine = part.iterations(r, scale, offset, begin, end);
            check_intervals(mine);
            std::vector<std::int64_t> got, expected;
            for (const Interval& i : mine)
                for (std::int64_t x = i.lo; x < i.hi; ++x)
                    got.push_back(x);
            for (std::int64_t x = begin; x < end; ++x) {
                const std::int64_t p = scale * x + offset;
                const std::int64_t inside = std::clamp(p, first, std::max(first, first + extent - 1));
                if ((extent == 0 ? 0 : owner[static_cast<std::size_t>(inside - first)]) == r)
                    expected.push_back(x);
            }
            REQUIRE(got == expected);
            REQUIRE(part.iteration_count(r, scale, offset, begin, end) == static_cast<std::int64_t>(got.size()));
            total += static_cast<std::int64_t>(got.size());
        }
        REQUIRE(total == std::max<std::int64_t>(0, end - begin));
    }
}

TEST_CASE("weights are shares") {
    const Partition p(spec_of("weighted:1,2,1"), 0, 1000, 3);
    CHECK(p.positions(0) == std::vector<Interval>{{0, 250}});
    CHECK(p.positions(1) == std::vector<Interval>{{250, 750}});
    CHECK(p.positions(2) == std::vector<Interval>{{750, 1000}});
    CHECK_THROWS_AS(Partition(spec_of("weighted:0,0,1"), 0, 10, 2), std::invalid_argument);
}

TEST_CASE("large extents need no scan") {
    const std::int64_t big = std::int64_t{1} << 50;
    const Partition block(spec_of("block"), 0, big, 7);
    CHECK(block.owner(big - 1) == 6);
    CHECK(block.iteration_count(3, 1, 0, 0, big) == big / 7 + (3 < big % 7 ? 1 : 0));
    const Partition cyclic(spec_of("cyclic"), 0, big, 7);
    CHECK(cyclic.iteration_count(6, 1, 0, 0, big) == big / 7 + (6 < big % 7 ? 1 : 0));
    // Few iterations that lie far apart: no walk along the template.
    CHECK(cyclic.iterations(0, 7 * (std::int64_t{1} << 40), 0, 0, 100) == std::vector<Interval>{{0, 100}});
    CHECK(cyclic.iterations(1, 7 * (std::int64_t{1} << 40), 0, 0, 100).empty());
}

TEST_CASE("templates: interior loops share, moving bounds get their own") {
    const PartitionSpec block = spec_of("block");
    // for (i = 1; i < n-1; ...) a[i] stays with the rows of for (i = 0; i < n; ...).
    Placement p = choose_template(block, 4, 1000, 1, 0, 1, 999);
    CHECK_FALSE(p.placed.own);
    CHECK(p.iterations(0, 1, 999) == std::vector<Interval>{{1, 250}});
    CHECK(p.iterations(3, 1, 999) == std::vector<Interval>{{750, 999}});
    // b[i+1] = ...: the owner of row i+1 runs i.
    p = choose_template(block, 4, 1000, 1, 1, 0, 998);
    CHECK(p.iterations(0, 0, 998) == std::vector<Interval>{{0, 249}});
    // A small part of a large array.
    p = choose_template(block, 4, 8192, 1, 0, 0, 1000);
    CHECK(p.placed.own);
    CHECK(p.iterations(1, 0, 1000) == std::vector<Interval>{{250, 500}});
    // f[2*i]: positions 0..1998 of 2000.
    p = choose_template(block, 4, 2000, 2, 0, 0, 1000);
    CHECK_FALSE(p.placed.own);
    CHECK(p.iterations(2, 0, 1000) == std::vector<Interval>{{500, 750}});
    // A descending alignment.
    p = choose_template(block, 2, 100, -1, 99, 0, 100);
    CHECK(p.iterations(0, 0, 100) == std::vector<Interval>{{50, 100}});
    // cyclic, whose hull would put every iteration on one rank.
    p = choose_template(spec_of("cyclic"), 4, 4000, 4, 0, 0, 1000);
    CHECK(p.placed.own);
    CHECK(p.scale == 1);
    CHECK(p.placed.partition.iteration_count(3, p.scale, p.offset, 0, 1000) == 250);
    // No template; empty loops; more ranks than iterations.
    CHECK(choose_template(block, 4, 0, 1, 7, 10, 20).iterations(0, 10, 20) == std::vector<Interval>{{10, 13}});
    CHECK(choose_template(block, 4, 0, 0, 7, 10, 20).scale == 1);
    CHECK(choose_template(block, 4, 100, 1, 0, 5, 5).iterations(0, 5, 5).empty());
    p = choose_template(block, 16, 3, 1, 0, 0, 3);
    CHECK(p.iterations(2, 0, 3) == std::vector<Interval>{{2, 3}});
    CHECK(p.iterations(9, 0, 3).empty());
    // Weights are unevenness that was asked for.
    CHECK_FALSE(choose_template(spec_of("weighted:1,9"), 2, 100, 1, 0, 1, 99).placed.own);
    // Every rule keeps every iteration exactly once.
    std::mt19937 rng(22);
    const char* texts[] = {"block", "cyclic", "block-cyclic:5", "weighted:3,1,2,8"};
    for (int c = 0; c < 3000; ++c) {
        const PartitionSpec spec = spec_of(texts[rng() % 4]);
        const int ranks = 1 + static_cast<int>(rng() % 6);
        const std::int64_t begin = static_cast<std::int64_t>(rng() % 50) - 10;
        const std::int64_t end = begin + static_cast<std::int64_t>(rng() % 50);
        const Placement q = choose_template(spec, ranks, static_cast<std::int64_t>(rng() % 200),
                                            static_cast<std::int64_t>(rng() % 7) - 3,
                                            static_cast<std::int64_t>(rng() % 40) - 20, begin, end);
        std::vector<int> runs(static_cast<std::size_t>(end - begin), 0);
        for (int r = 0; r < ranks; ++r)
            for (const Interval& i : q.iterations(r, begin, end))
                for (std::int64_t x = i.lo; x < i.hi; ++x)
                    ++runs[static_cast<std::size_t>(x - begin)];
        REQUIRE(std::count(runs.begin(), runs.end(), 1) == end - begin);
    }
}

TEST_CASE("what is dealt out in turn is even for triangles, and cut alike for extents that differ by little") {
    CHECK(block_in_turn(0, 4) == 1);
    CHECK(block_in_turn(100, 4) == 1);
    CHECK(block_in_turn(4096, 4) == 32);
    CHECK(block_in_turn(4100, 4) == 32);
    CHECK(block_in_turn(8000, 4) == 32);
    for (const std::int64_t extent : {2000, 4096, 5000, 1 << 20})
        for (const int ranks : {2, 3, 8}) {
            PartitionSpec spec = spec_of("cyclic");
            spec.kind = PartitionSpec::Kind::block_cyclic;
            spec.block = block_in_turn(extent, ranks);
            const Partition p(spec, 0, extent, ranks);
            std::int64_t most = 0, all = 0;
            for (int rank = 0; rank < ranks; ++rank) {
                const std::vector<Interval> own = p.positions(rank);
                CHECK(own.size() <= 65);
                std::int64_t work = 0; // position x costs x
                for (const Interval& piece : own)
                    work += (piece.lo + piece.hi - 1) * (piece.hi - piece.lo) / 2;
                most = std::max(most, work);
                all += work;
            }
            CHECK(static_cast<double>(most) * ranks < 1.05 * static_cast<double>(all));
        }
}
