// Layouts that a program says (CMAPS), as far as they are more than a kind and a number: weights, the boxes of the
// user's own functions, grids and quadtrees. All ranks are told the same in the same order, so numbers agree; what is
// told again has the number that it had.
#pragma once

#include "runtime/directory/partition.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace hydra::rt {

// Positions lo <= p < hi of the first two dimensions, in steps.
struct LayoutBox {
    Interval rows, columns;
    std::int64_t step = 1, stride = 1;
    bool operator==(const LayoutBox&) const = default;
};

using LayoutParts = std::vector<std::vector<LayoutBox>>; // by rank

// The grid of ranks with the least border: bytes do not matter, an element is as good as another.
RankGrid grid_of_least_border(int ranks, std::int64_t rows, std::int64_t columns);
// A block of rows and columns for each rank.
LayoutParts parts_of_grid(int ranks, std::int64_t rows, std::int64_t columns);
// The longer dimension is cut in the ratio of the two halves of the ranks, again and again.
LayoutParts parts_of_quadtree(int ranks, std::int64_t rows, std::int64_t columns);

// Where a launch's program says that its iterations lie: x at position scale * x + offset of an extent that is dealt
// out in such a way, and, if it is `across`, round y of x at position y + column of so many columns.
struct SaidPlace {
    PartitionSpec spec;
    std::int64_t extent = 0, scale = 1, offset = 0;
    std::int64_t columns = 0, column = 0;
    bool across = false;
    const LayoutParts* boxes = nullptr;  // what each rank has, if `spec` does not say it
    std::int64_t layout = 0, number = 0; // which boxes that are
    int first = 0, ranks = 0;            // of a group of ranks; 0: of all
};

class SaidLayouts {
  public:
    // The weight of a rank; that of rank 0 begins anew.
    void add_weight(std::int64_t rank, double weight);
    std::int64_t number_weights();
    [[nodiscard]] const std::vector<double>& weights(std::int64_t number) const {
        return weights_.at(static_cast<std::size_t>(number));
    }

    // Functions, data, and extents: -1 where it is not known yet, and then boxes are told.
    using Key = std::array<std::int64_t, 7>;
    std::int64_t known(const Key& key);
    void add_box(std::int64_t rank, const LayoutBox& box);
    // usable: rows and columns say all. Behind it, the key that was asked for last is known.
    std::int64_t number_boxes(bool usable);
    // Null: they are of no use for loops.
    [[nodiscard]] const LayoutParts* boxes(std::int64_t number) const {
        const auto& parts = boxes_.at(static_cast<std::size_t>(number));
        return parts.empty() ? nullptr : &parts;
    }

    const LayoutParts& grid(int ranks, std::int64_t rows, std::int64_t columns);
    // What ranks of a group have.
    const LayoutParts* in_group(const SaidPlace& place);
    const LayoutParts& quadtree(int ranks, std::int64_t rows, std::int64_t columns);

  private:
    std::vector<double> told_weights_;
    std::deque<std::vector<double>> weights_;
    LayoutParts told_boxes_;
    Key asked_{};
    std::map<Key, std::int64_t> numbers_;
    std::deque<LayoutParts> boxes_; // where they are, they stay
    std::map<std::array<std::int64_t, 4>, LayoutParts> made_;
    std::map<std::array<std::int64_t, 6>, LayoutParts> in_groups_;
};

} // namespace hydra::rt
