// What one launch or one serial site does on this rank: which iterations it runs, which bytes it sends and receives,
// and what the directory says afterwards. A plan is a function of its key alone (the loop, its scalars, and size,
// shape and state of each allocation), so it is made once for a key and used again.
#pragma once

#include "runtime/backend/accumulators.h"
#include "runtime/directory/merge.h"
#include "runtime/directory/partition.h"
#include "runtime/directory/planner.h"
#include "runtime/memory/registry.h"
#include "runtime/policy/worth.h"
#include "runtime/touch/element_namer.h"

#include <memory>
#include <optional>
#include <vector>

namespace hydra::rt {

struct Piece {
    int allocation; // index into Binding::allocations
    Run run;
};

// All that goes to one peer, or comes from it, in one round, in one message; more than one where the packed runs would
// take too much memory: then one window after the other.
struct Message {
    int peer = 0;
    std::int64_t bytes = 0;
    Small<Piece, 2> pieces;
    Small<std::int64_t, 4> bytes_of; // by allocation
    int round = 0, window = 0;
    std::int64_t packed = 0; // bytes of the runs that are too short to travel by themselves
    int from = 0;            // in a dry run: the sender
    std::int64_t filler = 0; // of `bytes`: travel behind the packed runs and mean nothing
    // Where somebody wants to know (PlanContext::keeps_parts): what it is of which allocation, once for what is cut
    // into windows.
    std::vector<std::pair<int, Region>> carried = {};
};

using worth::direct_bytes;   // runs from this size on are not packed
using worth::worth_checking; // bytes touched, below which nobody looks at free memory

// A section that the launch reduces.
struct ReducedArray {
    int reduction = 0;           // index into the loop's
    int allocation = 0;          // index into Binding::allocations
    Region section;              // in the allocation's index space
    std::int64_t lo = 0, hi = 0; // bytes of the allocation from the section's first element to its last
    // What each rank combines and then holds alone, by rank; empty: all ranks combine and hold all of `section`.
    std::vector<Region> parts;
    std::vector<std::vector<Run>> runs; // of the parts, or one entry: of the section
    std::vector<Run> gaps;              // between lo and hi, outside of the section
};

// What ranks may both write of an allocation, with this one among them.
struct ArrayMerge {
    int allocation = 0; // index into Binding::allocations
    MergePlan plan;
    std::vector<ElementNamer> namers; // faces_of() in names.h
};

// What a plan says where the rank has a device.
struct DeviceNeeds {
    // By allocation: what this rank (or, of code that all run, each) touches; what its messages carry.
    std::vector<RankAccess> access;
    std::vector<Region> sent, received;
    std::vector<Region> held; // afterwards, where other ranks took some of it
    // What each of the rank's devices runs (device_parts.cpp); empty: nobody has looked.
    struct DevicePart {
        std::size_t device = 0;
        std::vector<Interval> iterations;
        std::int64_t number = 0;        // of the first one, among the rank's
        std::vector<RankAccess> access; // empty: the plan's
    };
    std::vector<DevicePart> device_parts;
};

// What a plan says of all ranks, in a dry run: there `sends` has the messages of all, without pieces, and `receives`
// none.
struct PartsOfRanks {
    std::vector<std::vector<Interval>> shares; // by rank: its iterations
    std::vector<Interval> rounds_of;           // by rank, where `rounds` is set
    std::vector<std::vector<ArrayMerge>> merges_of;
    std::vector<Region> computed; // by allocation: what the launch writes, or may write
};

struct Plan : DeviceNeeds, PartsOfRanks {
    bool replicated = false;          // every rank runs all iterations in order
    bool overlap = false;             // that or one_thread, because what ranks or threads may touch meets
    bool overlap_agreed = false;      // `overlap` speaks of all ranks
    bool one_thread = false;          // this rank's threads would touch what another one writes
    bool apart = false;               // no slot leads to memory that the launch writes through another one
    bool alone = false;               // rank 0 alone has what the site's statement reads
    std::vector<Interval> iterations; // this rank's
    std::int64_t iteration_count = 0; // in all of them
    std::optional<Interval> rounds;   // which it runs of a loop whose rounds ranks share out, too (hydra_rt_boxes)
    int last_rank = 0;                // runs the sequentially last iteration
    std::vector<int> in_turn;         // all ranks, as their first iterations come in the user's loop
    std::vector<Message> sends;
    std::vector<Message> receives;
    std::vector<ArrayMerge> merges; // by allocation
    std::shared_ptr<Plan>
        settling;               // what is sent to the owners of rows afterwards (compact_directory.cpp); null: nothing
    std::vector<StateRef> next; // by allocation
    std::vector<bool> written;  // by allocation: some rank writes, or may write, to it
    std::uint64_t key_hash = 0; // equal on all ranks
    Accumulators accumulators;  // of the loop's reductions
    bool in_copies = false;     // where it is replicated: arrays are not accumulated into in place
    std::int64_t blocks = 0;    // of all ranks', which rank 0 joins; 0: each rank joins its own first
    std::vector<ReducedArray> arrays; // in the reductions' order
    struct Step {                     // what travels at one time: of one round and window
        Small<const Message*, 4> sends, receives;
    };
    std::vector<Step> steps; // in order; found when the messages first travel, and pointing at them
    // What may run while the last step's messages travel, and what has to wait for them (overlap.cpp). Looked for when
    // the plan is used a second time: many are used once.
    struct Overlap {
        std::vector<Interval> inside, border;
        std::int64_t slices = 1; // into which `inside` is cut, to move messages in between
    };
    std::optional<Overlap> overlap_with_messages;
    int uses = 0; // counted up to 2

    // Allocations, and pieces of messages: what a launch goes through.
    [[nodiscard]] std::int64_t parts() const {
        auto count = static_cast<std::int64_t>(next.size());
        for (const auto* messages : {&sends, &receives})
            for (const Message& message : *messages)
                count += static_cast<std::int64_t>(message.pieces.size());
        return count;
    }
};

// The messages of each round and window, pointing at the plan's.
std::vector<Plan::Step> steps_of(const Plan& plan);

} // namespace hydra::rt
