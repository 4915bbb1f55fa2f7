// The order of a pipeline's steps: each rank runs each block once, in the blocks' order, and behind the rank before it.
#include "runtime/launch/sweep_steps.h"

#include <doctest/doctest.h>

#include <map>

using namespace hydra::rt;

TEST_CASE("every rank runs every block, one step behind the rank before it") {
    for (const std::int64_t width : {1, 3, 7, 10, 100}) {
        const std::vector<int> ranks{5, 2, 3};
        const Interval columns{4, 14};
        const SweepSteps steps(ranks, columns, width);
        std::map<int, std::int64_t> next; // column, by rank
        std::map<int, std::map<std::int64_t, std::int64_t>> when;
        for (std::int64_t step = 0; step < steps.count(); ++step) {
            const auto turns = steps.of(step);
            CHECK(!turns.empty());
            for (const auto& [rank, block] : turns) {
                auto& from = next.try_emplace(rank, columns.lo).first->second;
                CHECK(block.lo == from);
                CHECK(block.hi == std::min(block.lo + width, columns.hi));
                from = block.hi;
                when[rank][block.lo] = step;
            }
        }
        for (const int rank : ranks)
            CHECK(next[rank] == columns.hi);
        for (const auto& [column, step] : when[5]) {
            CHECK(when[2][column] == step + 1);
            CHECK(when[3][column] == step + 2);
        }
    }
}

TEST_CASE("one rank alone, and backwards") {
    CHECK(SweepSteps({4}, {0, 9}, 9).count() == 1);
    const SweepSteps back({2, 1, 0}, {0, 64}, 32);
    CHECK(back.count() == 4);
    CHECK(back.of(1).front().rank == 2);
    CHECK(back.of(1).back().rank == 1);
    CHECK(back.of(3).size() == 1);
    CHECK(back.of(3).front().rank == 0);
}

TEST_CASE("blocks keep ranks busy, and are neither narrow nor wide") {
    CHECK(sweep_width(10, 4) == 32);
    CHECK(sweep_width(1000, 4) == 125);
    CHECK(sweep_width(100000, 4) == 256);
    CHECK(sweep_width(0, 3) == 32);
}
