// See said_layouts.h.
#include "runtime/plan/said_layouts.h"

#include <algorithm>

namespace hydra::rt {

namespace {

// Ranks first <= r < last share these rows and columns out.
void cut(LayoutParts& parts, int first, int last, const Interval& rows, const Interval& columns) {
    if (last - first == 1) {
        if (rows.lo < rows.hi && columns.lo < columns.hi)
            parts[static_cast<std::size_t>(first)].push_back({rows, columns});
        return;
    }
    const int middle = first + (last - first + 1) / 2;
    const auto border = [&](const Interval& whole) {
        return whole.lo + ((whole.hi - whole.lo) * (middle - first) + (last - first) / 2) / (last - first);
    };
    if (rows.hi - rows.lo >= columns.hi - columns.lo) {
        const std::int64_t at = border(rows);
        cut(parts, first, middle, {rows.lo, at}, columns);
        cut(parts, middle, last, {at, rows.hi}, columns);
    } else {
        const std::int64_t at = border(columns);
        cut(parts, first, middle, rows, {columns.lo, at});
        cut(parts, middle, last, rows, {at, columns.hi});
    }
}

} // namespace

RankGrid grid_of_least_border(int ranks, std::int64_t rows, std::int64_t columns) {
    RankGrid best{ranks, 1};
    std::int64_t least = -1;
    for (int down = ranks; down >= 1; --down) {
        if (ranks % down != 0)
            continue;
        const int across = ranks / down;
        const std::int64_t border = (down - 1) * columns + (across - 1) * rows;
        if (least < 0 || border < least) {
            least = border;
            best = {down, across};
        }
    }
    return best;
}

LayoutParts parts_of_grid(int ranks, std::int64_t rows, std::int64_t columns) {
    const RankGrid grid = grid_of_least_border(ranks, rows, columns);
    const PartitionSpec block;
    const Partition down(block, 0, rows, grid.rows), across(block, 0, columns, grid.columns);
    LayoutParts parts(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank)
        for (const Interval& of_rows : down.positions(rank / grid.columns))
            for (const Interval& of_columns : across.positions(rank % grid.columns))
                parts[static_cast<std::size_t>(rank)].push_back({of_rows, of_columns});
    return parts;
}

LayoutParts parts_of_quadtree(int ranks, std::int64_t rows, std::int64_t columns) {
    LayoutParts parts(static_cast<std::size_t>(ranks));
    cut(parts, 0, ranks, {0, rows}, {0, columns});
    return parts;
}

void SaidLayouts::add_weight(std::int64_t rank, double weight) {
    if (rank == 0)
        told_weights_.clear();
    told_weights_.push_back(weight);
}

std::int64_t SaidLayouts::number_weights() {
    const auto found = std::find(weights_.begin(), weights_.end(), told_weights_);
    if (found != weights_.end())
        return found - weights_.begin();
    weights_.push_back(told_weights_);
    return static_cast<std::int64_t>(weights_.size()) - 1;
}

std::int64_t SaidLayouts::known(const Key& key) {
    const auto found = numbers_.find(key);
    if (found != numbers_.end())
        return found->second;
    asked_ = key;
    told_boxes_.clear();
    return -1;
}

void SaidLayouts::add_box(std::int64_t rank, const LayoutBox& box) {
    told_boxes_.resize(std::max(told_boxes_.size(), static_cast<std::size_t>(rank) + 1));
    told_boxes_[static_cast<std::size_t>(rank)].push_back(box);
}

std::int64_t SaidLayouts::number_boxes(bool usable) {
    const auto number = static_cast<std::int64_t>(boxes_.size());
    boxes_.push_back(usable ? std::move(told_boxes_) : LayoutParts{});
    told_boxes_.clear();
    numbers_[asked_] = number;
    return number;
}

const LayoutParts& SaidLayouts::grid(int ranks, std::int64_t rows, std::int64_t columns) {
    const auto [at, fresh] = made_.try_emplace({0, ranks, rows, columns});
    if (fresh)
        at->second = parts_of_grid(ranks, rows, columns);
    return at->second;
}

const LayoutParts& SaidLayouts::quadtree(int ranks, std::int64_t rows, std::int64_t columns) {
    const auto [at, fresh] = made_.try_emplace({1, ranks, rows, columns});
    if (fresh)
        at->second = parts_of_quadtree(ranks, rows, columns);
    return at->second;
}

const LayoutParts* SaidLayouts::in_group(const SaidPlace& place) {
    const std::int64_t columns = place.columns > 0 ? place.columns : 1;
    const auto [at, fresh] =
        in_groups_.try_emplace({place.layout, place.number, place.extent, columns, place.first, place.ranks});
    if (!fresh)
        return &at->second;
    LayoutParts& parts = at->second;
    parts.resize(static_cast<std::size_t>(place.first));
    if (place.boxes != nullptr) {
        parts.insert(parts.end(), place.boxes->begin(), place.boxes->end());
        return &parts;
    }
    const Partition rows(place.spec, 0, place.extent, place.ranks);
    for (int rank = 0; rank < place.ranks; ++rank) {
        parts.emplace_back();
        for (const Interval& each : rows.positions(rank))
            parts.back().push_back({each, {0, columns}});
    }
    return &parts;
}

} // namespace hydra::rt
