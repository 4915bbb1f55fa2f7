// Who runs which block of columns when: ranks are a pipeline, and take the blocks one after the other.
#pragma once

#include "runtime/directory/partition.h"

#include <vector>

namespace hydra::rt {

// ranks: in the order in which each runs a block; width: of a block, >= 1, the last one may have fewer columns.
class SweepSteps {
  public:
    SweepSteps(std::vector<int> ranks, const Interval& columns, std::int64_t width)
        : ranks_(std::move(ranks)), columns_(columns), width_(width) {}

    [[nodiscard]] std::int64_t count() const { return blocks() + static_cast<std::int64_t>(ranks_.size()) - 1; }
    // In step s the p-th rank of the pipeline runs block s - p, if there is one.
    struct Turn {
        int rank;
        Interval columns;
    };
    [[nodiscard]] std::vector<Turn> of(std::int64_t step) const;

  private:
    [[nodiscard]] std::int64_t blocks() const { return (columns_.hi - columns_.lo + width_ - 1) / width_; }

    std::vector<int> ranks_;
    Interval columns_;
    std::int64_t width_;
};

// Enough blocks to keep so many ranks busy, and none too narrow for the loop over its columns.
std::int64_t sweep_width(std::int64_t columns, int ranks);

} // namespace hydra::rt
