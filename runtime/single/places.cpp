// See places.h.
#include "runtime/single/places.h"

#include <algorithm>

namespace hydra::rt {

std::uintptr_t moved(const void* pointer, std::int64_t by) {
    return reinterpret_cast<std::uintptr_t>(pointer) + static_cast<std::uintptr_t>(by);
}

bool lie_apart(const Place& a, const Place& b) {
    if (!a.anywhere && !b.anywhere)
        return a.hi <= b.lo || b.hi <= a.lo;
    const auto outside = [](const Place& inside, const Place& other) {
        return inside.object && !inside.object->holds(other.lo) &&
               (other.anywhere || !inside.object->holds(other.hi - 1));
    };
    return outside(a, b) || outside(b, a);
}

// Whether both are columns of the same rows, and different ones.
static bool are_other_columns(const ThreadBytes& a, const ThreadBytes& b) {
    if (a.distance == 0 || a.distance != b.distance)
        return false;
    const std::int64_t from = (static_cast<std::int64_t>(b.lo - a.lo) % a.distance + a.distance) % a.distance;
    return from >= a.width && from + b.width <= a.distance;
}

bool meet(const std::vector<ThreadBytes>& some, const std::vector<ThreadBytes>& others) {
    return std::any_of(
        some.begin(), some.end(),
        [&](const ThreadBytes& a) {
            return std::any_of(
                others.begin(), others.end(),
                [&](const ThreadBytes& b) {
                    return (a.written || b.written) && a.lo < b.hi && b.lo < a.hi && !are_other_columns(a, b);
                });
        });
}

} // namespace hydra::rt
