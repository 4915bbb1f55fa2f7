// Rows of a region by the ranks that they belong to, where a partition says which these are (the parts of
// OwnershipRules).
#pragma once

#include "runtime/directory/ownership_rules.h"

#include <algorithm>
#include <map>
#include <vector>

namespace hydra::rt {

using Intervals = std::vector<Interval>;

// The elements of the region whose rows lie in these intervals.
Region cut(const Region& region, int along, const Intervals& rows);

// The rows lo <= y < hi that are the rank's: those whose position is y - shift.
Intervals rows_of(const Partition& partition, int rank, std::int64_t shift, std::int64_t lo, std::int64_t hi);

// The elements of the region whose rows are the rank's.
Region part_of(const Partition& partition, int rank, std::int64_t shift, const Region& region, int along);

inline bool is_one_row(const Region& region, int along) {
    const Range rows = region.extent(static_cast<std::size_t>(along));
    return rows.hi - rows.lo == 1;
}

// A rank's region, in lists that ascend by rank.
struct OfRank {
    int rank;
    Region region;
};
using ByRank = std::vector<OfRank>;

// Adds to what the list has of the rank.
void note(ByRank& list, int rank, const Region& part);

inline void drop_empty(RuleHeld& held) {
    std::erase_if(
        held, [](const RulePart& part) { return part.region.empty(); });
}

// Calls f(rank, part) with the region's parts by the ranks that its rows belong to, ascending.
template <class F>
void for_each_owner(const Partition& partition, std::int64_t shift, const Region& region, int along, F f) {
    if (region.empty())
        return;
    const auto [begin, end, step] = region.extent(static_cast<std::size_t>(along));
    if (end - begin == 1) {
        f(partition.owner(begin - shift), region);
        return;
    }
    std::map<int, Intervals> rows;
    for (std::int64_t from = begin; from < end;) {
        const int owner = partition.owner(from - shift);
        const auto [known, fresh] = rows.try_emplace(owner);
        if (fresh)
            known->second = rows_of(partition, owner, shift, from, end);
        const auto stretch = std::partition_point(known->second.begin(), known->second.end(),
                                                  [&](const Interval& interval) { return interval.hi <= from; });
        from = stretch->hi;
    }
    for (const auto& [owner, own] : rows)
        if (const Region part = cut(region, along, own); !part.empty())
            f(owner, part);
}

} // namespace hydra::rt
