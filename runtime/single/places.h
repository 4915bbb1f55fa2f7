// Where a launch touches memory, as far as one rank has to know: whether two of these places may be the same.
#pragma once
#include "runtime/single/objects.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hydra::rt {

// Bytes lo <= x < hi that a slot touches; or, if `anywhere`, some in the object that holds `lo`.
struct Place {
    std::uintptr_t lo = 0, hi = 0;
    bool written = false; // or may be
    bool anywhere = false;
    std::optional<ObjectTable::Object> object = {}; // of `lo`, if it is known
    bool watched = false;                           // read in front of the launch, and by C before each iteration
};

// Bytes of one thread: pieces of `width` bytes, `distance` from one to the next, from lo to hi; distance 0: all of it.
struct ThreadBytes {
    std::uintptr_t lo, hi;
    std::int64_t distance, width;
    bool written;
};

std::uintptr_t moved(const void* pointer, std::int64_t by);
// Whether they cannot have a byte in common.
bool lie_apart(const Place& a, const Place& b);
// Whether something that one of the threads writes is touched by the other one.
bool meet(const std::vector<ThreadBytes>& some, const std::vector<ThreadBytes>& others);

} // namespace hydra::rt
