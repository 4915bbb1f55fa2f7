// Shapes whose columns come first (Shape::turned), and back.
#pragma once

#include "runtime/sets/view.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace hydra::rt {

// The shape with rows first.
Shape unskewed(const Shape& turned);
// The shape with columns first, for elements that lie `distance` bytes from each other; a multiple of shape.elem. What
// lies in an element of the shape's first two dimensions (a record) keeps its own, if the distance is one between such.
Shape turned(const Shape& shape, std::int64_t distance);
// A region of two dimensions or more with its first two coordinates exchanged.
Region flipped(const Region& region);

// How many boxes of `dims` dimensions, from the first one on, are each the one before it moved by the same distance.
std::size_t line_length(std::span<const long> flat, std::size_t dims);

} // namespace hydra::rt
