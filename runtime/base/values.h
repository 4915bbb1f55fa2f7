// Values of C's scalar types behind a pointer: as text for messages, and compared as reductions may be.
#pragma once

#include "runtime/include/hydra_rt.h"

#include <cstddef>
#include <string>

namespace hydra::rt {

// type: hydra_rt_look::type. Bytes of no known type are shown as a number in hexadecimal.
std::string value_text(int type, const unsigned char* value, std::size_t bytes);
// The magnitude of a floating value; 0 for others.
long double magnitude(hydra_rt_type type, const void* value);
// Whether two results of a reduction are equal; floating sums and products but for their rounding: 1e-9 of the size of
// their terms, and what so many terms of a narrow type may lose.
bool agree(hydra_rt_op op, hydra_rt_type type, const void* left, const void* right, long double size,
           long double terms);

// Whether the values are the same but for what C leaves open of NaNs: their signs, and what else tells them apart.
bool equal_but_for_nans(hydra_rt_type type, const void* left, const void* right);

} // namespace hydra::rt
