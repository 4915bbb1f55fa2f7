// Plans against a simulator that keeps, for each element, which ranks hold its newest value; and their speed (printed).
#include "runtime/directory/planner.h"

#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <functional>
#include <random>

using namespace hydra::rt;

namespace {

struct World {
    int dims;
    std::int64_t side;
    int ranks;

    std::int64_t elements() const { return dims == 1 ? side : side * side; }
    std::vector<std::int64_t> point(std::int64_t e) const {
        return dims == 1 ? std::vector<std::int64_t>{e} : std::vector<std::int64_t>{e / side, e % side};
    }
    Region whole() const { return dims == 1 ? Region{{0, side, 1}} : Region{{0, side, 1}, {0, side, 1}}; }
    Region set(const std::vector<std::int64_t>& list) const {
        std::vector<Range> flat;
        for (std::int64_t e : list)
            for (std::int64_t x : point(e))
                flat.push_back({x, x + 1, 1});
        return Region::from_boxes(dims, flat);
    }
};

Region random_boxes(const World& w, std::mt19937& rng, unsigned most) {
    std::vector<Range> flat;
    for (unsigned b = rng() % (most + 1); b > 0; --b)
        for (int k = 0; k < w.dims; ++k) {
            const std::int64_t lo = static_cast<std::int64_t>(rng() % static_cast<unsigned>(w.side));
            flat.push_back({lo, lo + 1 + static_cast<std::int64_t>(rng() % static_cast<unsigned>(w.side - lo)),
                            1 + static_cast<std::int64_t>(rng() % 3)});
        }
    return Region::from_boxes(w.dims, flat);
}

// The simulator's state: holds[rank][element].
using Holds = std::vector<std::vector<char>>;

void check_state(const World& w, const DirState& state, const Holds& holds) {
    for (std::int64_t e = 0; e < w.elements(); ++e) {
        const RankSet h = state.holders(w.point(e));
        for (int r = 0; r < w.ranks; ++r)
            REQUIRE(h.contains(r) == (holds[static_cast<std::size_t>(r)][static_cast<std::size_t>(e)] != 0));
    }
}

// Checks the transfers of a launch in which rank r needs need[r], and carries them out.
void check_transfers(const World& w, const LaunchPlan& plan, const std::vector<Region>& need, Holds& holds) {
    Holds after = holds;
    for (std::size_t t = 0; t < plan.transfers.size(); ++t) {
        const Transfer& x = plan.transfers[t];
        REQUIRE(!x.region.empty());
        REQUIRE(x.from != x.to);
        if (t > 0)
            REQUIRE(std::pair(plan.transfers[t - 1].to, plan.transfers[t - 1].from) < std::pair(x.to, x.from));
        for (std::int64_t e = 0; e < w.elements(); ++e) {
            if (!x.region.contains(w.point(e)))
                continue;
            const auto i = static_cast<std::size_t>(e);
            REQUIRE(holds[static_cast<std::size_t>(x.from)][i] == 1);
            REQUIRE(after[static_cast<std::size_t>(x.to)][i] == 0); // lacked, and not sent twice
            REQUIRE(need[static_cast<std::size_t>(x.to)].contains(w.point(e)));
            after[static_cast<std::size_t>(x.to)][i] = 1;
        }
    }
    for (int r = 0; r < w.ranks; ++r)
        for (std::int64_t e = 0; e < w.elements(); ++e)
            if (need[static_cast<std::size_t>(r)].contains(w.point(e)))
                REQUIRE(after[static_cast<std::size_t>(r)][static_cast<std::size_t>(e)] == 1);
    holds = after;
}

enum class Kind {
    racy,     // writes of different ranks may overlap
    tidy,     // what a rank reads, only it writes
    doubtful, // what ranks may write, or may read, overlaps
};

// Overlaps by definition: the lowest pairs of ranks.
void check_findings(const std::vector<RankAccess>& accesses, const LaunchPlan& plan) {
    std::vector<std::pair<int, int>> writes, reads, found_writes, found_reads;
    for (const RankAccess& a : accesses)
        for (const RankAccess& b : accesses) {
            if (a.rank < b.rank && !(a.write & b.write).empty())
                writes.push_back({a.rank, b.rank});
            if (a.rank != b.rank && !(a.read & b.writes()).empty())
                reads.push_back({a.rank, b.rank});
        }
    for (const Finding& f : plan.findings) {
        REQUIRE(!f.where.empty());
        (f.kind == Finding::Kind::write_overlap ? found_writes : found_reads).push_back({f.first, f.second});
    }
    writes.resize(std::min<std::size_t>(writes.size(), 1));
    reads.resize(std::min<std::size_t>(reads.size(), 1));
    REQUIRE(found_writes == writes);
    REQUIRE(found_reads == reads);
}

void check_merges(const std::vector<RankAccess>& accesses, const LaunchPlan& plan) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < accesses.size(); ++i)
        for (std::size_t k = i + 1; k < accesses.size(); ++k) {
            const Region both = accesses[i].writes() & accesses[k].writes();
            if (both.empty())
                continue;
            REQUIRE(next < plan.merges.size());
            REQUIRE(plan.merges[next].first == accesses[i].rank);
            REQUIRE(plan.merges[next].second == accesses[k].rank);
            REQUIRE(plan.merges[next].region == both);
            ++next;
        }
    REQUIRE(next == plan.merges.size());
}

// One random launch; counts those that have merges.
void random_launch(const World& w, std::mt19937& rng, DirState& state, Holds& holds, Kind kind, int& merging) {
    std::vector<RankAccess> accesses;
    std::vector<Region> need(static_cast<std::size_t>(w.ranks), Region(w.dims));
    std::vector<std::vector<std::int64_t>> shares(static_cast<std::size_t>(w.ranks));
    const bool scattered = rng() % 2 == 0;
    const std::int64_t chunk = 1 + w.elements() / w.ranks;
    for (std::int64_t e = 0; e < w.elements(); ++e)
        shares[scattered ? rng() % shares.size() : static_cast<std::size_t>(e / chunk)].push_back(e);
    for (int r = 0; r < w.ranks; ++r) {
        if (rng() % 5 == 0)
            continue; // no iterations
        const Region mine = w.set(shares[static_cast<std::size_t>(r)]);
        RankAccess a{r, random_boxes(w, rng, 2), mine & random_boxes(w, rng, 3), mine & random_boxes(w, rng, 1),
                     random_boxes(w, rng, 1)};
        if (kind == Kind::racy && rng() % 2 == 0)
            a.write |= random_boxes(w, rng, 1);
        if (kind != Kind::racy && rng() % 2 == 0)
            a.read &= mine;
        if (kind == Kind::doubtful) {
            a.maywrite |= random_boxes(w, rng, 2);
            a.mayread |= a.read;
            a.read = Region(w.dims);
        }
        need[static_cast<std::size_t>(r)] = a.read | a.mayread | a.maywrite;
        accesses.push_back(std::move(a));
    }
    const LaunchPlan plan = plan_launch(state, accesses);
    check_findings(accesses, plan);
    if (!plan.findings.empty())
        return;
    check_transfers(w, plan, need, holds);
    check_merges(accesses, plan);
    merging += plan.merges.empty() ? 0 : 1;
    for (std::int64_t e = 0; e < w.elements(); ++e) {
        std::vector<char> writers(static_cast<std::size_t>(w.ranks), 0);
        bool written = false;
        for (const RankAccess& a : accesses)
            if (a.write.contains(w.point(e)) || a.maywrite.contains(w.point(e))) {
                writers[static_cast<std::size_t>(a.rank)] = 1;
                written = true;
            }
        for (int r = 0; written && r < w.ranks; ++r)
            holds[static_cast<std::size_t>(r)][static_cast<std::size_t>(e)] = writers[static_cast<std::size_t>(r)];
    }
    state = plan.next;
    check_state(w, state, holds);
}

void random_serial(const World& w, std::mt19937& rng, DirState& state, Holds& holds) {
    const Region read = random_boxes(w, rng, 2);
    const Region write = random_boxes(w, rng, 2);
    const Region maywrite = random_boxes(w, rng, 1);
    const LaunchPlan plan = plan_serial(state, read, write, maywrite);
    check_transfers(w, plan, std::vector<Region>(static_cast<std::size_t>(w.ranks), read | maywrite), holds);
    for (std::int64_t e = 0; e < w.elements(); ++e)
        if (write.contains(w.point(e)) || maywrite.contains(w.point(e)))
            for (auto& h : holds)
                h[static_cast<std::size_t>(e)] = 1;
    REQUIRE(plan.findings.empty());
    state = plan.next;
    check_state(w, state, holds);
}

double microseconds(int repeats, const std::function<void()>& f) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < repeats; ++i)
        f();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / repeats;
}

// One launch of the usual programs on n x n elements, rows dealt in blocks.
std::vector<RankAccess> by_rows(std::int64_t n, int ranks, std::int64_t halo, bool write, bool read_all = false) {
    std::vector<RankAccess> out;
    for (int r = 0; r < ranks; ++r) {
        const std::int64_t lo = r * n / ranks;
        const std::int64_t hi = (r + 1) * n / ranks;
        RankAccess a{r, Region(2), Region(2), Region(2)};
        const std::int64_t from = std::max<std::int64_t>(lo, 1);
        const std::int64_t to = std::min(hi, n - 1);
        if (halo > 0)
            a.read = Region{{from - halo, to + halo, 1}, {1, n - 1, 1}} | Region{{from, to, 1}, {0, n, 1}};
        if (read_all)
            a.read = Region{{0, n, 1}, {0, n, 1}};
        if (write)
            a.write = Region{{from, to, 1}, {1, n - 1, 1}};
        out.push_back(std::move(a));
    }
    return out;
}

} // namespace

TEST_CASE("random programs move exactly what is needed and lacked") {
    std::mt19937 rng(41);
    int merging = 0;
    for (int c = 0; c < 500; ++c) {
        const World w{1 + static_cast<int>(rng() % 2), 0, 1 + static_cast<int>(rng() % 6)};
        World world = w;
        world.side = w.dims == 1 ? 30 : 6;
        DirState state(world.ranks, world.whole());
        Holds holds(static_cast<std::size_t>(world.ranks),
                    std::vector<char>(static_cast<std::size_t>(world.elements()), 1));
        for (int step = 0; step < 8; ++step)
            if (rng() % 4 == 0)
                random_serial(world, rng, state, holds);
            else
                random_launch(world, rng, state, holds,
                              std::array{Kind::racy, Kind::tidy, Kind::doubtful, Kind::doubtful}[rng() % 4], merging);
    }
    CHECK(merging > 500);
}

TEST_CASE("the same with many ranks, whose parts are found by their rows and their holders") {
    std::mt19937 rng(47);
    int merging = 0;
    std::size_t most = 0;
    for (int c = 0; c < 24; ++c) {
        const World w{1 + c % 2, c % 2 == 0 ? 90 : 10, 20 + static_cast<int>(rng() % 20)};
        DirState state(w.ranks, w.whole());
        Holds holds(static_cast<std::size_t>(w.ranks), std::vector<char>(static_cast<std::size_t>(w.elements()), 1));
        for (int step = 0; step < 8; ++step) {
            if (rng() % 8 == 0)
                random_serial(w, rng, state, holds);
            else
                random_launch(w, rng, state, holds,
                              std::array{Kind::tidy, Kind::tidy, Kind::racy, Kind::doubtful}[rng() % 4], merging);
            most = std::max(most, state.entries().size());
        }
    }
    CHECK(most > 20);
}

// The rows from..to-1 dealt in turn; each rank reads row `key`, and reads and writes its own rows from `column` on.
std::vector<RankAccess> on_rows(const World& w, std::int64_t from, std::int64_t to, std::int64_t key,
                                std::int64_t column, std::int64_t block, bool doubtful) {
    std::vector<RankAccess> out;
    for (int r = 0; r < w.ranks; ++r) {
        std::vector<Range> own;
        for (std::int64_t i = from; i < to; ++i)
            if (i / block % w.ranks == r && i != key)
                own.insert(own.end(), {{i, i + 1, 1}, {column, w.side, 1}});
        RankAccess a{r, Region(2), Region::from_boxes(2, own), Region(2), Region(2)};
        if (a.write.empty())
            continue;
        (doubtful ? a.mayread : a.read) = a.write | Region{{key, key + 1, 1}, {column, w.side, 1}};
        if (doubtful)
            std::swap(a.write, a.maywrite);
        out.push_back(std::move(a));
    }
    return out;
}

TEST_CASE("launches on ever fewer rows leave behind what later ones do not look at, and lose nothing") {
    std::mt19937 rng(43);
    int apart = 0, again = 0;
    for (int c = 0; c < 12; ++c) {
        const World w{2, 44, 2 + c % 3};
        StateTable table;
        DirState state(w.ranks, w.whole());
        Holds holds(static_cast<std::size_t>(w.ranks), std::vector<char>(static_cast<std::size_t>(w.elements()), 1));
        const std::int64_t block = 1 + c % 3;
        std::vector<std::uint32_t> ids;
        for (int step = 0; step < 3 * static_cast<int>(w.side); ++step) {
            const std::int64_t k = step % w.side;
            const bool odd = c % 2 == 1 && rng() % 6 == 0; // not what the others do
            const std::int64_t from = odd ? static_cast<std::int64_t>(rng()) % w.side : k + 1;
            const std::int64_t to = odd ? w.side - static_cast<std::int64_t>(rng() % 5) : w.side;
            std::vector<RankAccess> accesses = on_rows(w, from, to, k, odd ? k / 2 : k, block, odd && step % 2 == 0);
            if (c % 2 == 0 && k == w.side - 1) // all of it is written again, as before the first step
                accesses = on_rows(w, 0, w.side, -1, 0, block, false);
            std::vector<Region> need(static_cast<std::size_t>(w.ranks), Region(2));
            for (const RankAccess& a : accesses)
                need[static_cast<std::size_t>(a.rank)] = a.reads() | a.maywrite;
            const LaunchPlan plan = plan_launch(state, accesses);
            check_findings(accesses, plan);
            REQUIRE(plan.findings.empty());
            check_transfers(w, plan, need, holds);
            for (const RankAccess& a : accesses)
                for (std::int64_t e = 0; e < w.elements(); ++e)
                    for (int r = 0; a.writes().contains(w.point(e)) && r < w.ranks; ++r)
                        holds[static_cast<std::size_t>(r)][static_cast<std::size_t>(e)] = r == a.rank;
            state = table.intern(plan.next)->full();
            check_state(w, state, holds);
            if (rng() % 8 == 0)
                random_serial(w, rng, state, holds);
            std::string cut, whole;
            state.serialise(cut);
            DirState(w.ranks, 2, state.entries()).serialise(whole);
            REQUIRE(cut == whole);
            if (const auto near = state.around(k, w.side))
                apart += near->boxes() < state.boxes();
            if (c % 2 == 0 && k == w.side - 1)
                ids.push_back(table.intern(state)->id);
        }
        for (std::size_t i = 1; i < ids.size(); ++i)
            again += ids[i] == ids[0];
    }
    CHECK(apart > 100);
    CHECK(again > 6); // the same numbers, where the same states come back
}

TEST_CASE("jacobi moves two rows for each border and comes back to the same states") {
    const std::int64_t n = 1000;
    for (int ranks : {1, 2, 3, 7, 16}) {
        StateTable table;
        StateRef a = table.intern(DirState(ranks, Region{{0, n, 1}, {0, n, 1}}));
        StateRef b = a;
        std::uint32_t steady = 0;
        for (int t = 0; t < 6; ++t) {
            const LaunchPlan reads = plan_launch(a->full(), by_rows(n, ranks, 1, false));
            const LaunchPlan writes = plan_launch(b->full(), by_rows(n, ranks, 0, true));
            std::int64_t moved = 0;
            for (const Transfer& x : reads.transfers)
                moved += x.region.count();
            CHECK(moved == (t == 0 ? 0 : 2 * (ranks - 1) * (n - 2)));
            CHECK(static_cast<int>(reads.transfers.size()) == (t == 0 ? 0 : 2 * (ranks - 1)));
            CHECK(writes.transfers.empty());
            CHECK(reads.findings.empty());
            CHECK(writes.findings.empty());
            a = table.intern(writes.next);
            b = table.intern(reads.next);
            if (t == 3)
                steady = a->id;
            if (t == 5)
                CHECK(a->id == steady);
        }
    }
}

TEST_CASE("findings name the ranks and the place") {
    const DirState s(3, Region{{0, 30, 1}});
    std::vector<RankAccess> a;
    for (int r = 0; r < 3; ++r)
        a.push_back({r, Region{{10 * r, 10 * r + 10, 1}}, Region{{10 * r, 10 * r + 10, 1}}, Region(1)});
    CHECK(plan_launch(s, a).findings.empty());
    a[0].read |= Region{{10, 11, 1}};
    LaunchPlan p = plan_launch(s, a);
    REQUIRE(p.findings.size() == 1);
    CHECK(p.findings[0].kind == Finding::Kind::read_write_overlap);
    CHECK(p.findings[0].first == 0);
    CHECK(p.findings[0].second == 1);
    CHECK(p.findings[0].where == Region{{10, 11, 1}});
    // What is only possible is merged, or trusted.
    a[0].read = Region{{0, 10, 1}};
    a[0].mayread = Region{{0, 30, 1}};
    a[2].maywrite = Region{{19, 20, 1}};
    a[1].read = Region{{10, 19, 1}};
    p = plan_launch(s, a);
    CHECK(p.findings.empty());
    REQUIRE(p.merges.size() == 1);
    CHECK(p.merges[0].region == Region{{19, 20, 1}});
    a[1].read = Region{{10, 20, 1}}; // which rank 2 may write
    p = plan_launch(s, a);
    REQUIRE(p.findings.size() == 1);
    CHECK(p.findings[0].kind == Finding::Kind::read_write_overlap);
    CHECK(p.findings[0].first == 1);
    CHECK(p.findings[0].second == 2);
    a[2].write = Region{{19, 30, 1}};
    p = plan_launch(s, a);
    REQUIRE(p.findings.size() == 2);
    CHECK(p.findings[0].kind == Finding::Kind::write_overlap);
    CHECK(p.findings[0].first == 1);
    CHECK(p.findings[0].second == 2);
    CHECK(p.findings[0].where == Region{{19, 20, 1}});
}

TEST_CASE("a receiver hears from as few ranks as can be") {
    // Rank 1 holds the left half alone; ranks 0, 1 and 3 hold the right half; rank 4 reads all of it: one sender.
    DirState s(5, Region{{0, 20, 1}});
    s = s.after_write(1, Region{{0, 20, 1}}).after_read(0, Region{{10, 20, 1}}).after_read(3, Region{{10, 20, 1}});
    const RankAccess all{4, Region{{0, 20, 1}}, Region(1), Region(1)};
    const LaunchPlan p = plan_launch(s, std::span(&all, 1));
    REQUIRE(p.transfers.size() == 1);
    CHECK(p.transfers[0].from == 1);
}

TEST_CASE("speed of plans (printed, not judged)") {
    const std::int64_t n = 20000;
    for (int ranks : {4, 16, 64}) {
        const DirState fresh(ranks, Region{{0, n, 1}, {0, n, 1}});
        const std::vector<RankAccess> writes = by_rows(n, ranks, 0, true);
        const std::vector<RankAccess> reads = by_rows(n, ranks, 1, false);
        const std::vector<RankAccess> everything = by_rows(n, ranks, 0, false, true);
        const DirState owned = plan_launch(fresh, writes).next;
        const DirState haloed = plan_launch(owned, reads).next;
        StateTable table;
        struct Timing {
            std::string what;
            std::function<void()> run;
        };
        for (const Timing& t : {Timing{"jacobi read", [&] { (void)plan_launch(owned, reads); }},
                                Timing{"jacobi write", [&] { (void)plan_launch(haloed, writes); }},
                                Timing{"all-gather by a launch", [&] { (void)plan_launch(owned, everything); }},
                                Timing{"all-gather by serial code",
                                       [&] {
                                           (void)plan_serial(owned, Region{{0, n, 1}, {0, n, 1}}, {}, {});
                                       }},
                                Timing{"serial, nothing to do",
                                       [&] {
                                           (void)plan_serial(fresh, Region{{0, n, 1}, {0, n, 1}}, {}, {});
                                       }},
                                Timing{"intern", [&] { (void)table.intern(haloed); }}})
            MESSAGE(ranks << " ranks, " << t.what << ": " << microseconds(100, t.run) << " us");
    }
}
