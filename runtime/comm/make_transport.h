// The one choice that an executable makes by the library it is linked with: how its ranks come to be and how they talk.
#pragma once

#include "runtime/comm/transport.h"

#include <memory>

namespace hydra::rt {

// Starts the transport. ranks: how many the user asks for (HYDRA_RANKS); MPI's launcher decides by itself. With
// shared memory it forks the ranks and returns in each of them. Defined once in each of
// libhydra_rt_mpi and libhydra_rt_local. Ends the program with a message when ranks cannot be had.
std::unique_ptr<Transport> make_transport(int ranks);

} // namespace hydra::rt
