// Where the iterations of launches go, and what is remembered of it so that loops over the same arrays agree: grids of
// ranks, the blocks that are dealt out in turn, and which positions of arrays loops have used. All ranks place the same
// launches in the same order, and so remember the same.
#pragma once

#include "runtime/plan/grids.h"
#include "runtime/plan/request.h"
#include "runtime/touch/binding.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hydra::rt {

// Which positions of a dimension of arrays loops have used last, by which their blocks were cut.
class UsedPositions {
  public:
    // Null: no loop is known to have been placed by it. unit: bytes_of_position.
    [[nodiscard]] const Interval* of(const Allocation& allocation, int dim, std::int64_t unit) const;
    // Notes these. Those of a loop that is for a part only, and does not change what is known (it streams), are others'
    // with it.
    Interval with(const Interval& positions, const Allocation& allocation, int dim, std::int64_t unit, bool streams);

  private:
    struct Used {
        std::uint64_t serial; // of an allocation
        int dim;
        std::int64_t unit;
        Interval positions;
    };
    std::vector<Used> used_; // the last ones
    std::size_t next_ = 0;   // the entry that a new one takes the place of, once there are enough
};

// The blocks by which extents are dealt out in turn.
class DealtBlocks {
  public:
    explicit DealtBlocks(int ranks) : ranks_(ranks) {}
    // The block of an extent; chosen for this launch, if it is the first with such an extent.
    std::int64_t block_of(const PlanRequest& request, std::int64_t extent);
    [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(dealt_.size()); }

  private:
    struct Dealt {
        std::int64_t extent, block;
    };
    int ranks_;
    std::vector<Dealt> dealt_; // in the order of the launches that chose: all ranks have the same list
};

class Placer {
  public:
    // partition: what the user asks for. reproducible: loops with rounded sums are cut along blocks of those.
    Placer(const PartitionSpec& partition, int ranks, bool reproducible = false)
        : partition_(partition), ranks_(ranks), reproducible_(reproducible), grids_(partition, ranks), blocks_(ranks) {}

    // Of a launch with a template, in the loop's shapes.
    Placement placement_of(const PlanRequest& request, const Binding& binding);
    // The iterations of each rank, along this placement.
    [[nodiscard]] std::vector<std::vector<Interval>> deal_out(const PlanRequest& request,
                                                              const Placement& placement) const;
    // The iterations of each rank: those that inspectors ran on, if some have.
    std::vector<std::vector<Interval>> place(const PlanRequest& request, const Binding& binding);
    // The same, and the rounds that each rank runs of these iterations; nothing where ranks share out iterations alone.
    std::optional<BoxShares> place_boxes(const PlanRequest& request, const Binding& binding);

    // Of a launch along columns (hydra_rt_sweep): the rows that ranks keep, if that moves less than giving columns to
    // them; nothing where it does not, or may not be. told: the numbers, for people.
    struct KeptRows {
        std::vector<Interval> of; // by rank; the first one and the last one have all there may be beyond
        Interval used;            // by the launch
    };
    std::optional<KeptRows> keep_rows(const PlanRequest& request, const Binding& binding, std::string& told) const;
    // Of a launch along edges (hydra_rt_edges): by part of the loop, which rank runs which iterations; nothing where it
    // is a launch like any other. parts: the parts as loops of their own.
    std::optional<std::vector<BoxShares>> keep_lines(const PlanRequest& request, const Binding& binding,
                                                     std::span<const hydra_rt_loop> parts) const;

    // How many extents have got the block by which they are dealt out in turn: plans are made for these blocks.
    [[nodiscard]] std::int64_t blocks_chosen() const { return blocks_.count(); }
    // For how many arrays it has been chosen whether ranks form a grid: plans are made for these choices.
    [[nodiscard]] std::int64_t grids_chosen() const { return grids_.chosen(); }
    // The loop is about to be launched again: whoever waits for a grid may have waited long enough.
    void count_launch(const hydra_rt_loop& loop) { grids_.count_launch(loop); }
    // What was chosen last, and why, for people; then nothing until there is another choice.
    std::string take_told() { return grids_.take_told(); }

  private:
    std::optional<Placement> deal_in_turn(const PlanRequest& request, const Binding& binding,
                                          const hydra_rt_footprint& footprint);
    std::vector<Interval> rows_of_ranks(const PlanRequest& request, const Binding& binding,
                                        const hydra_rt_footprint& footprint, int slot, int dim,
                                        const Interval& used) const;
    std::optional<BoxShares> shares_of_line(const PlanRequest& request, const Binding& binding,
                                            const hydra_rt_footprint& footprint, const hydra_rt_sweep& sweep) const;
    // By the rank's place in a grid.
    [[nodiscard]] BoxShares cut_in_boxes(const RankGrid& grid, const Placement& down, const Placement& across,
                                         const PlanRequest& request) const;

    PartitionSpec partition_;
    int ranks_;
    bool reproducible_;
    GridChoices grids_;
    DealtBlocks blocks_;
    UsedPositions used_;
};

} // namespace hydra::rt
