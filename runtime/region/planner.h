// What one launch moves of one allocation, and who holds what afterwards.
//
// Every rank derives the same plan from the same directory state and footprints, so no messages are needed to agree.
// An element travels to a rank only if the rank reads it (or may write it) and lacks its newest value, and then once.
#ifndef HYDRA_RUNTIME_REGION_PLANNER_H
#define HYDRA_RUNTIME_REGION_PLANNER_H

#include "runtime/region/directory.h"

#include <string>
#include <vector>

namespace hydra::rt {

// What one rank does to the allocation in this launch, all its slots joined, in the state's index space.
struct RankAccess {
    int rank = 0;
    Region read;     // a superset of what is read
    Region write;    // exactly what is written
    Region maywrite; // a superset of what is written besides
};

struct Transfer {
    int from = 0;
    int to = 0;
    Region region;
};

// Two ranks meet in elements of which at least one is written.
struct Finding {
    enum class Kind {
        write_overlap,     // both write, or may write, `where`
        read_write_overlap // `first` reads (or may write) `where`, which `second` writes
    };
    Kind kind;
    int first = 0;
    int second = 0;
    Region where;
};

struct LaunchPlan {
    // By receiver, then sender, at most one for each pair.
    std::vector<Transfer> transfers;
    DirState next;
    // Empty for a loop that is free of races; at most one for each kind: the lowest pair of ranks. `next` then
    // lets the higher rank's write win.
    std::vector<Finding> findings;
};

// The overlaps alone; `rank` may number threads as well.
std::vector<Finding> find_overlaps(const DirState& state, std::span<const RankAccess> accesses);

// accesses: ascending ranks, those that touch nothing may be left out.
LaunchPlan plan_launch(const DirState& state, std::span<const RankAccess> accesses);

// All ranks read `read` and `maywrite`, then all write `write` and `maywrite` with equal values: serial code, and loops
// that every rank runs.
LaunchPlan plan_serial(const DirState& state, const Region& read, const Region& write, const Region& maywrite);

} // namespace hydra::rt

#endif
