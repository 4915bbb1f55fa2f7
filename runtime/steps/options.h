// What a run is told when it starts.
#pragma once

#include "runtime/directory/flow.h"
#include "runtime/directory/partition.h"

#include <cstdint>
#include <optional>
#include <string>

namespace hydra::rt {

// One process plays all ranks; the transport is a DryTransport (runtime/modes/dry.h).
struct DryRun {
    bool runs = false; // kernels run
};

// Whether launches that do not pay are run by every rank, all of them.
enum class Policy {
    automatic,  // by what it costs to share them out; one rank runs the program as it stands
    distribute, // never: all is shared out that can be
    floor,      // always
    alternate   // by turns, whatever it costs: for tests
};

// HYDRA_EXPLAIN: what is told of a run (runtime/explain).
struct ExplainOptions {
    std::string file;  // "-": standard error
    std::string place; // "prog.c:49": of this line alone; empty: of everything
    int real_stderr = 2;
};

struct RuntimeOptions {
    PartitionSpec partition;
    int threads = 1;     // of the cpu device
    int node_ranks = 1;  // ranks that share this machine's memory
    bool verify = false; // compare with the sequential run (verify.h)
    bool verbose = false;
    std::int64_t window = 8 << 20; // bytes that are packed at once for one peer
    std::optional<DryRun> dry = {};
    CommSpec comm = {};
    Policy policy = Policy::automatic;
    bool trace = false;           // notes what happens when
    bool overlap = true;          // iterations that need nothing of what travels run meanwhile
    bool turns = true;            // arrays may have their columns first; false where some rank may have a device
    std::int64_t device_page = 0; // residence.h
    bool strict = false;          // with verify: equal values from several iterations are an error, too
    bool reproducible = false;    // rounded sums do not depend on the number of ranks
    std::optional<ExplainOptions> explain = {};
    bool crowded = false; // the threads of the ranks that share cores are more than these
};

} // namespace hydra::rt
