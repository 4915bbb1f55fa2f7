// The communication schemes against a model that goes element by element and knows nothing of regions: random launches
// of tiles, and what travels in each of them under each scheme.
#include "runtime/directory/flow.h"
#include "runtime/directory/planner.h"

#include <doctest/doctest.h>

#include <random>
#include <tuple>

using namespace hydra::rt;
using Scheme = CommSpec::Scheme;

namespace {

constexpr int elements = 24, ranks = 3, tiles_a_rank = 3;

struct Tile {
    int rank;
    std::int64_t number;
    std::set<int> read, write;
};
struct Launch {
    int loop;
    std::vector<Tile> tiles;
};

Region region_of(const std::set<int>& points) {
    std::vector<Range> boxes;
    for (const int point : points)
        boxes.push_back({point, point + 1, 1});
    return Region::from_boxes(1, boxes);
}

Launch random_launch(std::mt19937& random) {
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    Launch launch{below(2), {}};
    for (int t = 0; t < ranks * tiles_a_rank; ++t)
        launch.tiles.push_back({t / tiles_a_rank, t, {}, {}});
    const auto count = static_cast<int>(launch.tiles.size());
    const int density = 1 + below(6), everybody = below(3) == 0 ? below(elements) : -1;
    for (int e = 0; e < elements; ++e) {
        if (below(3) > 0) // mostly the tile of its place, as in a loop over rows
            launch.tiles[static_cast<std::size_t>(below(4) > 0 ? e * count / elements : below(count))].write.insert(e);
        for (Tile& tile : launch.tiles)
            if (below(10) < density || e == everybody)
                tile.read.insert(e);
    }
    return launch;
}

// What the schemes send, from their definitions.
class Model {
  public:
    explicit Model(Scheme scheme) : scheme_(scheme) {
        for (auto& holders : holders_)
            for (int rank = 0; rank < ranks; ++rank)
                holders.insert(rank);
    }

    std::int64_t run(const Launch& launch) {
        std::int64_t sent = 0;
        std::map<Key, std::set<int>> current;
        for (int e = 0; e < elements; ++e)
            if (source_[e])
                current[*source_[e]].insert(e);
        for (const auto& [key, points] : current)
            sent += scheme_ == Scheme::fo      ? flow_out(key, points, launch)
                    : scheme_ == Scheme::foifi ? flow_sets(key, points, launch)
                                               : partitioned(key, points, launch);
        for (const Tile& tile : launch.tiles) {
            const Key key{launch.loop, tile.number, tile.rank};
            if (!tile.write.empty())
                versions_[key] = {};
            for (const int e : tile.write) {
                source_[e] = key;
                holders_[e] = {tile.rank};
            }
        }
        return sent;
    }

  private:
    using Key = std::tuple<int, std::int64_t, int>; // loop, number, rank
    struct Version {
        std::set<int> out, receivers;
    };

    static std::set<int> both(const std::set<int>& a, const std::set<int>& b) {
        std::set<int> out;
        for (const int x : a)
            if (b.contains(x))
                out.insert(x);
        return out;
    }

    std::int64_t flow_out(const Key& key, const std::set<int>& points, const Launch& launch) {
        Version& version = versions_[key];
        const std::set<int> before = version.out, known = version.receivers;
        for (const Tile& tile : launch.tiles) {
            const std::set<int> read = both(tile.read, points);
            version.out.insert(read.begin(), read.end());
            if (!read.empty() && tile.rank != std::get<2>(key))
                version.receivers.insert(tile.rank);
        }
        std::int64_t sent = 0;
        for (const int rank : version.receivers)
            sent += static_cast<std::int64_t>(version.out.size() - (known.contains(rank) ? before.size() : 0));
        return sent;
    }

    std::int64_t flow_sets(const Key& key, const std::set<int>& points, const Launch& launch) {
        std::int64_t sent = 0;
        for (const Tile& tile : launch.tiles)
            if (tile.rank != std::get<2>(key))
                sent += static_cast<std::int64_t>(both(tile.read, points).size());
        return sent;
    }

    std::int64_t partitioned(const Key& key, const std::set<int>& points, const Launch& launch) {
        std::map<int, std::set<int>> parts; // by where readers are
        for (const int e : points) {
            int mask = 0;
            for (const Tile& tile : launch.tiles)
                if (tile.read.contains(e))
                    mask |= tile.number < std::get<1>(key) ? 1 : tile.number == std::get<1>(key) ? 2 : 4;
            if (mask != 0)
                parts[mask].insert(e);
        }
        std::int64_t sent = 0;
        const auto before = holders_;
        for (const auto& [mask, part] : parts)
            sent += pack(std::get<2>(key), part, launch, before);
        return sent;
    }

    std::int64_t pack(int from, const std::set<int>& part, const Launch& launch,
                      const std::array<std::set<int>, elements>& before) {
        bool disjoint = true, all_of_it = true;
        std::set<int> seen, their_ranks;
        int receivers = 0;
        for (const Tile& tile : launch.tiles) {
            const std::set<int> read = both(tile.read, part);
            if (read.empty())
                continue;
            for (const int e : read)
                disjoint = seen.insert(e).second && disjoint;
            all_of_it = all_of_it && read == part;
            their_ranks.insert(tile.rank);
            ++receivers;
        }
        const bool apart = receivers > 1 && static_cast<int>(their_ranks.size()) == receivers;
        const bool unicast = disjoint || (!all_of_it && apart);
        std::int64_t sent = 0;
        for (const Tile& tile : launch.tiles) {
            const std::set<int> read = both(tile.read, part);
            if (read.empty() || tile.rank == from)
                continue;
            for (const int e : unicast ? read : part)
                if (unicast ? !before[static_cast<std::size_t>(e)].contains(tile.rank)
                            : !holders_[e].contains(tile.rank)) {
                    ++sent;
                    holders_[e].insert(tile.rank);
                }
        }
        return sent;
    }

    Scheme scheme_;
    std::array<std::optional<Key>, elements> source_;
    std::array<std::set<int>, elements> holders_;
    std::map<Key, Version> versions_;
};

// What plans with the redundancy added would send.
class Planned {
  public:
    explicit Planned(Scheme scheme) : scheme_(scheme), state_(ranks, Region{{0, elements, 1}}) {}

    std::int64_t run(const Launch& launch) {
        std::vector<FlowTile> tiles;
        std::vector<RankAccess> accesses;
        for (int rank = 0; rank < ranks; ++rank)
            accesses.push_back({rank, Region(1), Region(1), Region(1), Region(1)});
        for (const Tile& tile : launch.tiles) {
            tiles.push_back({tile.rank, tile.number, region_of(tile.read), region_of(tile.write), Region(1)});
            accesses[static_cast<std::size_t>(tile.rank)].mayread |= tiles.back().read;
            accesses[static_cast<std::size_t>(tile.rank)].write |= tiles.back().write;
        }
        Redundancy redundancy = flow_.read(scheme_, tiles, state_);
        for (const auto& [rank, region] : redundancy.extra)
            accesses[static_cast<std::size_t>(rank)].mayread |= region;
        LaunchPlan plan = plan_launch(state_, accesses);
        REQUIRE(plan.findings.empty());
        std::int64_t sent = 0;
        for (const Transfer& transfer : plan.transfers)
            sent += transfer.region.count();
        for (const auto& [pair, count] : redundancy.filler) {
            CHECK(count > 0);
            CHECK(pair.first != pair.second);
            sent += count;
        }
        state_ = std::move(plan.next);
        flow_.write({launch.loop, 0, elements}, tiles);
        return sent;
    }

  private:
    Scheme scheme_;
    DirState state_;
    Flow flow_{1};
};

} // namespace

TEST_CASE("what schemes send is what their definitions say, element by element") {
    for (const Scheme scheme : {Scheme::fo, Scheme::foifi, Scheme::fop})
        for (unsigned seed = 0; seed < 60; ++seed) {
            std::mt19937 random(seed);
            Model model(scheme);
            Planned planned(scheme);
            for (int step = 0; step < 8; ++step) {
                const Launch launch = random_launch(random);
                const std::int64_t expected = model.run(launch), sent = planned.run(launch);
                CHECK_MESSAGE(sent == expected, "scheme ", static_cast<int>(scheme), ", seed ", seed, ", step ", step);
            }
        }
}

TEST_CASE("a flow-out set goes whole to who reads of it late, what was overwritten since included") {
    Flow flow(1);
    const Region all{{0, 10, 1}}, first{{0, 1, 1}}, rest{{1, 10, 1}}, none(1);
    DirState state(3, all);
    flow.write({0, 0, 1}, std::vector<FlowTile>{{0, 0, none, all, none}});
    state = state.after_write(0, all);
    CHECK(flow.read(Scheme::fo, std::vector<FlowTile>{{0, 0, all, none, none}}, state).extra.empty());
    flow.write({1, 0, 1}, std::vector<FlowTile>{{0, 0, all, rest, none}});
    state = state.after_write(0, rest);
    const Redundancy late = flow.read(Scheme::fo, std::vector<FlowTile>{{2, 5, first, none, none}}, state);
    REQUIRE(late.extra.size() == 1);
    CHECK(late.extra.at(2) == first);
    CHECK(late.filler.at({0, 2}) == 9);
    flow.forget(first);
    CHECK(flow.read(Scheme::fo, std::vector<FlowTile>{{1, 5, first, none, none}}, state).extra.empty());
}

TEST_CASE("flow-out sets follow their allocation into another index space") {
    Flow flow(1);
    const Region row{{0, 4, 1}}, none(1);
    flow.write({0, 0, 1}, std::vector<FlowTile>{{0, 0, none, row, none}});
    flow.map(2, [](const Region& region) { return region.empty() ? Region(2) : Region{{0, 2, 1}, {0, 2, 1}}; });
    const Region all{{0, 4, 1}, {0, 2, 1}}, square{{0, 2, 1}, {0, 2, 1}}, nothing(2);
    const DirState state = DirState(2, all).after_write(0, square);
    CHECK(flow.read(Scheme::fop, std::vector<FlowTile>{{1, 1, all, nothing, nothing}}, state).extra.empty());
    CHECK(flow.read(Scheme::fo, std::vector<FlowTile>{{1, 1, all, nothing, nothing}}, state).extra.at(1) == square);
}

TEST_CASE("a scheme's name, and the size of its tiles") {
    CHECK(parse_comm("exact") == CommSpec{});
    CHECK(parse_comm("fop") == CommSpec{Scheme::fop, 64});
    CHECK(parse_comm("foifi:1") == CommSpec{Scheme::foifi, 1});
    CHECK(parse_comm("fo:256") == CommSpec{Scheme::fo, 256});
    for (const char* wrong :
         {"", "fi", "fo:", "fo:0", "fo:-1", "fo:x", "fo:1x", "exact:4", "FO", "fo:99999999999999999999"})
        CHECK_MESSAGE(!parse_comm(wrong), wrong);
}
