// What one launch moves of one allocation, and who holds what afterwards.
//
// Every rank derives the same plan from the same directory state and footprints, so no messages are needed to agree.
// An element travels to a rank only if the rank reads it (or may write it) and lacks its newest value, and then once.
//
// Where a rank only may read what another one writes, the directive is trusted: the reader has the old value. Where two
// ranks may write one element, both have its old value, the launch finds out who changed it (merge.h), and both hold
// the outcome.
#pragma once

#include "runtime/directory/directory.h"

#include <string>
#include <vector>

namespace hydra::rt {

// What one rank does to the allocation in this launch, all its slots joined, in the state's index space.
struct RankAccess {
    int rank = 0;
    Region read;           // exactly what is read
    Region write;          // exactly what is written
    Region maywrite;       // a superset of what is written besides
    Region mayread{};      // a superset of what is read besides
    bool anywhere = false; // nothing is known of where `maywrite` ends: it must not meet what others write

    Region reads() const { return read | mayread; }
    Region writes() const { return write | maywrite; }
    Region touched() const { return reads() | writes(); }
    bool touches(const Region& region) const {
        return region.intersects(read) || region.intersects(mayread) || region.intersects(write) ||
               region.intersects(maywrite);
    }
};

struct Transfer {
    int from = 0;
    int to = 0;
    Region region;
    int round = 0; // what is sent in a round may have been received in an earlier one
};

// Two ranks depend on each other: only one after the other do they what they should.
struct Finding {
    enum class Kind {
        write_overlap,     // both write `where`
        read_write_overlap // `first` reads `where`, which `second` writes or may write
    };
    Kind kind;
    int first = 0;
    int second = 0;
    Region where;
};

// What two ranks write, or may write, both (not: both for certain).
struct SharedWrite {
    int first = 0; // < second
    int second = 0;
    Region region;
};

struct LaunchPlan {
    // By receiver, then sender, at most one for each pair.
    std::vector<Transfer> transfers;
    // `next` says that all who write, or may write, an element hold it, which is true once they have merged these.
    std::vector<SharedWrite> merges;
    DirState next;
    // At most one for each kind: the lowest pair of ranks. Where there are any, the rest of the plan means nothing.
    std::vector<Finding> findings;
    bool same = false; // `next` is the state that the launch found
};

// The overlaps alone; `rank` may number threads as well.
std::vector<Finding> find_overlaps(int dims, std::span<const RankAccess> accesses);

// accesses: ascending ranks, those that touch nothing may be left out.
LaunchPlan plan_launch(const DirState& state, std::span<const RankAccess> accesses);

// All ranks read `read` and `maywrite`, then all write `write` and `maywrite` with equal values: serial code, and loops
// that every rank runs.
LaunchPlan plan_serial(const DirState& state, const Region& read, const Region& write, const Region& maywrite);

} // namespace hydra::rt
