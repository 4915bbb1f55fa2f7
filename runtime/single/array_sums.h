// Arrays that a launch of the only rank reduces: one thread accumulates into them as they are, several into copies of
// their sections, which join them afterwards.
#pragma once

#include "runtime/backend/accumulators.h"
#include "runtime/single/independence.h"

#include <optional>

namespace hydra::rt {

// The launch's accumulators, with copies for its arrays. nullopt: some section is not one stretch of memory, the loop
// touches the array otherwise too, or the copies would take a large part of the time that the launch takes, both
// counted: whether there are copies decides how sums are rounded, so the clock must not be asked.
std::optional<Accumulators> copied_arrays(const SingleLaunch& launch, const ObjectTable& objects, int threads);

// What the launch has accumulated into them joins the arrays.
void join_arrays(const SingleLaunch& launch, const Accumulators& accumulators, const unsigned char* results);

} // namespace hydra::rt
