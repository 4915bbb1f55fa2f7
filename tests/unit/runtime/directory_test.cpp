// Rank sets, directory states against a table of (rank, element), and the numbering of states.
#include "runtime/directory/directory.h"

#include <doctest/doctest.h>

#include <random>
#include <set>

using namespace hydra::rt;

namespace {

std::string bytes(const DirState& s) {
    std::string out;
    s.serialise(out);
    return out;
}

Region random_box(std::mt19937& rng, std::int64_t side) {
    std::vector<Range> box;
    for (int k = 0; k < 2; ++k) {
        const std::int64_t lo = static_cast<std::int64_t>(rng() % static_cast<unsigned>(side));
        box.push_back({lo, lo + 1 + static_cast<std::int64_t>(rng() % static_cast<unsigned>(side - lo)),
                       1 + static_cast<std::int64_t>(rng() % 2)});
    }
    return Region(box);
}

} // namespace

TEST_CASE("rank sets agree with std::set") {
    std::mt19937 rng(31);
    for (int c = 0; c < 2000; ++c) {
        const int ranks = 1 + static_cast<int>(rng() % 12);
        RankSet s = rng() % 4 == 0 ? RankSet::all() : RankSet();
        std::set<int> expected;
        if (s.is_all())
            for (int r = 0; r < ranks; ++r)
                expected.insert(r);
        for (int step = 0; step < 20; ++step) {
            const int rank = static_cast<int>(rng() % static_cast<unsigned>(ranks));
            if (rng() % 3 != 0) {
                s = s.with(rank, ranks);
                expected.insert(rank);
            } else {
                s = s.without(rank, ranks);
                expected.erase(rank);
            }
            for (int r = 0; r < ranks; ++r)
                REQUIRE(s.contains(r) == (expected.count(r) != 0));
            REQUIRE(s.count(ranks) == static_cast<int>(expected.size()));
            REQUIRE(s.empty() == expected.empty());
            REQUIRE((s == RankSet::all()) == (static_cast<int>(expected.size()) == ranks && s.is_all()));
            int best = -1;
            for (int r : expected)
                if (best < 0 || std::abs(r - rank) < std::abs(best - rank))
                    best = r;
            REQUIRE(s.nearest(rank) == best);
        }
    }
    CHECK(RankSet::one(0).with(2, 4).text() == "0,2");
    CHECK(RankSet::one(0).with(1, 4).with(2, 4).text() == "0-2");
    CHECK(RankSet::one(0).with(1, 2).is_all());
}

TEST_CASE("states follow reads and writes exactly") {
    std::mt19937 rng(32);
    const std::int64_t side = 7;
    for (int c = 0; c < 400; ++c) {
        const int ranks = 1 + static_cast<int>(rng() % 5);
        DirState state(ranks, Region{{0, side, 1}, {0, side, 1}});
        std::vector<std::vector<char>> holds(static_cast<std::size_t>(ranks), std::vector<char>(49, 1));
        for (int step = 0; step < 12; ++step) {
            const int rank = static_cast<int>(rng() % static_cast<unsigned>(ranks));
            const auto mine = static_cast<std::size_t>(rank);
            const Region r = random_box(rng, side);
            const unsigned what = rng() % 5;
            Region missing(2);
            for (std::int64_t i = 0; i < 49; ++i)
                if (r.contains({i / side, i % side})) {
                    const auto e = static_cast<std::size_t>(i);
                    if (holds[mine][e] == 0)
                        missing |= Region{{i / side, i / side + 1, 1}, {i % side, i % side + 1, 1}};
                    for (std::size_t k = 0; what >= 2 && k < holds.size(); ++k)
                        holds[k][e] = what == 4;
                    if (what < 4)
                        holds[mine][e] = 1;
                }
            REQUIRE(state.missing(rank, r) == missing);
            state = what < 2   ? state.after_read(rank, r)
                    : what < 4 ? state.after_write(rank, r)
                               : state.after_write_all(r);
            Region everyone(2), alone(2);
            std::int64_t total = 0;
            for (const DirState::Entry& e : state.entries())
                total += e.region.count();
            REQUIRE(total == 49);
            for (std::int64_t i = 0; i < 49; ++i) {
                const std::int64_t point[] = {i / side, i % side};
                const RankSet h = state.holders(point);
                int n = 0;
                for (int k = 0; k < ranks; ++k) {
                    const bool held = holds[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)] != 0;
                    REQUIRE(h.contains(k) == held);
                    n += held;
                }
                const Region one{{point[0], point[0] + 1, 1}, {point[1], point[1] + 1, 1}};
                if (n == ranks)
                    everyone |= one;
                if (n == 1 && h.contains(rank))
                    alone |= one;
                REQUIRE(state.all_hold(one) == (n == ranks));
            }
            REQUIRE(state.held_by_all() == everyone);
            REQUIRE(state.exclusive(rank) == alone);
        }
    }
}

TEST_CASE("equal states have equal numbers, however they came about") {
    const Region whole{{0, 100, 1}, {0, 100, 1}};
    const Region top{{0, 50, 1}, {0, 100, 1}};
    const Region bottom{{50, 100, 1}, {0, 100, 1}};
    StateTable table(3);
    const DirState fresh(2, whole);
    const StateRef start = table.intern(fresh);
    CHECK(fresh.entries().size() == 1);
    const DirState a = fresh.after_write(0, top).after_write(1, bottom);
    const DirState b = fresh.after_write(1, whole)
                           .after_write(0, Region{{0, 50, 1}, {0, 30, 1}})
                           .after_write(0, Region{{0, 50, 1}, {30, 100, 1}});
    CHECK(bytes(a) == bytes(b));
    const StateRef x = table.intern(a);
    CHECK(table.intern(b)->id == x->id);
    CHECK(table.intern(b).get() == x.get());
    CHECK(start->id != x->id);
    CHECK(table.intern(a.after_read(0, bottom).after_read(1, top))->id == start->id);
    CHECK(a.text() == "0: {[0:50] x [0:100]}; 1: {[50:100] x [0:100]}");
    // The table is bounded; numbers are never given twice.
    std::set<std::uint32_t> ids{start->id, x->id};
    for (std::int64_t i = 1; i < 20; ++i)
        CHECK(ids.insert(table.intern(fresh.after_write(0, Region{{0, i, 1}, {0, 1, 1}}))->id).second);
    CHECK(table.size() == 3);
    CHECK(table.intern(a)->id != x->id);
    CHECK(table.intern(a)->id == table.intern(b)->id);
}

TEST_CASE("one rank alone holds everything, always") {
    const Region whole{{0, 10, 1}};
    const DirState s(1, whole);
    CHECK(bytes(s.after_write(0, Region{{2, 5, 1}})) == bytes(s));
    CHECK(s.exclusive(0) == whole);
}

TEST_CASE("entries near some rows, and those that one rank alone holds, are found without looking at all") {
    std::mt19937 rng(37);
    for (int c = 0; c < 400; ++c) {
        const int ranks = 1 + static_cast<int>(rng() % 60);
        const std::int64_t rows = 200;
        DirState state(ranks, Region{{0, rows, 1}, {0, 4, 1}});
        for (int r = 0; r < ranks; ++r) {
            const std::int64_t lo = r * rows / ranks, hi = (r + 1) * rows / ranks;
            state = state.after_write(r, Region{{lo, hi, 1}, {0, rng() % 3 == 0 ? 2 : 4, 1}});
            if (rng() % 3 == 0)
                state = state.after_read(static_cast<int>(rng() % static_cast<unsigned>(ranks)), random_box(rng, 4));
        }
        if (rng() % 2 == 0)
            state = state.after_write_all(Region{{0, rows, 1}, {3, 4, 1}}); // an entry that has all rows
        const DirState::BandRef band = state.around(0, rows);
        REQUIRE(band != nullptr);
        for (int r = 0; r < ranks; ++r) {
            const std::ptrdiff_t alone = band->held_alone(r);
            const Region held = alone < 0 ? Region(2) : band->entries()[static_cast<std::size_t>(alone)].region;
            REQUIRE(held == (ranks == 1 ? Region(2) : state.exclusive(r)));
        }
        for (int k = 0; k < 20; ++k) {
            const std::int64_t lo = static_cast<std::int64_t>(rng() % 200), hi = lo + 1 + static_cast<int>(rng() % 30);
            const std::vector<Range> hull{{lo, hi, 1}, {static_cast<int>(rng() % 3), 4, 1}};
            std::set<std::size_t> found, expected;
            band->for_each_near(hull, [&](std::size_t i) { REQUIRE(found.insert(i).second); });
            for (std::size_t i = 0; i < band->entries().size(); ++i) {
                const std::vector<Range> own = band->entries()[i].region.hull();
                if (own[0].lo < hi && lo < own[0].hi && own[1].lo < 4 && hull[1].lo < own[1].hi)
                    expected.insert(i);
            }
            REQUIRE(found == expected);
        }
    }
}
