// What the directory says after bytes were copied on all ranks alike (memcpy, realloc). Each rank copies what it has,
// stale bytes too, so whoever held a piece of the source holds the same piece of the target, and nothing travels.
#pragma once

#include "runtime/directory/directory.h"
#include "runtime/sets/view.h"

#include <optional>

namespace hydra::rt {

// A place in an allocation of this shape and state; offset in bytes, not negative.
struct CopySide {
    const Shape& shape;
    const DirState& state;
    std::int64_t offset = 0;
};

struct Copied {
    Shape shape;
    DirState state;
};

// The target's shape and state after `bytes` bytes, inside of both allocations, have been copied as memmove does.
// Nothing where that has no simple description; then the source must be valid everywhere first.
std::optional<Copied> after_copy(const CopySide& from, const CopySide& to, std::int64_t bytes);

// After all ranks have stored equal values into the `bytes` bytes from to.offset on.
Copied after_fill(const CopySide& to, std::int64_t bytes);

// After an allocation has become `bytes` bytes long; what is new is equal on all ranks.
Copied after_resize(const Shape& shape, const DirState& state, std::int64_t bytes);

// The `bytes` bytes from `offset` on in an allocation's shape, of which they must be whole units (see fits()).
Region byte_range(const Shape& shape, std::int64_t offset, std::int64_t bytes);
// The shape in which those bytes are whole units.
Shape refined_for_bytes(const Shape& shape, std::int64_t offset, std::int64_t bytes);

} // namespace hydra::rt
