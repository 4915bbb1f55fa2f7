// Set operations between a few boxes and one, all without strides: what plans mostly ask for. They compare borders
// where boxes.h would sweep over them, at a tenth of its price, and give up where the result is not plainly canonical.
#pragma once

#include "runtime/sets/region.h"

#include <optional>
#include <span>

namespace hydra::rt::few {

// Canonical boxes of the result, `dims` ranges each; nullopt: ask boxes.h. a and b are canonical and not empty.
std::optional<Ranges> unite(std::size_t dims, std::span<const Range> a, std::span<const Range> b);
std::optional<Ranges> common(std::size_t dims, std::span<const Range> a, std::span<const Range> b);
std::optional<Ranges> subtract(std::size_t dims, std::span<const Range> a, std::span<const Range> b);
// A part and the rest: of the rows lo <= y < hi; what a has of the box b. a is canonical and may be empty.
struct Split {
    Ranges part, rest;
};
std::optional<Split> split(std::size_t dims, std::span<const Range> a, std::int64_t lo, std::int64_t hi);
std::optional<Split> split(std::size_t dims, std::span<const Range> a, std::span<const Range> b);
// Makes the box a the union of both, if that is a box and easily seen to be one; else false.
bool joined_in_place(std::span<Range> a, std::span<const Range> b);
// Whether they have a point in common; nullopt: ask boxes.h. Both may be empty.
std::optional<bool> meets(std::size_t dims, std::span<const Range> a, std::span<const Range> b);
// True only where one of the boxes of a has all of b, which is one box.
bool one_covers(std::size_t dims, std::span<const Range> a, std::span<const Range> b);

} // namespace hydra::rt::few
