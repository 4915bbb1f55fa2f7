// States and transfers by rule against the same rank by rank: random sequences of launches whose iterations touch rows
// at fixed distances, over all kinds of partitions.
#include "runtime/directory/ownership_rules.h"
#include "runtime/directory/tree.h"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <tuple>

using namespace hydra::rt;

namespace {

struct World {
    int dims;
    std::int64_t rows, columns;
    int ranks;
    int along = 0; // 1: columns first
    Region whole() const { return box(0, rows, 0, columns); }
    Region box(std::int64_t lo, std::int64_t hi, std::int64_t left, std::int64_t right) const {
        return dims == 1    ? Region{{lo, hi, 1}}
               : along == 0 ? Region{{lo, hi, 1}, {left, right, 1}}
                            : Region{{left, right, 1}, {lo, hi, 1}};
    }
};

std::int64_t below(std::mt19937& rng, std::int64_t n) {
    return static_cast<std::int64_t>(rng() % static_cast<unsigned>(n));
}

Partition random_partition(const World& w, std::mt19937& rng) {
    PartitionSpec spec;
    spec.kind = std::array{PartitionSpec::Kind::block, PartitionSpec::Kind::block, PartitionSpec::Kind::cyclic,
                           PartitionSpec::Kind::block_cyclic, PartitionSpec::Kind::weighted}[rng() % 5];
    spec.block = 1 + below(rng, 3);
    for (int r = 0; r < w.ranks; ++r)
        spec.weights.push_back(r == 0 ? 1.0 : static_cast<double>(rng() % 3));
    const std::int64_t first = below(rng, 3);
    return Partition(spec, first, std::max<std::int64_t>(1, w.rows - first - below(rng, 3)), w.ranks);
}

// The iterations begin <= x < end sit at positions x and touch rows x + distance.
struct Launch {
    std::int64_t begin, end;
    RuleAccess access;
    std::vector<RankAccess> by_rank;
};

// None where a rank has too few iterations to read all that the others read, or all ranks are sure to take part.
std::vector<RuleTaker> takers_of(const Partition& partition, std::int64_t begin, std::int64_t end,
                                 std::int64_t enough) {
    std::vector<RuleTaker> takers;
    for (int rank = 0; rank < partition.ranks(); ++rank) {
        const std::vector<Interval> own = partition.iterations(rank, 1, 0, begin, end);
        const std::int64_t count = partition.iteration_count(rank, 1, 0, begin, end);
        if (count > 0 && count < enough)
            return {};
        if (count > 0)
            takers.push_back({rank, own.front().lo});
    }
    return takers;
}

// `scattered`: loops that write at different distances, each some columns, so that a row has elements of several
// owners, and mostly one row that all read.
Launch random_launch(const World& w, const Partition& partition, std::mt19937& rng, bool scattered = false) {
    Launch launch{below(rng, w.rows), 0, {partition, {}, {}, Region(w.dims), true, {}, w.along}, {}};
    launch.end = launch.begin + 1 + below(rng, w.rows - launch.begin);
    if (rng() % 2 == 0) {
        launch.begin = below(rng, 3);
        launch.end = w.rows - below(rng, 3);
    }
    struct Line {
        bool reads;
        std::int64_t distance, left, right, without;
    };
    std::vector<Line> lines;
    const auto line = [&](bool reads, std::int64_t distance) {
        const std::int64_t left = below(rng, w.columns);
        lines.push_back({reads, distance, left, left + 1 + below(rng, w.columns - left),
                         rng() % 4 == 0 ? below(rng, w.rows) : -1}); // an iteration that does nothing
    };
    const std::int64_t home = scattered ? below(rng, 5) - 2 : rng() % 4 == 0 ? below(rng, 3) - 1 : 0;
    for (unsigned count = rng() % 3; count > 0; --count)
        line(false, rng() % 16 == 0 ? home + 1 : home);
    for (unsigned count = rng() % (scattered ? 2 : 6); count > 0; --count) {
        const std::int64_t around =
            (rng() % 2 == 0 ? 1 : -1) * (w.rows - 1 - below(rng, 3)); // from one end to the other
        line(true, rng() % 3 == 0 ? home : rng() % 4 == 0 ? around : below(rng, 5) - 2);
    }
    for (int r = 0; r < w.ranks; ++r)
        launch.by_rank.push_back({r, Region(w.dims), Region(w.dims), Region(w.dims), Region(w.dims)});
    const auto rows_of = [&](const Line& l, std::int64_t lo, std::int64_t hi) { // of iterations lo <= x < hi
        const std::int64_t from = std::max<std::int64_t>(lo + l.distance, 0);
        const std::int64_t to = std::min<std::int64_t>(hi + l.distance, w.rows);
        Region region = from < to ? w.box(from, to, l.left, l.right) : Region(w.dims);
        if (l.without >= 0 && l.without + l.distance >= 0)
            region -= w.box(l.without + l.distance, l.without + l.distance + 1, 0, w.columns);
        return region;
    };
    for (const Line& l : lines) {
        (l.reads ? launch.access.reads : launch.access.writes)
            .push_back({l.distance, rows_of(l, launch.begin, launch.end)});
        for (RankAccess& a : launch.by_rank)
            for (const Interval& part : partition.iterations(a.rank, 1, 0, launch.begin, launch.end))
                (l.reads ? a.read : a.write) |= rows_of(l, part.lo, part.hi);
    }
    if (rng() % 3 == 0 || (scattered && rng() % 2 == 0)) {
        const std::int64_t row = below(rng, w.rows), left = below(rng, w.columns);
        const bool one_row = rng() % (scattered ? 8 : 2) != 1;
        launch.access.shared = w.box(row, std::min(w.rows, row + 1 + (one_row ? 0 : below(rng, 3))), left, w.columns);
        const std::int64_t enough = 1 + below(rng, 2); // so many iterations read all of it
        launch.access.all_take_part = partition.least_share(launch.begin, launch.end) >= enough;
        for (RankAccess& a : launch.by_rank)
            if (partition.iteration_count(a.rank, 1, 0, launch.begin, launch.end) >= enough)
                a.read |= launch.access.shared;
            else
                REQUIRE(!launch.access.all_take_part);
        if (rng() % 4 != 0)
            launch.access.takers = takers_of(partition, launch.begin, launch.end, enough);
    }
    return launch;
}

using Key = std::tuple<int, int, int>; // from, to, round

// The same allocation by rule and rank by rank.
struct Both {
    explicit Both(const World& world) : w(world), state(w.whole()), full(w.ranks, w.whole()) {}

    // Whether the rules told; then both agree, on all ranks.
    bool step(const RuleAccess& access, const std::vector<RankAccess>& by_rank) {
        std::vector<std::optional<OwnershipRules::Outcome>> outcomes;
        for (int r = 0; r < w.ranks; ++r)
            outcomes.push_back(state.launch(access, r));
        for (const auto& outcome : outcomes)
            REQUIRE(outcome.has_value() == outcomes[0].has_value());
        if (!outcomes[0])
            return false;
        for (auto& outcome : outcomes) {
            REQUIRE(outcome->same == outcomes[0]->same);
            if (outcome->same) {
                REQUIRE(outcome->transfers.empty());
                outcome->next = state;
            }
        }
        stayed += outcomes[0]->same;
        LaunchPlan plan = plan_launch(full, by_rank);
        REQUIRE(plan.findings.empty());
        REQUIRE(plan.merges.empty());
        spread(plan.transfers, w.ranks);
        std::map<Key, Region> expected, sent, received;
        std::map<Key, std::vector<Region>> put, taken;
        const auto note = [&](std::map<Key, Region>& of, const Transfer& t) {
            of.try_emplace(Key{t.from, t.to, t.round}, w.dims).first->second |= t.region;
        };
        for (const Transfer& t : plan.transfers)
            note(expected, t);
        for (int r = 0; r < w.ranks; ++r)
            for (const Transfer& t : outcomes[static_cast<std::size_t>(r)]->transfers) {
                REQUIRE((t.from == r || t.to == r));
                note(t.from == r ? sent : received, t);
                (t.from == r ? put : taken)[{t.from, t.to, t.round}].push_back(t.region);
                trees += t.round > 0;
            }
        REQUIRE(put == taken); // one message holds them one behind the other
        REQUIRE(sent == expected);
        REQUIRE(received == expected);
        moved += !sent.empty();
        partly += !access.all_take_part && !access.takers.empty() && !sent.empty() && !access.shared.empty();
        full = plan.next;
        state = outcomes[0]->next;
        std::string one, other;
        full.serialise(one);
        state.spelled_out(w.ranks).serialise(other);
        REQUIRE(one == other);
        for (const RankAccess& reader : by_rank)
            if (!reader.read.empty() && state.holds_as_owner(reader.rank, reader.read)) {
                REQUIRE(full.missing(reader.rank, reader.read).empty());
                owned += !state.everywhere();
            }
        const StateRef kept = StateTable::keep(w.ranks, state, 0); // gets its number first, or the number that there is
        if (moved % 2 == 0)
            table.id_of(kept);
        const StateRef known = table.intern(w.ranks, state);
        for (const auto& outcome : outcomes)
            REQUIRE(table.intern(w.ranks, outcome->next)->id == known->id);
        REQUIRE(table.id_of(kept) == known->id);
        REQUIRE((!known->everywhere() || full.everywhere()));
        state = *known->dealt();
        return true;
    }

    // Whether the region has elements that different ranks hold alone.
    bool has_several_owners(const Region& region) const {
        int owners = 0;
        for (int r = 0; r < w.ranks; ++r)
            owners += full.exclusive(r).intersects(region);
        return owners > 1;
    }

    // What serial code reads, on all ranks or on rank 0 alone, and what all ranks write then.
    bool read_serially(const Region& region, bool by_all) { return serially(region, Region(w.dims), by_all); }
    bool serially(const Region& region, const Region& written, bool by_all) {
        std::vector<std::optional<OwnershipRules::Outcome>> outcomes;
        for (int r = 0; r < w.ranks; ++r)
            outcomes.push_back(written.empty() ? state.read_serially(region, by_all, r)
                                               : state.write_serially(region, written, r));
        for (const auto& outcome : outcomes)
            REQUIRE(outcome.has_value() == outcomes[0].has_value());
        if (!outcomes[0])
            return false;
        REQUIRE((!state.all_hold(region) || full.all_hold(region)));
        const Region nothing(w.dims);
        const RankAccess alone{0, region, nothing, nothing, nothing};
        LaunchPlan plan = by_all ? plan_serial(full, region, written, nothing) : plan_launch(full, {&alone, 1});
        spread(plan.transfers, w.ranks);
        std::map<Key, Region> expected, sent, received;
        const auto note = [&](std::map<Key, Region>& of, const Transfer& t) {
            of.try_emplace(Key{t.from, t.to, t.round}, w.dims).first->second |= t.region;
        };
        for (const Transfer& t : plan.transfers)
            note(expected, t);
        for (int r = 0; r < w.ranks; ++r)
            for (const Transfer& t : outcomes[static_cast<std::size_t>(r)]->transfers)
                note(t.from == r ? sent : received, t);
        REQUIRE(sent == expected);
        REQUIRE(received == expected);
        full = plan.next;
        std::string one, other;
        full.serialise(one);
        for (const auto& outcome : outcomes) {
            other.clear();
            outcome->next.spelled_out(w.ranks).serialise(other);
            REQUIRE(one == other);
            REQUIRE(table.intern(w.ranks, outcome->next)->id == table.intern(w.ranks, outcomes[0]->next)->id);
        }
        state = outcomes[0]->next;
        serial += !sent.empty();
        stored += !written.empty() && !state.everywhere();
        return true;
    }

    World w;
    StateTable table;
    OwnershipRules state;
    DirState full;
    int moved = 0, trees = 0, partly = 0, owned = 0, serial = 0, stayed = 0, stored = 0;
};

} // namespace

TEST_CASE("rules move and remember the same as a directory that lists all ranks") {
    std::mt19937 rng(53);
    int told = 0, moved = 0, trees = 0, refused = 0, partly = 0, owned = 0, serial = 0, stayed = 0, stored = 0,
        besides = 0;
    for (int c = 0; c < 1500; ++c) {
        World w{1 + static_cast<int>(rng() % 2), 12 + below(rng, 20), 4, 2 + static_cast<int>(rng() % 8)};
        w.along = w.dims == 2 && rng() % 3 == 0 ? 1 : 0;
        const Partition partition = random_partition(w, rng);
        Both both(w);
        for (int step = 0; step < 10; ++step) {
            const Launch launch = random_launch(w, rng() % 12 == 0 ? random_partition(w, rng) : partition, rng);
            ++(both.step(launch.access, launch.by_rank) ? told : refused);
            if (rng() % 3 == 0) {
                const std::int64_t row = below(rng, w.rows), left = below(rng, w.columns);
                const std::int64_t end = rng() % 2 == 0 ? row + 1 : row + 1 + below(rng, w.rows - row);
                const Region region = w.box(row, end, left, left + 1 + below(rng, w.columns - left));
                const auto part_of_it = [&] { // or beside it, or more
                    const std::int64_t first = std::max<std::int64_t>(0, row - 1 + below(rng, 3));
                    const std::int64_t last = std::min(w.rows, std::max(first + 1, end - 1 + below(rng, 3)));
                    return w.box(first, last, below(rng, left + 1), w.columns);
                };
                if (rng() % 3 != 0) {
                    const bool by_all = rng() % 2 == 0;
                    if (both.read_serially(region, by_all) && !by_all && rng() % 2 == 0)
                        besides += both.serially(part_of_it(), rng() % 2 == 0 ? part_of_it() : Region(w.dims), true);
                } else {
                    const std::int64_t other = below(rng, w.rows), from = below(rng, w.columns);
                    const Region too = w.box(other, other + 1 + below(rng, w.rows - other), from, w.columns);
                    both.serially(rng() % 2 == 0 ? region : Region(w.dims), rng() % 2 == 0 ? too : region | too, true);
                }
            }
        }
        stored += both.stored;
        moved += both.moved;
        trees += both.trees;
        partly += both.partly;
        owned += both.owned;
        serial += both.serial;
        stayed += both.stayed;
    }
    CHECK(stayed > 500);
    CHECK(serial > 100);
    CHECK(stored > 100);
    CHECK(besides > 50);
    MESSAGE(serial << " serial reads that moved something, " << partly << " launches in which not all ranks took part, "
                   << owned << " reads of what is the owners', " << besides << " reads by all behind one by rank 0");
    CHECK(partly > 20);
    CHECK(owned > 100);
    CHECK(told > 3000);
    CHECK(moved > 500);
    CHECK(trees > 100);
    CHECK(refused > 500);
}

TEST_CASE("rows whose elements belong to several ranks are told by rule only where that is right") {
    std::mt19937 rng(61);
    int told = 0, of_several = 0, partly = 0, serial = 0;
    for (int c = 0; c < 2500; ++c) {
        const World w{2, 8 + below(rng, 12), 2 + below(rng, 5), 2 + static_cast<int>(rng() % 8),
                      static_cast<int>(rng() % 2)};
        const Partition partition = random_partition(w, rng);
        Both both(w);
        for (int step = 0; step < 12; ++step) {
            const Launch launch = random_launch(w, partition, rng, true);
            const bool several = both.has_several_owners(launch.access.shared);
            const bool known = both.step(launch.access, launch.by_rank);
            told += known;
            of_several += known && several;
            for (unsigned reads = rng() % 3; reads > 0; --reads) { // an element, or a row
                const std::int64_t row = below(rng, w.rows), left = below(rng, w.columns);
                const std::int64_t right = rng() % 2 == 0 ? left + 1 : left + 1 + below(rng, w.columns - left);
                both.read_serially(w.box(row, row + 1, left, right), rng() % 2 == 0);
            }
        }
        partly += both.partly;
        serial += both.serial;
    }
    MESSAGE(told << " launches told by rule, " << of_several << " with a shared row of several owners, " << partly
                 << " in which not all ranks took part, " << serial << " serial reads that moved something");
    CHECK(told > 5000);
    CHECK(of_several > 60);
    CHECK(partly > 100);
    CHECK(serial > 1000);
}

// Rounds of eliminations whose bounds, columns and distances change, with serial reads in between and launches that
// take all rows: nearly all of it is what launch_of_owners() tells.
TEST_CASE("eliminations with bounds of all kinds are told by rule as a directory tells them") {
    std::mt19937 rng(67);
    int told = 0, all = 0, moved = 0, stayed = 0;
    for (int c = 0; c < 120; ++c) {
        const World w{2, 16 + below(rng, 30), 4 + below(rng, 30), 2 + static_cast<int>(rng() % 8)};
        const Partition partition = random_partition(w, rng);
        const std::int64_t distance = rng() % 3 == 0 ? below(rng, 3) - 1 : 0;
        Both both(w);
        for (std::int64_t k = 0; k < w.rows - 2; k += 1 + (rng() % 8 == 0)) {
            const bool whole = rng() % 10 == 0; // all rows but the pivot, as Floyd and Warshall have it
            const std::int64_t from = whole ? 0 : k + 1, left = std::min(k, w.columns - 1);
            const std::int64_t first = from - distance, last = w.rows - distance; // iterations
            const Region row = w.box(k, k + 1, left, w.columns);
            const auto rows_of = [&](std::int64_t lo, std::int64_t hi) {
                return w.box(lo + distance, hi + distance, left, w.columns) - w.box(k, k + 1, 0, w.columns);
            };
            const bool writes = rng() % 6 != 0;
            RuleAccess access{partition, {{distance, rows_of(first, last)}},     {},
                              row,       partition.least_share(first, last) > 0, takers_of(partition, first, last, 1)};
            if (writes)
                access.writes = access.reads;
            std::vector<RankAccess> by_rank;
            for (int r = 0; r < w.ranks; ++r) {
                RankAccess a{r, Region(2), Region(2), Region(2), Region(2)};
                for (const Interval& part : partition.iterations(r, 1, 0, first, last)) {
                    a.read |= rows_of(part.lo, part.hi) | row;
                    if (writes)
                        a.write |= rows_of(part.lo, part.hi);
                }
                by_rank.push_back(std::move(a));
            }
            ++all;
            told += both.step(access, by_rank);
            if (rng() % 6 == 0)
                both.read_serially(w.box(k + 1, k + 2, left, left + 1), rng() % 2 == 0);
        }
        moved += both.moved;
        stayed += both.stayed;
    }
    MESSAGE(told << " of " << all << " launches told by rule, " << moved << " moved something");
    CHECK(5 * told > 4 * all);
    CHECK(moved > 1000);
    CHECK(stayed > 30);
}

// Wavefronts in shapes with columns first: each launch writes a part of a column and reads some of the columns before
// it, in its own rows and in others; behind the last column the next row begins, so that columns come again.
TEST_CASE("fronts that pass over the columns again and again are told by rule as a directory tells them") {
    std::mt19937 rng(71);
    int told = 0, all = 0, moved = 0;
    for (int c = 0; c < 150; ++c) {
        const World w{2, 12 + below(rng, 30), 3 + below(rng, 30), 2 + static_cast<int>(rng() % 8), 1};
        const Partition partition = random_partition(w, rng);
        const bool ahead = c % 5 == 0; // reads rows behind its own, too
        Both both(w);
        for (int sweep = 0; sweep < 2; ++sweep) {
            const std::int64_t wraps = 1 + below(rng, 3), rows = w.rows - wraps - 1; // iterations at most
            const std::int64_t fronts = std::min(rows + below(rng, rows), (wraps + 1) * w.columns);
            const std::int64_t first = below(rng, 3);
            struct Look {
                std::int64_t back, distance;
            };
            std::vector<Look> looks{{1, 0}, {1, -1}, {2, -1}};
            if (rng() % 3 == 0)
                looks.push_back({below(rng, 5), ahead ? 1 : -below(rng, 3)});
            for (std::int64_t d = first; d < fronts; ++d) {
                const std::int64_t lo = std::max<std::int64_t>(0, d - w.columns), hi = std::min(rows, d + 1);
                if (lo >= hi)
                    continue;
                RuleAccess access{partition, {}, {}, Region(2), true, {}, 1};
                std::vector<RankAccess> by_rank;
                for (int r = 0; r < w.ranks; ++r)
                    by_rank.push_back({r, Region(2), Region(2), Region(2), Region(2)});
                const auto touch = [&](std::int64_t front, std::int64_t distance, bool writes) {
                    const std::int64_t column = front % w.columns, shift = front / w.columns + distance;
                    const auto rows_of = [&](std::int64_t from, std::int64_t to) {
                        from = std::max<std::int64_t>(0, from + shift);
                        to = std::min(w.rows, to + shift);
                        return from < to ? w.box(from, to, column, column + 1) : Region(2);
                    };
                    (writes ? access.writes : access.reads).push_back({shift, rows_of(lo, hi)});
                    for (RankAccess& a : by_rank)
                        for (const Interval& part : partition.iterations(a.rank, 1, 0, lo, hi))
                            (writes ? a.write : a.read) |= rows_of(part.lo, part.hi);
                };
                touch(d, 0, true);
                for (const Look& look : looks)
                    if (look.back <= d)
                        touch(d - look.back, look.distance, false);
                ++all;
                told += both.step(access, by_rank);
                if (rng() % 8 == 0) {
                    const std::int64_t row = below(rng, w.rows), left = below(rng, w.columns);
                    both.read_serially(w.box(row, row + 1, left, left + 1), rng() % 2 == 0);
                }
            }
        }
        moved += both.moved;
    }
    MESSAGE(told << " of " << all << " launches told by rule, " << moved << " moved something");
    CHECK(2 * told > all);
    CHECK(moved > 1000);
}

TEST_CASE("what two ranks exchange stands in one order with both, however much it is") {
    for (const int ranks : {4, 12, 17, 24}) {
        const World w{2, 2 * ranks + 5, 4, ranks};
        for (const auto kind : {PartitionSpec::Kind::block, PartitionSpec::Kind::cyclic}) {
            PartitionSpec spec;
            spec.kind = kind;
            const Partition partition(spec, 0, w.rows, ranks);
            Both both(w);
            for (int step = 0; step < 4; ++step) { // all rows are dealt and written, then read by all
                const bool writes = step % 2 == 0;
                RuleAccess access{partition, {}, {}, Region(2), true};
                if (writes)
                    access.writes = {{0, w.whole()}};
                else
                    access.shared = w.whole();
                std::vector<RankAccess> by_rank;
                for (int r = 0; r < ranks; ++r) {
                    RankAccess a{r, Region(2), Region(2), Region(2), Region(2)};
                    for (const Interval& part : partition.iterations(r, 1, 0, 0, w.rows))
                        if (writes)
                            a.write |= w.box(part.lo, part.hi, 0, w.columns);
                        else
                            a.read = w.whole();
                    by_rank.push_back(std::move(a));
                }
                CHECK(both.step(access, by_rank));
            }
            CHECK(both.trees > 0);
        }
    }
}

TEST_CASE("rows that launches leave behind are set aside, and are there when they are asked for") {
    std::mt19937 rng(59);
    int told = 0;
    for (int c = 0; c < 4; ++c) {
        const World w{2, 72, 72, 3 + c % 2};
        PartitionSpec spec;
        spec.kind = PartitionSpec::Kind::block_cyclic;
        spec.block = 1 + c % 3;
        const Partition partition(spec, 0, w.rows, w.ranks);
        Both both(w);
        for (std::int64_t k = 0; k < w.rows - 1; ++k) {
            const bool again = c > 1 && k % 16 == 15; // all rows are written, or read by the owners of their neighbours
            const std::int64_t from = again ? 0 : k + 1;
            const bool halo = again && rng() % 2 == 0;
            RuleAccess access{partition, {}, {}, Region(2), partition.least_share(from, w.rows) > 0};
            const Region own = w.box(from, w.rows - (halo ? 1 : 0), again ? 0 : k, w.columns);
            if (halo)
                access.reads = {{1, w.box(1, w.rows, 0, w.columns)}};
            else
                access.writes = {{0, own}};
            if (!again) {
                access.reads = {{0, own}};
                access.shared = w.box(k, k + 1, k, w.columns);
                access.takers = takers_of(partition, from, w.rows, 1);
            }
            std::vector<RankAccess> by_rank;
            for (int r = 0; r < w.ranks; ++r) {
                RankAccess a{r, Region(2), Region(2), Region(2), Region(2)};
                for (const Interval& part : partition.iterations(r, 1, 0, from, w.rows - (halo ? 1 : 0))) {
                    const std::int64_t shift = halo ? 1 : 0;
                    const Region rows = w.box(part.lo + shift, part.hi + shift, again ? 0 : k, w.columns);
                    if (halo || !again)
                        a.read |= rows;
                    if (!halo)
                        a.write |= rows;
                    if (!again)
                        a.read |= access.shared;
                }
                by_rank.push_back(std::move(a));
            }
            told += both.step(access, by_rank);
        }
    }
    CHECK(told > 260);
}

TEST_CASE("a factorisation whose pivots serial code looks at is told by rule to its end") {
    for (const int ranks : {2, 3, 4, 5, 8, 9}) {
        const World w{2, 40, 40, ranks};
        PartitionSpec spec;
        spec.kind = PartitionSpec::Kind::block_cyclic;
        spec.block = 1 + ranks % 3;
        const Partition partition(spec, 0, w.rows, ranks);
        Both both(w);
        for (std::int64_t k = 0; k < w.rows - 1; ++k) {
            const Region own = w.box(k + 1, w.rows, k, w.columns);
            const RuleAccess access{partition,
                                    {{0, own}},
                                    {{0, own}},
                                    w.box(k, k + 1, k, w.columns),
                                    partition.least_share(k + 1, w.rows) > 0,
                                    takers_of(partition, k + 1, w.rows, 1)};
            std::vector<RankAccess> by_rank;
            for (int r = 0; r < ranks; ++r) {
                RankAccess a{r, Region(2), Region(2), Region(2), Region(2)};
                for (const Interval& part : partition.iterations(r, 1, 0, k + 1, w.rows)) {
                    a.write |= w.box(part.lo, part.hi, k, w.columns);
                    a.read |= w.box(part.lo, part.hi, k, w.columns) | access.shared;
                }
                by_rank.push_back(std::move(a));
            }
            CHECK(both.step(access, by_rank));
            if (k % 3 != 0) // rank 0 prints the next pivot, or all look at it, or one after the other
                CHECK(both.read_serially(w.box(k + 1, k + 2, k + 1, k + 1 + k % 3), k % 2 == 0));
            if (k % 4 != 0)
                CHECK(both.read_serially(w.box(k + 1, k + 2, k + 1, k + 2), true));
        }
    }
}
