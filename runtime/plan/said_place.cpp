// See said_place.h.
#include "runtime/plan/said_place.h"

#include "runtime/base/integers.h"

#include <algorithm>

namespace hydra::rt {

namespace {

// The iterations begin <= x < end with scale * x + offset in these positions, of which those in steps count; the first
// and the last positions of the extent stand for all that is beyond.
void add_iterations(const SaidPlace& place, Interval rows, std::int64_t step, const Interval& all,
                    std::vector<Interval>& list) {
    if (step != 1) {
        for (std::int64_t row = rows.lo; row < rows.hi; row += step)
            add_iterations(place, {row, row + 1}, 1, all, list);
        return;
    }
    if (rows.lo <= 0)
        rows.lo = -unbounded;
    if (rows.hi >= place.extent)
        rows.hi = unbounded;
    Interval found;
    if (place.scale > 0)
        found = {ceil_div(rows.lo - place.offset, place.scale), ceil_div(rows.hi - place.offset, place.scale)};
    else
        found = {floor_div(place.offset - rows.hi, -place.scale) + 1,
                 floor_div(place.offset - rows.lo, -place.scale) + 1};
    found = {std::max(found.lo, all.lo), std::min(found.hi, all.hi)};
    if (found.lo < found.hi)
        list.push_back(found);
}

void join(std::vector<Interval>& list) {
    std::sort(list.begin(), list.end(), [](const Interval& a, const Interval& b) { return a.lo < b.lo; });
    std::size_t kept = 0;
    for (const Interval& each : list)
        if (kept > 0 && list[kept - 1].hi >= each.lo)
            list[kept - 1].hi = std::max(list[kept - 1].hi, each.hi);
        else
            list[kept++] = each;
    list.resize(kept);
}

std::int64_t count_of(const BoxShares& shares) {
    std::int64_t count = 0;
    for (const auto& list : shares.iterations)
        for (const Interval& each : list)
            count += each.hi - each.lo;
    return count;
}

bool are_rows(const LayoutParts& parts, std::int64_t columns) {
    return std::all_of(
        parts.begin(), parts.end(),
        [&](const auto& boxes) {
            return std::all_of(
                boxes.begin(), boxes.end(),
                [&](const LayoutBox& box) {
                    return box.columns == Interval{0, columns} && box.stride == 1;
                });
        });
}

bool are_single(const LayoutParts& parts) {
    return std::all_of(
        parts.begin(), parts.end(),
        [&](const auto& boxes) {
            return boxes.empty() || (boxes.size() == 1 && boxes[0].step == 1 && boxes[0].stride == 1);
        });
}

// All iterations where one position lies; or, where none is said, anywhere in the group of ranks.
std::optional<BoxShares> shares_in_one_place(const SaidPlace& place, const Interval& all, int ranks) {
    if (place.extent == 0 && place.ranks == 0)
        return std::nullopt;
    BoxShares shares;
    shares.iterations.resize(static_cast<std::size_t>(ranks));
    if (place.extent == 0) {
        const Partition even({}, all.lo, all.hi - all.lo, place.ranks);
        for (int rank = 0; rank < place.ranks; ++rank)
            shares.iterations[static_cast<std::size_t>(place.first + rank)] = even.positions(rank);
        return shares;
    }
    auto owner = static_cast<std::size_t>(place.first);
    if (place.boxes == nullptr) {
        owner = static_cast<std::size_t>(Partition(place.spec, 0, place.extent, ranks).owner(place.offset));
    } else {
        for (std::size_t rank = 0; rank < place.boxes->size() && rank < shares.iterations.size(); ++rank)
            for (const LayoutBox& box : (*place.boxes)[rank])
                if (box.columns.lo == 0 && box.rows.lo <= place.offset && place.offset < box.rows.hi &&
                    (place.offset - box.rows.lo) % box.step == 0)
                    owner = rank;
    }
    shares.iterations[owner] = {all};
    return shares;
}

} // namespace

std::optional<BoxShares> shares_said(const SaidPlace& place, const PlanRequest& request, int ranks, bool along) {
    if (place.scale == 0)
        return shares_in_one_place(place, {request.begin, request.end}, ranks);
    if (place.boxes == nullptr)
        return std::nullopt;
    const LayoutParts& parts = *place.boxes;
    const std::int64_t columns = place.columns > 0 ? place.columns : 1;
    const bool rows_alone = are_rows(parts, columns);
    if (!rows_alone && !(along && place.columns > 0 && place.across && are_single(parts)))
        return std::nullopt;
    const Interval all{request.begin, request.end};
    BoxShares shares;
    shares.iterations.resize(static_cast<std::size_t>(ranks));
    if (!rows_alone)
        shares.rounds.resize(static_cast<std::size_t>(ranks));
    for (std::size_t rank = 0; rank < parts.size() && rank < shares.iterations.size(); ++rank) {
        for (const LayoutBox& box : parts[rank]) {
            add_iterations(place, box.rows, box.step, all, shares.iterations[rank]);
            if (rows_alone)
                continue;
            shares.rounds[rank] = {box.columns.lo <= 0 ? -unbounded : box.columns.lo - place.column,
                                   box.columns.hi >= columns ? unbounded : box.columns.hi - place.column};
        }
        join(shares.iterations[rank]);
    }
    if (rows_alone && count_of(shares) != all.hi - all.lo)
        return std::nullopt; // beyond the extent, boxes in steps say nothing
    const bool in_pieces = std::any_of(shares.iterations.begin(), shares.iterations.end(),
                                       [](const auto& list) { return list.size() > 1; });
    if (in_pieces && (request.loop->flags & HYDRA_RT_SHARES_IN_ORDER) != 0)
        return std::nullopt;
    return shares;
}

std::int64_t piece_bytes(const SaidPlace& place, std::int64_t bytes, int ranks) {
    if (place.extent <= 0)
        return bytes;
    const std::int64_t row = bytes / place.extent;
    if (place.boxes == nullptr)
        switch (place.spec.kind) {
        case PartitionSpec::Kind::cyclic:
            return row;
        case PartitionSpec::Kind::block_cyclic:
            return row * place.spec.block;
        default:
            return bytes / ranks;
        }
    const std::int64_t columns = std::max<std::int64_t>(1, place.columns);
    std::int64_t least = bytes;
    for (const auto& boxes : *place.boxes)
        for (const LayoutBox& box : boxes) {
            const std::int64_t width = box.columns.hi - box.columns.lo;
            const bool whole = width >= columns && box.step == 1;
            least = std::min(least, whole ? row * (box.rows.hi - box.rows.lo) : row * width / columns);
        }
    return least;
}

} // namespace hydra::rt
