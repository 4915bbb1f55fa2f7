// What is worthwhile while a rank waits for others: looking again, giving the core away, sleeping. These numbers change
// no result and no message.
#pragma once
#include <cstddef>

namespace hydra::rt::worth {

// Looks at the other ranks' memory before the core is given away, where each rank has a core: a message takes less.
inline constexpr int spins_with_own_core = 200;
// Times that the core is given away before a rank sleeps: to sleep and be woken takes as long as so many yields.
inline constexpr int yields_before_sleep = 64;
// One of so many yields is timed: clocks take time, too.
inline constexpr int timed_of_yields = 8;
// Microseconds of a yield that has gone to somebody else; …
inline constexpr long long_yield_us = 1000;
// … then so many waits do without yielding at first, and more when it happens again, at most.
inline constexpr int least_waits_without_yield = 64, most_waits_without_yield = 1 << 16;
// Looks at MPI's requests before the core is given away.
inline constexpr int looks_before_yield = 100;
// Bytes of the memory through which one rank sends to another: a message of this size goes in one piece, and one is
// taken out while the next one comes.
inline constexpr std::size_t ring_bytes = 64 * 1024;

} // namespace hydra::rt::worth
