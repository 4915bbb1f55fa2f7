// Scalars that iterations accumulate: neutral elements and combination by C type and operator. The order of
// combination is the caller's to fix; these functions only know two values at a time.
#pragma once

#include "runtime/include/hydra_rt.h"

#include <cstddef>
#include <cstdint>

namespace hydra::rt {

// The largest size of a reduction's type; accumulators are kept this far apart at least.
constexpr std::size_t largest_scalar = 16;

std::size_t scalar_bytes(hydra_rt_type type);
// Whether the operator exists for the type (bit operators do not for floating types).
bool reducible(hydra_rt_op op, hydra_rt_type type);
// Sets the values to the element that changes nothing: -0.0 for a floating sum, infinities for min and max, NaN for
// fmin and fmax. For `&&` it is 2, which no program stores: what nobody accumulated into then keeps its value (5, say).
void set_neutral(hydra_rt_op op, hydra_rt_type type, void* values, std::size_t count = 1);
// The first of the values that set_neutral has not left so; `count` where there is none.
std::size_t first_accumulated(hydra_rt_op op, hydra_rt_type type, const void* values, std::size_t count);
// left[i] = left[i] op right[i]; right holds accumulated values, left such or the program's own.
void combine(hydra_rt_op op, hydra_rt_type type, void* left, const void* right, std::size_t count = 1);
// The same of so many pairs, each `stride` bytes behind the one before.
void combine_pairs(hydra_rt_op op, hydra_rt_type type, void* left, const void* right, std::size_t count,
                   std::ptrdiff_t stride, std::int64_t pairs);
// The same for the program's own array on the left, where nobody may have accumulated into an element: it keeps its
// value then. (Of an integer's `||`, an accumulated 0 cannot be told from nothing: then an element of 5 stays 5.)
void combine_elements(hydra_rt_op op, hydra_rt_type type, void* left, const void* right, std::size_t count);

// HYDRA_RT_LAST and HYDRA_RT_PLACE_OF_…, behind a head of HYDRA_RT_LAST_VALUE bytes.
bool is_stored_value(hydra_rt_op op);
// Nothing stored yet.
void set_unstored(void* last);
// Of two (heads and values are `bytes` long together) the one that the sequential loop would leave stays in left: the
// later one, or the one with the smaller (larger) value of the type; right's iterations come behind left's there.
void keep_stored(hydra_rt_op op, hydra_rt_type type, void* left, const void* right, std::size_t bytes);
// Stores the value into *target where there is one.
void store_last(void* target, const void* last, std::size_t value_bytes);
// The same of a place, where its value replaces *extreme: what the minimum or maximum was before the loop.
void store_place(hydra_rt_op op, hydra_rt_type type, void* target, const void* place, std::size_t value_bytes,
                 const void* extreme);

} // namespace hydra::rt
