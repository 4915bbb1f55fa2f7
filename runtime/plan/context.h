// What planners have to know of this process and its run: values that are the same for all of its plans.
#pragma once

#include "runtime/backend/cpu.h"
#include "runtime/directory/partition.h"
#include "runtime/memory/registry.h"

#include <cstdint>

namespace hydra::rt {

struct PlanContext {
    Registry& registry; // numbers states, and keeps shapes
    PartitionSpec partition;
    int rank, ranks;
    int node_ranks; // that share this machine's memory
    const CpuDevice& device;
    std::int64_t window;       // bytes that are packed at once for one peer
    bool keeps_access;         // plans say what they touch and carry
    bool plays_all;            // a dry run: plans speak of all ranks
    bool turns;                // arrays may have their columns first
    bool keeps_parts = false;  // messages say what they carry
    bool reproducible = false; // rounded sums are cut into blocks that do not depend on the number of ranks
};

} // namespace hydra::rt
