// Who runs which iteration: a partition deals the positions [first, first + extent) of a template to ranks, and an
// iteration x goes where its position scale * x + offset belongs.
//
// All queries are closed formulas (a binary search for weights), never a scan over ranks or positions. Positions
// outside of the template belong to the owner of its nearest end, so that every iteration runs exactly once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hydra::rt {

// lo <= x < hi.
struct Interval {
    std::int64_t lo = 0;
    std::int64_t hi = 0;
    bool operator==(const Interval&) const = default;
};

struct PartitionSpec {
    enum class Kind { block, cyclic, block_cyclic, weighted };
    Kind kind = Kind::block;
    std::int64_t block = 1;      // block_cyclic: positions a block
    std::vector<double> weights; // weighted: one a rank, >= 0; ranks beyond the list have weight 0
    bool automatic = false;      // the user has not chosen: loops that ask for it are dealt out in turn
    // Loops whose rounds can be shared out get boxes of both: so many rows of ranks and columns of ranks, or 0:
    // whatever comes near a square. Others get blocks.
    bool grid = false;
    int grid_rows = 0, grid_columns = 0;
    bool operator==(const PartitionSpec&) const = default;
};

// Reads "block", "cyclic", "block-cyclic:N", "weighted:w0,w1,...", "grid", "grid:RxC". Nothing where the text is none
// of these; *error (may be null) then says why.
std::optional<PartitionSpec> parse_partition(std::string_view text, std::string* error);

class Partition {
  public:
    // ranks >= 1; extent >= 0. block: sizes differ by at most one, longer ones first. Throws std::invalid_argument
    // where the weights of these ranks are all 0.
    Partition(const PartitionSpec& spec, std::int64_t first, std::int64_t extent, int ranks);

    // Whether positions go to the same ranks because all numbers are equal.
    bool operator==(const Partition&) const = default;
    // Equal where they are equal.
    std::uint64_t hash() const;

    std::int64_t first() const { return first_; }
    std::int64_t extent() const { return extent_; }
    int ranks() const { return ranks_; }
    // The rank of a position; of the nearest end's where the position is outside. Rank 0 where extent is 0.
    int owner(std::int64_t position) const;
    // The positions of a rank, ascending, maximal.
    std::vector<Interval> positions(int rank) const;
    // The iterations begin <= x < end whose position is the rank's, ascending, maximal, disjoint.
    std::vector<Interval> iterations(int rank, std::int64_t scale, std::int64_t offset, std::int64_t begin,
                                     std::int64_t end) const;
    // So many positions lo <= p < hi at least, each rank has; a lower bound where some are outside.
    std::int64_t least_share(std::int64_t lo, std::int64_t hi) const;
    // How many iterations `iterations` would return in all.
    std::int64_t iteration_count(int rank, std::int64_t scale, std::int64_t offset, std::int64_t begin,
                                 std::int64_t end) const;

  private:
    // Inside, positions count from 0.
    bool contiguous() const { return kind_ == PartitionSpec::Kind::block || kind_ == PartitionSpec::Kind::weighted; }
    std::int64_t start(int rank) const; // contiguous(): where the rank's positions start
    template <class F> void for_each_piece(int rank, std::int64_t lo, std::int64_t hi, F f) const;
    template <class F>
    void for_each_interval(int rank, std::int64_t scale, std::int64_t offset, std::int64_t begin, std::int64_t end,
                           F f) const;

    PartitionSpec::Kind kind_;
    std::int64_t first_;
    std::int64_t extent_;
    int ranks_;
    std::int64_t block_ = 1;
    std::vector<std::int64_t> starts_; // weighted: ranks + 1 borders
};

struct Template {
    Partition partition;
    bool own = false; // the shared template was too uneven, and the launch got one of its own
};

// Where a launch's iterations go: iteration x sits at position scale * x + offset of the partition.
struct Placement {
    Template placed;
    std::int64_t scale = 1;
    std::int64_t offset = 0;

    std::vector<Interval> iterations(int rank, std::int64_t begin, std::int64_t end) const {
        return placed.partition.iterations(rank, scale, offset, begin, end);
    }
};

// The template of a launch: the positions [0, extent), unless some rank would get more than 1.5 times its fair share of
// the iterations begin <= x < end; then the hull of the launch's own positions, or else the iterations themselves,
// if they are more even. Without a template (extent <= 0, or scale == 0) the iterations themselves.
Placement choose_template(const PartitionSpec& spec, int ranks, std::int64_t extent, std::int64_t scale,
                          std::int64_t offset, std::int64_t begin, std::int64_t end);

// Ranks in rows and columns: rank r is in row r / columns and column r % columns.
struct RankGrid {
    int rows = 1;
    int columns = 1;
    bool operator==(const RankGrid&) const = default;
};

// What a round of loops moves whose ranks form a grid over an array: bytes for each row of ranks but one and each
// column, and for each column of ranks but one and each row.
struct GridCosts {
    double rows, columns; // of the array
    double down, across;
    double of(const RankGrid& grid) const {
        return down * columns * (grid.rows - 1) + across * rows * (grid.columns - 1);
    }
    // The elements of the rank that has most.
    double share(const RankGrid& grid) const;
};

// The grid of so many ranks that comes nearest to a square, with at least as many rows as columns.
RankGrid nearly_square(int ranks);

// How many positions a block has where an extent is dealt out in turn: a power of two, so that extents which differ by
// little are cut alike, with which each rank gets from 32 to 63 blocks, if there are as many positions. A rank then has
// at most about 1/32 more of a triangle than another, and no more pieces than plans can take at each launch.
std::int64_t block_in_turn(std::int64_t extent, int ranks);

} // namespace hydra::rt
