// Which addresses a region lies at, and buffers that have parts of the host's memory.
#include "runtime/residence/sections.h"

#include "runtime/base/rectangles.h"

#include <doctest/doctest.h>

#include <random>
#include <set>

using namespace hydra::rt;

namespace {

constexpr std::uintptr_t base = 0x10000;

} // namespace

TEST_CASE("what lies close together is one stretch, and what lies apart is not") {
    const Shape matrix{100 * 50 * 8, 8, {50}, false};
    CHECK(stretches(Region{{10, 20, 1}, {3, 47, 1}}, matrix, base, 1024) ==
          std::vector<Stretch>{{base + 10 * 400, base + 20 * 400}});
    CHECK(stretches(Region{{1, 10, 4}, {0, 50, 1}}, matrix, base, 1024) ==
          std::vector<Stretch>{
              {base + 400, base + 800}, {base + 5 * 400, base + 6 * 400}, {base + 9 * 400, base + 4000}});
    const Region both = Region{{0, 4, 1}, {0, 50, 1}} | Region{{90, 100, 1}, {0, 50, 1}};
    CHECK(stretches(both, matrix, base, 1024).size() == 2);
    CHECK(stretches(both, matrix, base, 1 << 20).size() == 1);
    const Shape planes{2 * 100 * 50 * 8, 8, {100, 50}, false}; // the same rows of both
    CHECK(stretches(Region{{0, 2, 1}, {25, 50, 1}, {1, 49, 1}}, planes, base, 1024) ==
          std::vector<Stretch>{{base + 25 * 400, base + 50 * 400}, {base + 125 * 400, base + 150 * 400}});
    CHECK(stretches(Region(2), matrix, base, 64).empty());
}

TEST_CASE("every element of a region lies in one of its stretches") {
    std::mt19937 random(11);
    const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
    for (int round = 0; round < 400; ++round) {
        const std::int64_t length[] = {1 + below(9), 1 + below(9), 1 + below(9)};
        const Shape shape{length[0] * length[1] * length[2] * 4, 4, {length[1], length[2]}, false};
        Region region(3);
        for (int box = 0; box < 3; ++box) {
            std::vector<Range> ranges;
            for (const std::int64_t n : length) {
                const std::int64_t lo = below(n);
                ranges.push_back({lo, lo + 1 + below(n - lo), 1 + below(3)});
            }
            region |= Region(std::span<const Range>(ranges));
        }
        const std::int64_t gap = below(3) * 16;
        const std::vector<Stretch> list = stretches(region, shape, base, gap);
        for (std::size_t i = 1; i < list.size(); ++i)
            REQUIRE(list[i].from >= list[i - 1].to + static_cast<std::uintptr_t>(std::max<std::int64_t>(1, gap)));
        for (const Run& run : runs(region, shape)) {
            const Stretch part{base + static_cast<std::uintptr_t>(run.offset),
                               base + static_cast<std::uintptr_t>(run.offset + run.bytes)};
            REQUIRE(std::any_of(list.begin(), list.end(),
                                [&](const Stretch& one) { return one.from <= part.from && part.to <= one.to; }));
        }
    }
}

TEST_CASE("sections come and go, and pages find them") {
    std::mt19937 random(5);
    constexpr std::int64_t page = 64;
    Layout layout({{base, base + 2 * page}}, page, 30 * page);
    const std::int64_t bytes = layout.bytes();
    CHECK(bytes == 32 * page);
    for (int step = 0; step < 3000; ++step) {
        const std::uintptr_t from = base + random() % 100 * page;
        const Stretch part{from, from + (1 + random() % 4) * page};
        if (random() % 2 == 0 && layout.list().size() > 1)
            layout.remove(random() % layout.list().size());
        else if (layout.add({part}, step))
            REQUIRE(layout.holds(part));
        else
            REQUIRE(layout.list().size() > 4);
        REQUIRE(layout.bytes() == bytes);
        const std::vector<std::int64_t> moved = layout.moved();
        std::set<std::int64_t> places;
        std::uintptr_t end = 0;
        for (const Section& section : layout.list()) {
            REQUIRE(section.from >= end);
            end = section.to;
            for (std::uintptr_t address = section.from; address < section.to; address += page) {
                const auto far = static_cast<std::int64_t>(address - layout.hull().from);
                const std::int64_t at = far + moved[static_cast<std::size_t>(far / page)];
                REQUIRE(at == section.at + static_cast<std::int64_t>(address - section.from));
                REQUIRE(at >= 0);
                REQUIRE(at + page <= bytes);
                REQUIRE(places.insert(at).second);
            }
        }
    }
}

TEST_CASE("what is touched of rows, without the rest of them") {
    std::mt19937 random(12);
    const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
    for (int round = 0; round < 400; ++round) {
        const std::int64_t length[] = {1 + below(9), 1 + below(9), 1 + below(9)};
        const Shape shape{length[0] * length[1] * length[2] * 4, 4, {length[1], length[2]}, false};
        Region region(3);
        for (int box = 0; box < 3; ++box) {
            std::vector<Range> ranges;
            for (const std::int64_t n : length) {
                const std::int64_t lo = below(n);
                ranges.push_back({lo, lo + 1 + below(n - lo), 1 + below(3)});
            }
            region |= Region(std::span<const Range>(ranges));
        }
        const auto list = touched_stretches(region, shape, base, 0);
        REQUIRE(list);
        std::vector<Stretch> wanted;
        for (const Run& run : runs(region, shape))
            wanted.push_back({base + static_cast<std::uintptr_t>(run.offset),
                              base + static_cast<std::uintptr_t>(run.offset + run.bytes)});
        REQUIRE(*list == joined(wanted));
    }
    const Shape matrix{100 * 512 * 8, 8, {512}, false};
    CHECK(touched_stretches(Region{{0, 100, 1}, {10, 20, 1}}, matrix, base, 256)->size() == 100);
    CHECK(touched_stretches(Region{{0, 100, 1}, {10, 500, 1}}, matrix, base, 256)->size() == 1);
    CHECK(!touched_stretches(Region{{0, 4096}}, Shape{4096, 1, {}, false}, base, 256));
    const Shape too_many{600'000 * 64 * 8, 8, {64}, false};
    CHECK(!touched_stretches(Region{{0, 600'000, 1}, {0, 8, 1}}, too_many, base, 256));
}

TEST_CASE("tight sections have what they are to have, and no page leads to two") {
    std::mt19937 random(6);
    for (int round = 0; round < 300; ++round) {
        std::vector<Stretch> parts;
        std::uintptr_t at = base + random() % 5000;
        for (std::size_t count = 2 + random() % 30; count > 0; --count) {
            const std::uintptr_t to = at + 1 + random() % 700;
            parts.push_back({at, to});
            at = to + 64 + random() % (round % 2 == 0 ? 100 : 5000);
        }
        const std::int64_t page = Layout::page_between(parts) >> (random() % 2 == 0 ? 0 : 1);
        if (page < 64)
            continue;
        const Layout layout = Layout::tight(parts, page);
        CHECK(layout.bytes() < total_bytes(parts) + 64 * static_cast<std::int64_t>(parts.size()));
        const std::vector<std::int64_t> moved = layout.moved();
        std::set<std::int64_t> places;
        for (const Stretch& part : parts) {
            REQUIRE(layout.around(part) != nullptr);
            REQUIRE(!layout.holds({part.from, part.to + 1}));
            for (std::uintptr_t address = part.from; address < part.to; ++address) {
                const auto far = static_cast<std::int64_t>(address - layout.first_page());
                const std::int64_t place = far + moved.at(static_cast<std::size_t>(far / page));
                REQUIRE(place >= 0);
                REQUIRE(place < layout.bytes());
                REQUIRE((static_cast<std::int64_t>(address) - place) % 64 == 0);
                REQUIRE(places.insert(place).second);
            }
        }
    }
    std::vector<Stretch> rows; // at one distance on the host, and so in the buffer
    for (std::uintptr_t row = 0; row < 50; ++row)
        rows.push_back({base + row * 4008 + 800, base + row * 4008 + 1808});
    const Layout columns = Layout::tight(rows, Layout::page_between(rows));
    CHECK(columns.page() == 2048);
    for (std::size_t row = 1; row < rows.size(); ++row)
        CHECK(columns.list()[row].at - columns.list()[row - 1].at == 1064);
    CHECK(Layout::page_between({{base, base + 10}, {base + 40, base + 60}}) == 0);
}

TEST_CASE("rows are joined to rectangles that have each of them once") {
    std::mt19937 random(3);
    for (int round = 0; round < 500; ++round) {
        struct Row {
            std::int64_t here, there, bytes;
            bool operator<(const Row& other) const { return here < other.here; }
        };
        std::vector<Row> rows;
        std::int64_t here = 0, there = 1000, count = 0;
        while (rows.size() < 40) { // series of equal rows, some of which overlap or lie one behind the other
            const std::int64_t bytes = 1 + static_cast<std::int64_t>(random() % 20);
            const std::int64_t pitch = static_cast<std::int64_t>(random() % 40), far = bytes + pitch % 7 - 1;
            for (std::size_t n = 1 + random() % 6; n > 0; --n) {
                rows.push_back({here, there, bytes});
                here += pitch;
                there += far;
            }
            here += 100;
        }
        std::vector<Row> found;
        RowJoiner joiner([&](const Rectangle& one) {
            ++count;
            REQUIRE((one.rows == 1 || (one.here_pitch >= one.bytes && one.there_pitch >= one.bytes)));
            for (std::int64_t row = 0; row < one.rows; ++row)
                found.push_back({one.here + row * one.here_pitch, one.there + row * one.there_pitch, one.bytes});
        });
        for (const Row& row : rows)
            joiner.add(row.here, row.there, row.bytes);
        joiner.flush();
        joiner.flush();
        REQUIRE(found.size() == rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            REQUIRE(
                (found[i].here == rows[i].here && found[i].there == rows[i].there && found[i].bytes == rows[i].bytes));
    }
    std::vector<Rectangle> all;
    RowJoiner joiner([&](const Rectangle& one) { all.push_back(one); });
    for (int row = 0; row < 100; ++row)
        joiner.add(row * 4000, row * 64, 8);
    joiner.flush();
    CHECK(all == std::vector<Rectangle>{{0, 0, 8, 100, 4000, 64}});
}
