// The clock by which the runtime measures.
#pragma once

#include <chrono>

namespace hydra::rt {

// Seconds on a clock that only grows. Not clock_gettime, which in a linked program is the user's: rank 0's time for all
// ranks (wrap_system.cpp).
inline double now() {
    const std::chrono::duration<double> since_start = std::chrono::steady_clock::now().time_since_epoch();
    return since_start.count();
}

} // namespace hydra::rt
