// What is remembered of placements, and the messages of a plan while it is made.
#include "runtime/plan/messages.h"
#include "runtime/plan/placer.h"

#include <doctest/doctest.h>

using namespace hydra::rt;

namespace {

struct Fixture {
    Arena arena{std::size_t{1} << 28};
    Registry registry{arena, 3};
    CpuDevice device{1};
    Allocation array;
    Binding binding;

    Fixture() {
        array.bytes = 1 << 20;
        array.shape = {1 << 20, 1, {}, false, false};
        binding.allocations = {&array};
    }
    PlanContext context(int rank, bool plays_all = false) {
        return {registry, {}, rank, 3, 1, device, 100, false, plays_all, false};
    }
};

Region bytes(std::int64_t lo, std::int64_t hi) { return Region{{lo, hi, 1}}; }

} // namespace

TEST_CASE("used positions: a part that streams is others' with what is known, other loops change it") {
    Allocation one, other;
    one.serial = 1;
    other.serial = 2;
    UsedPositions used;
    CHECK(used.of(one, 0, 8) == nullptr);
    CHECK(used.with({0, 100}, one, 0, 8, false) == Interval{0, 100});
    CHECK(used.with({20, 60}, one, 0, 8, true) == Interval{0, 100});
    CHECK(used.with({-1, 99}, one, 0, 8, true) == Interval{-1, 99}); // no part: as long as what is known
    CHECK(used.with({20, 60}, one, 0, 8, false) == Interval{20, 60});
    CHECK(*used.of(one, 0, 8) == Interval{20, 60});
    CHECK(used.of(one, 1, 8) == nullptr);
    CHECK(used.of(other, 0, 8) == nullptr);
    CHECK(used.with({0, 4}, one, 0, 200, true) == Interval{0, 4}); // its rows are other positions
    CHECK(*used.of(one, 0, 8) == Interval{20, 60});
    for (std::uint64_t serial = 3; serial < 200; ++serial) { // only the last ones are remembered
        other.serial = serial;
        used.with({0, 10}, other, 0, 8, false);
        CHECK(*used.of(other, 0, 8) == Interval{0, 10});
    }
    CHECK(used.of(one, 0, 8) == nullptr);
}

TEST_CASE("dealt blocks: extents that differ by little have the block that the first launch chose") {
    const hydra_rt_slot slots[] = {{"a"}};
    hydra_rt_loop loop = {"t.c:1", 0, 1, slots, 0, nullptr, nullptr, 0, nullptr, 0, nullptr, -1, 0, 1, nullptr};
    PlanRequest request{};
    request.loop = &loop;
    request.end = 1000;
    DealtBlocks blocks(4);
    const std::int64_t block = blocks.block_of(request, 1000);
    CHECK(block == block_in_turn(1000, 4));
    CHECK(blocks.block_of(request, 1100) == block);
    CHECK(blocks.count() == 1);
    request.end = 100; // less than half of the extent: what the launch works on counts
    CHECK(blocks.block_of(request, 100'000) == block_in_turn(100, 4));
    CHECK(blocks.count() == 2);
}

TEST_CASE("messages: one for each pair and round, until its packed runs fill a window") {
    Fixture f;
    const PlanContext context = f.context(0);
    MessageList list(context, f.binding);
    list.add(0, {{0, 1, bytes(0, 60) | bytes(100, 160)}, {1, 0, bytes(200, 260)}, {1, 2, bytes(300, 360)}});
    list.add(0, {{0, 1, bytes(400, 430), 1}});
    Plan plan;
    list.move_to(plan);
    REQUIRE(plan.sends.size() == 3);
    CHECK(plan.sends[0].bytes == 60);
    CHECK(plan.sends[0].window == 0);
    CHECK(plan.sends[1].window == 1);
    CHECK(plan.sends[1].bytes_of[0] == 60);
    CHECK(plan.sends[2].round == 1);
    REQUIRE(plan.receives.size() == 1);
    CHECK(plan.receives[0].peer == 1);
    CHECK(plan.receives[0].packed == 60);
    list.move_to(plan);
    CHECK(plan.sends.empty());
}

TEST_CASE("messages: long runs travel by themselves, and do not fill a window") {
    Fixture f;
    const PlanContext context = f.context(1);
    MessageList list(context, f.binding);
    list.add(0, {{0, 1, bytes(0, direct_bytes) | bytes(direct_bytes + 1, 2 * direct_bytes + 1)}});
    Plan plan;
    list.move_to(plan);
    REQUIRE(plan.receives.size() == 1);
    CHECK(plan.receives[0].bytes == 2 * direct_bytes);
    CHECK(plan.receives[0].packed == 0);
    CHECK(plan.receives[0].pieces.size() == 2);
}

TEST_CASE("messages: a dry run counts those of all ranks") {
    Fixture f;
    const PlanContext context = f.context(0, true);
    MessageList list(context, f.binding);
    list.add(0, {{0, 1, bytes(0, 60)}, {1, 2, bytes(0, 60)}, {0, 1, bytes(60, 100)}, {2, 1, bytes(0, 10)}});
    list.add(Additions::Filler{0, 2, 1, 7});
    Plan plan;
    list.move_to(plan);
    REQUIRE(plan.sends.size() == 3);
    CHECK(plan.receives.empty());
    CHECK(plan.sends[0].bytes == 100);
    CHECK(plan.sends[0].pieces.size() == 0);
    CHECK(plan.sends[1].from == 1);
    CHECK(plan.sends[2].filler == 7);
    CHECK(plan.sends[2].bytes == 17);
}
