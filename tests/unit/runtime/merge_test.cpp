// Merging against the sequential outcome: random sets of what ranks may write, one writer for each element that
// changes.
#include "runtime/directory/merge.h"
#include "runtime/directory/planner.h"

#include <doctest/doctest.h>

#include <cstring>
#include <random>

using namespace hydra::rt;

namespace {

constexpr std::int64_t bytes = 301; // the last element is cut off

struct Rank {
    RankAccess access;
    MergePlan plan;
    Merger merger;
    std::vector<char> memory;
};

Region random_set(std::mt19937& random, std::int64_t units, unsigned most) {
    std::vector<Range> boxes;
    for (unsigned b = random() % (most + 1); b > 0; --b) {
        const auto lo = static_cast<std::int64_t>(random() % static_cast<unsigned>(units));
        boxes.push_back({lo, lo + 1 + static_cast<std::int64_t>(random() % static_cast<unsigned>(units - lo)),
                         1 + static_cast<std::int64_t>(random() % 3)});
    }
    return Region::from_boxes(1, boxes);
}

// Ranks with random sets; no element is written for certain by two.
std::vector<Rank> random_ranks(std::mt19937& random, const Shape& shape, const std::vector<char>& old) {
    std::vector<Rank> ranks(2 + random() % 5);
    Region written(1);
    std::vector<RankAccess> accesses;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        RankAccess& access = ranks[r].access;
        access.rank = static_cast<int>(r);
        access.write = random_set(random, shape.units(), 1) - written;
        written |= access.write;
        access.maywrite = random_set(random, shape.units(), 3);
        accesses.push_back(access);
        ranks[r].memory = old;
    }
    const LaunchPlan plan = plan_launch(DirState(static_cast<int>(ranks.size()), shape.whole()), accesses);
    REQUIRE(plan.findings.empty());
    for (Rank& rank : ranks) {
        Region all(1);
        for (const SharedWrite& pair : plan.merges)
            if (pair.first == rank.access.rank || pair.second == rank.access.rank) {
                const int other = pair.first == rank.access.rank ? pair.second : pair.first;
                rank.plan.partners.push_back({other, runs(pair.region, shape)});
                all |= pair.region;
            }
        rank.plan.unit = shape.elem;
        rank.plan.sure = runs(all & rank.access.write, shape);
        rank.plan.doubtful = runs(all - rank.access.write, shape);
    }
    return ranks;
}

// The first conflict that any rank notices.
std::optional<MergeConflict> merge_all(std::vector<Rank>& ranks) {
    const auto count = ranks.size();
    std::vector<std::vector<std::vector<unsigned char>>> mail(count, std::vector<std::vector<unsigned char>>(count));
    for (Rank& rank : ranks) {
        rank.merger.find_changes(rank.memory.data());
        for (const MergePlan::Partner& partner : rank.plan.partners)
            rank.merger.pack(partner, rank.memory.data(),
                             mail[static_cast<std::size_t>(rank.access.rank)][static_cast<std::size_t>(partner.rank)]);
    }
    std::optional<MergeConflict> conflict;
    for (Rank& rank : ranks)
        for (const MergePlan::Partner& partner : rank.plan.partners) {
            const auto& letter =
                mail[static_cast<std::size_t>(partner.rank)][static_cast<std::size_t>(rank.access.rank)];
            const unsigned char* next = letter.data();
            const auto found = rank.merger.unpack(partner, rank.memory.data(), next);
            REQUIRE(next == letter.data() + letter.size());
            conflict = conflict ? conflict : found;
        }
    return conflict;
}

} // namespace

TEST_CASE("all who may write an element end with what was written") {
    std::mt19937 random(7);
    for (int round = 0; round < 3000; ++round) {
        const std::int64_t elem = std::int64_t{1} << (random() % 4);
        const Shape shape{bytes, elem, {}, false};
        std::vector<char> old(bytes);
        for (char& byte : old)
            byte = static_cast<char>(random() % 3);
        std::vector<Rank> ranks = random_ranks(random, shape, old);
        for (Rank& rank : ranks)
            rank.merger.note(rank.plan, rank.access.rank, rank.memory.data());
        std::vector<char> expected = old;
        const bool sparse = random() % 2 == 0;
        for (std::int64_t e = 0; e < shape.units(); ++e) {
            std::vector<Rank*> able;
            Rank* sure = nullptr;
            for (Rank& rank : ranks) {
                if (rank.access.maywrite.contains({e}) || rank.access.write.contains({e}))
                    able.push_back(&rank);
                if (rank.access.write.contains({e}))
                    sure = &rank;
            }
            if (able.empty() || (sure == nullptr && sparse && random() % 8 != 0))
                continue;
            Rank& writer = sure != nullptr ? *sure : *able[random() % able.size()];
            for (std::int64_t at = e * elem; at < std::min(bytes, (e + 1) * elem); ++at) {
                const auto i = static_cast<std::size_t>(at);
                expected[i] = writer.memory[i] = static_cast<char>(random() % 3);
            }
        }
        REQUIRE(!merge_all(ranks));
        for (const Rank& rank : ranks)
            for_each_run(rank.access.writes(), shape, [&](Run run) {
                REQUIRE(std::equal(rank.memory.begin() + run.offset, rank.memory.begin() + run.offset + run.bytes,
                                   expected.begin() + run.offset));
            });
    }
}

TEST_CASE("two ranks that change an element differently are found, and equal changes are fine") {
    std::mt19937 random(11);
    int meetings = 0;
    for (int round = 0; round < 2000; ++round) {
        const Shape shape{bytes, 4, {}, false};
        const std::vector<char> old(bytes, 0);
        std::vector<Rank> ranks = random_ranks(random, shape, old);
        const auto e = static_cast<std::int64_t>(random() % static_cast<unsigned>(shape.units() - 1));
        std::vector<Rank*> able;
        for (Rank& rank : ranks) {
            rank.merger.note(rank.plan, rank.access.rank, rank.memory.data());
            if (rank.access.maywrite.contains({e}) || rank.access.write.contains({e}))
                able.push_back(&rank);
        }
        if (able.size() < 2)
            continue;
        ++meetings;
        std::swap(able[0], able[random() % able.size()]);
        std::swap(able[1], able[1 + random() % (able.size() - 1)]);
        const bool differ = random() % 2 == 0;
        // Different bytes of one element: no byte is changed by both.
        able[0]->memory[static_cast<std::size_t>(4 * e)] = 5;
        able[1]->memory[static_cast<std::size_t>(4 * e + (differ ? 2 : 0))] = 5;
        // Who writes it for certain does not leave the old value to others.
        for (std::size_t i = 2; i < able.size(); ++i)
            if (able[i]->access.write.contains({e}))
                able[i]->memory[static_cast<std::size_t>(4 * e)] = 5;
        const std::optional<MergeConflict> conflict = merge_all(ranks);
        REQUIRE(conflict.has_value() == differ);
        if (differ) {
            REQUIRE(conflict->offset / 4 == e);
            REQUIRE(conflict->first < conflict->second);
        }
    }
    CHECK(meetings > 500);
}
