// What a part of an array is called: "row 99", "planes 0 to 4", "elements 5 to 9", "member x of elements 3 to 7".
#pragma once

#include "runtime/sets/view.h"
#include "runtime/touch/element_namer.h"

#include <string>

namespace hydra::rt {

// region: not empty, in the shape's index space. inner: what stands beside one another in a row is called the row where
// it is all that this one has of the row; empty: a whole row only.
std::string part_words(const Region& region, const Shape& shape, const ElementNamer& namer,
                       const Region& inner = Region());

} // namespace hydra::rt
