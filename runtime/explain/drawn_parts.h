// Parts of arrays as lists of boxes, for pictures: only where explanations are written as JSON.
#pragma once

#include "runtime/directory/partition.h"
#include "runtime/sets/view.h"

#include <span>
#include <string>

namespace hydra::rt {

// "[[[lo, hi], [lo, hi, step]], …]": lo <= subscript < hi in each dimension, outermost first as the program has them.
// Of a region of so many boxes that nobody would look at each, what they all lie in. Of an empty one: "[]".
std::string drawn_boxes(const Region& region, const Shape& shape);
// "[[0, 50], [100, 150]]"
std::string drawn_intervals(std::span<const Interval> intervals);
// "[200, 200]"
std::string drawn_extents(const Shape& shape);

} // namespace hydra::rt
