// Which addresses a region lies at, and buffers that have parts of the host's memory.
#include "runtime/host/sections.h"

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
