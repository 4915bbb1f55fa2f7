// Scalars that iterations accumulate: neutral elements and combination by C type and operator. The order of
// combination is the caller's to fix; these functions only know two values at a time.
#pragma once

#include "runtime/include/hydra_rt.h"

#include <cstddef>

namespace hydra::rt {

// The largest size of a reduction's type; accumulators are kept this far apart at least.
constexpr std::size_t largest_scalar = 16;

std::size_t scalar_bytes(hydra_rt_type type);
// Whether the operator exists for the type (bit operators do not for floating types).
bool reducible(hydra_rt_op op, hydra_rt_type type);
// Sets *value to the element that changes nothing: -0.0 for a floating sum, infinities for min and max.
void set_neutral(hydra_rt_op op, hydra_rt_type type, void* value);
// *left = *left op *right.
void combine(hydra_rt_op op, hydra_rt_type type, void* left, const void* right);

} // namespace hydra::rt
