// The transport of programs built with --host=local: HYDRA_RANKS processes over shared memory. One rank (the default)
// forks nothing and maps nothing.
#include "runtime/base/fail.h"
#include "runtime/comm/local_transport.h"
#include "runtime/comm/make_transport.h"

#include <stdexcept>

namespace hydra::rt {

std::unique_ptr<Transport> make_transport(int ranks) {
    if (ranks <= 1)
        return std::make_unique<SoloTransport>();
    try {
        LocalWorld world(ranks);
        int rank = fork_ranks(world);
        return std::make_unique<LocalTransport>(world, rank);
    } catch (const std::runtime_error& error) {
        fail("", error.what());
    }
}

} // namespace hydra::rt
