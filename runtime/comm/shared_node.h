// Ranks that a launcher such as MPI has started on one machine, talking through that machine's memory. MPI waits by
// polling, so where ranks are more than cores, each waiting one keeps others from computing; here it sleeps until
// something arrives. The launcher's own transport stays, for starting and ending.
#pragma once

#include "runtime/comm/transport.h"

#include <memory>

namespace hydra::rt {

// Called by all ranks, which are on one machine. Where its memory cannot be shared, what was given comes back, on all.
std::unique_ptr<Transport> through_memory(std::unique_ptr<Transport> launched);

} // namespace hydra::rt
