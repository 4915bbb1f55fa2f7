// What the parts of the verifier share: its exit status, and the pattern that stands where a rank does not hold the
// newest value.
#pragma once

#include "runtime/memory/registry.h"

namespace hydra::rt {

constexpr int difference_status = 71;

// The pattern at a byte of an allocation: NaN as float and as double.
inline unsigned char stale(std::int64_t at) {
    constexpr unsigned char pattern[] = {0xad, 0xdb, 0xfa, 0x7f};
    return pattern[static_cast<std::size_t>(at) % sizeof pattern];
}

inline unsigned char* bytes_of(const Allocation& allocation) {
    return reinterpret_cast<unsigned char*>(allocation.base);
}

} // namespace hydra::rt
