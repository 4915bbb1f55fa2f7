// See broadcast_tree.h.
#include "runtime/directory/broadcast_tree.h"

#include "runtime/directory/tree.h"
#include "runtime/policy/worth_directory.h"

#include <algorithm>
#include <bit>

namespace hydra::rt {
namespace {

// One region that so many members lack goes down the tree of spread(), of which this rank, member `mine`, knows its own
// place. Member 0 is who has it.
template <class F>
void hand_on(const Region& region, unsigned members, unsigned mine, F rank_of, std::vector<Transfer>& out) {
    const int rank = rank_of(mine);
    if (members < worth::least_tree) {
        for (unsigned member = 1; member <= members; ++member)
            if (mine == 0 || mine == member)
                out.push_back({rank_of(0), rank_of(member), region});
        return;
    }
    const int levels = std::bit_width(members);
    const int below = mine == 0 ? levels : std::countr_zero(mine);
    out.reserve(out.size() + static_cast<std::size_t>(below) + 1);
    if (mine != 0)
        out.push_back({rank_of(mine & (mine - 1)), rank, region, levels - 1 - below});
    for (int bit = 0; bit < below; ++bit)
        if (const unsigned member = mine | 1u << bit; member <= members)
            out.push_back({rank, rank_of(member), region, levels - 1 - bit});
}

bool takes_part(const RuleAccess& access, int rank) {
    return access.all_take_part ||
           std::any_of(
               access.takers.begin(), access.takers.end(), [&](const RuleTaker& taker) { return taker.rank == rank; });
}

} // namespace

bool is_among(const RowShifts& shifts, const Partition& partition, std::int64_t row, int rank) {
    return std::any_of(
        shifts.begin(), shifts.end(), [&](std::int64_t shift) { return partition.owner(row - shift) == rank; });
}

// What `owner` has, to all others, or to those others that take part.
bool is_held_by_all(const RowShifts& shifts, const Partition& partition, std::int64_t row) {
    bool all = shifts.empty() || static_cast<int>(shifts.size()) >= partition.ranks();
    for (int rank = 0; all && !shifts.empty() && rank < partition.ranks(); ++rank)
        all = is_among(shifts, partition, row, rank);
    return all;
}

void hand_out(const RuleAccess& access, int owner, const Region& region, int rank, std::vector<Transfer>& out) {
    const int ranks = access.partition.ranks();
    const auto distance = [&](int to) { return static_cast<unsigned>((to - owner + ranks) % ranks); };
    if (access.all_take_part) {
        const auto rank_of = [&](unsigned member) {
            return static_cast<int>((static_cast<unsigned>(owner) + member) % static_cast<unsigned>(ranks));
        };
        hand_on(region, static_cast<unsigned>(ranks) - 1, distance(rank), rank_of, out);
        return;
    }
    std::vector<int> members{owner};
    for (const RuleTaker& taker : access.takers)
        if (taker.rank != owner)
            members.push_back(taker.rank);
    std::sort(members.begin(), members.end(), [&](int a, int b) { return distance(a) < distance(b); });
    const auto mine = std::find(members.begin(), members.end(), rank);
    if (mine != members.end())
        hand_on(
            region, static_cast<unsigned>(members.size()) - 1, static_cast<unsigned>(mine - members.begin()),
            [&](unsigned member) { return members[member]; }, out);
}

// Where some of what the owner has is held by some others, and `alone` by nobody else: ranks
// that lack the same get it down one tree.
void broadcast_rest(const RuleAccess& access, int owner, const Region& alone, const std::vector<HeldBySome>& held,
                    int rank, std::vector<Transfer>& out) {
    struct Tree {
        Region region;
        std::vector<int> members;
    };
    const int ranks = access.partition.ranks();
    const std::int64_t row = alone.extent(static_cast<std::size_t>(access.along)).lo;
    std::vector<Tree> trees;
    for (int distance = 1; distance < ranks; ++distance) {
        const int to = (owner + distance) % ranks;
        if (!takes_part(access, to))
            continue;
        Region lacked = alone;
        for (const HeldBySome& part : held)
            if (!is_among(part.shifts, access.partition, row, to))
                lacked |= part.region;
        auto tree = std::find_if(trees.begin(), trees.end(), [&](const Tree& known) { return known.region == lacked; });
        if (tree == trees.end())
            tree = trees.insert(trees.end(), {std::move(lacked), {owner}});
        tree->members.push_back(to);
    }
    for (const Tree& tree : trees)
        if (const auto mine = std::find(tree.members.begin(), tree.members.end(), rank); mine != tree.members.end())
            hand_on(
                tree.region, static_cast<unsigned>(tree.members.size()) - 1,
                static_cast<unsigned>(mine - tree.members.begin()),
                [&](unsigned member) { return tree.members[member]; }, out);
}

void broadcast_held(const RuleAccess& access, const HeldBySome& held, int rank, std::vector<Transfer>& out) {
    const int ranks = access.partition.ranks();
    const std::int64_t row = held.region.extent(static_cast<std::size_t>(access.along)).lo;
    RankSet holders;
    for (int holder = 0; holder < ranks; ++holder)
        if (is_among(held.shifts, access.partition, row, holder))
            holders = holders.with(holder, ranks);
    std::vector<Transfer> all;
    for (int to = 0; to < ranks; ++to)
        if (takes_part(access, to) && !holders.contains(to))
            all.push_back({holders.nearest(to), to, held.region});
    spread(all, ranks);
    for (Transfer& transfer : all)
        if (transfer.from == rank || transfer.to == rank)
            out.push_back(std::move(transfer));
}

void put_in_order(std::vector<Transfer>& transfers) {
    const auto before = [](const Transfer& a, const Transfer& b) {
        return a.to != b.to ? a.to < b.to : a.from < b.from;
    };
    if (std::is_sorted(transfers.begin(), transfers.end(), before))
        return;
    if (transfers.size() > worth::few_transfers)
        return std::stable_sort(transfers.begin(), transfers.end(), before);
    for (auto at = transfers.begin(); at != transfers.end(); ++at)
        std::rotate(std::upper_bound(transfers.begin(), at, *at, before), at, at + 1);
}

} // namespace hydra::rt
