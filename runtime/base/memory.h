// How much memory a process can still touch before the system (or its control group) would kill it.
#pragma once

#include <cstddef>

namespace hydra::rt {

// Bytes that this machine and this process's control group can still give, file caches counted as free. The largest
// possible value where the system does not tell.
std::size_t available_memory();

// Bytes of [base, base + bytes) that have never been touched (by pages).
std::size_t untouched_bytes(const void* base, std::size_t bytes);

} // namespace hydra::rt
