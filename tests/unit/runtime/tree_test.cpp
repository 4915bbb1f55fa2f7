// Trees of random transfers: what each rank receives stays, everybody has what it sends, and no rank sends one region
// more often than a binomial tree makes it.
#include "runtime/directory/tree.h"

#include <doctest/doctest.h>

#include <bit>
#include <map>
#include <random>
#include <set>

using namespace hydra::rt;

TEST_CASE("regions for many go down trees in which everybody has what it hands on") {
    std::mt19937 rng(5);
    for (int round = 0; round < 500; ++round) {
        const int ranks = 2 + static_cast<int>(rng() % 40);
        std::vector<Transfer> direct;
        std::map<std::pair<int, long>, unsigned> receivers; // of a region, which its first element tells apart
        for (int from = 0; from < ranks; from += 1 + static_cast<int>(rng() % 5))
            for (int to = 0; to < ranks; ++to)
                if (to != from && rng() % 4 != 0) {
                    const long which = rng() % 5 == 0 ? 1 : 0;
                    direct.push_back({from, to, Region{{10 * from + which, 10 * from + 5, 1}}});
                    ++receivers[{from, 10 * from + which}];
                }
        std::vector<Transfer> spread_out = direct;
        spread(spread_out, ranks);
        REQUIRE(spread_out.size() == direct.size());
        std::set<std::pair<int, long>> has; // a rank, and the region it has
        for (const auto& [region, count] : receivers)
            has.insert({region.first, region.second});
        std::map<std::pair<int, long>, unsigned> sent;
        for (int step = 0; step < 8; ++step) {
            std::set<std::pair<int, long>> arrived;
            for (const Transfer& transfer : spread_out) {
                if (transfer.round != step)
                    continue;
                const long region = transfer.region.box(0)[0].lo;
                CHECK(has.contains({transfer.from, region}));
                CHECK(arrived.insert({transfer.to, region}).second);
                ++sent[{transfer.from, region}];
            }
            has.insert(arrived.begin(), arrived.end());
        }
        for (std::size_t i = 0; i < direct.size(); ++i) {
            CHECK(spread_out[i].to == direct[i].to);
            CHECK(spread_out[i].region == direct[i].region);
            CHECK(has.contains({direct[i].to, static_cast<long>(direct[i].region.box(0)[0].lo)}));
        }
        for (const auto& [sender, count] : sent) {
            const unsigned all = receivers[{static_cast<int>(sender.second / 10), sender.second}];
            CHECK(count <= (all < worth::least_tree ? all : static_cast<unsigned>(std::bit_width(all))));
        }
    }
}
