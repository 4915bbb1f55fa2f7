// The communication schemes of the literature, for comparison: what they move besides what is needed.
//
// A tile is a block of iterations that one rank runs. What a tile has written and other code reads before it is written
// again is the tile's flow-out set. The flow-out scheme (FO) sends the whole set to each rank that reads any of it;
// "flow-out intersected with flow-in" (FOIFI) sends each reading tile its part, to a rank as often as it has such
// tiles; flow-out partitioning (FOP) cuts the set by where its readers are, and sends each part once to each of its
// ranks, or to each of its tiles. The sets become known launch by launch, as loops read; by the time that an element is
// written again, each receiver has been sent what the scheme gives it.
#pragma once

#include "runtime/directory/directory.h"

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace hydra::rt {

struct CommSpec {
    enum class Scheme { exact, fop, foifi, fo };
    Scheme scheme = Scheme::exact;
    std::int64_t tile = 64; // iterations of the distributed loop in a tile

    bool operator==(const CommSpec&) const = default;
};

// Reads "exact", "fop", "foifi", "fo", and these with ":TILE" behind. Nothing where the text is none of these.
std::optional<CommSpec> parse_comm(std::string_view text);

// What one tile of a launch does to one allocation.
struct FlowTile {
    int rank = 0;
    std::int64_t number = 0; // iteration x is in tile number x / CommSpec::tile, rounded down
    Region read;
    Region write;    // for certain
    Region maywrite; // perhaps, besides
};

// Which launch it is: those that agree run the same tiles.
struct FlowLaunch {
    int loop = 0;
    std::int64_t begin = 0, end = 0;

    bool operator==(const FlowLaunch&) const = default;
};

struct Redundancy {
    std::map<int, Region> extra; // by receiver: newest values that it gets besides what it reads (it may hold some)
    // By sender and receiver: elements that travel in vain, having come already or having been written since.
    std::map<std::pair<int, int>, std::int64_t> filler;
};

// The flow-out sets of one allocation, in its index space of the moment.
class Flow {
  public:
    explicit Flow(int dims) : dims_(dims) {}

    // A launch is about to read; `state` says who holds what before it.
    Redundancy read(CommSpec::Scheme scheme, std::span<const FlowTile> tiles, const DirState& state);
    // And then writes. What a tile leaves alone of what it wrote when its launch last ran counts as written again.
    void write(const FlowLaunch& launch, std::span<const FlowTile> tiles);
    // Something else than tiles has written these.
    void forget(const Region& region);
    // The same sets in another index space.
    template <class F> void map(int dims, F f) {
        dims_ = dims;
        for (Source& source : sources_) {
            source.current = f(source.current);
            source.out = f(source.out);
            source.hull = source.current.hull();
        }
    }

  private:
    struct Source { // a tile of a launch that has been
        FlowLaunch launch;
        std::int64_t number = 0;
        int rank = 0;
        Region current;          // what is still as the tile wrote it
        Region out;              // what has been read of what it wrote
        std::set<int> receivers; // ranks that have read some
        std::vector<Range> hull; // of `current`, or more
    };
    struct Hit {
        const FlowTile* tile;
        Region region;
    };

    static void flow_out(Source& source, const std::vector<Hit>& hits, const DirState& state, Redundancy& redundancy);
    static void flow_sets(const Source& source, const std::vector<Hit>& hits, const DirState& state,
                          Redundancy& redundancy);
    static void partitioned(const Source& source, const std::vector<Hit>& hits, const DirState& state,
                            Redundancy& redundancy);
    static void pack(const Source& source, const Region& part, const std::vector<Hit>& hits, const DirState& state,
                     Redundancy& redundancy);

    int dims_;
    std::vector<Source> sources_; // disjoint
};

} // namespace hydra::rt
