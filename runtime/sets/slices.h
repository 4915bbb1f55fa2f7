// What a set has of some outermost coordinates, or of a box, and the rest, where the set is a list of slices:
// coordinates without gaps that share a section, one slice behind the other, as the columns are that a wavefront goes
// over. Only the slices that the cut meets are worked on; boxes.h would sweep over all of them.
#pragma once

#include "runtime/sets/small_set_ops.h"

namespace hydra::rt::slices {

// Of the coordinates lo <= x < hi. a is canonical; nullopt: ask boxes.h.
std::optional<few::Split> split(std::size_t dims, std::span<const Range> a, std::int64_t lo, std::int64_t hi);
// Of a box; in two dimensions only.
std::optional<few::Split> split(std::span<const Range> a, std::span<const Range> box);

// The set and a box, with none of whose outermost coordinates it has anything.
std::optional<Ranges> add(std::size_t dims, std::span<const Range> a, std::span<const Range> box);

} // namespace hydra::rt::slices
