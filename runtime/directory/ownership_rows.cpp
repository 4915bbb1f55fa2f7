// See ownership_rows.h.
#include "runtime/directory/ownership_rows.h"

namespace hydra::rt {

Region cut(const Region& region, int along, const Intervals& rows) {
    const auto dim = static_cast<std::size_t>(along);
    if (const Range all = region.extent(dim); rows.size() == 1 && rows[0].lo <= all.lo && all.hi <= rows[0].hi)
        return region;
    std::vector<Range> boxes;
    std::vector<Range> hull = region.hull();
    for (const Interval& interval : rows) {
        hull[dim] = {interval.lo, interval.hi, 1};
        boxes.insert(boxes.end(), hull.begin(), hull.end());
    }
    return region.empty() || boxes.empty() ? Region(region.dims()) : region & Region::from_boxes(region.dims(), boxes);
}

Intervals rows_of(const Partition& partition, int rank, std::int64_t shift, std::int64_t lo, std::int64_t hi) {
    Intervals rows = partition.iterations(rank, 1, 0, lo - shift, hi - shift);
    for (Interval& interval : rows) {
        interval.lo += shift;
        interval.hi += shift;
    }
    return rows;
}

Region part_of(const Partition& partition, int rank, std::int64_t shift, const Region& region, int along) {
    if (region.empty())
        return region;
    const Range rows = region.extent(static_cast<std::size_t>(along));
    if (rows.hi - rows.lo == 1)
        return partition.owner(rows.lo - shift) == rank ? region : Region(region.dims());
    return cut(region, along, rows_of(partition, rank, shift, rows.lo, rows.hi));
}

void note(ByRank& list, int rank, const Region& part) {
    const auto at = std::find_if(list.begin(), list.end(), [rank](const OfRank& one) { return one.rank >= rank; });
    if (at == list.end() || at->rank != rank)
        list.insert(at, {rank, part});
    else
        at->region |= part;
}

} // namespace hydra::rt
