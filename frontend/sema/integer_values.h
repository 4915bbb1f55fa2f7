// Which values integer types and expressions can have.
#pragma once
#include <cstdint>
#include <optional>
#include <utility>

#include "ir/tree.h"

namespace hydra::frontend {

// Whether an integer type has no values below zero: an enumeration without a negative constant is an unsigned type.
bool counts_from_zero(ir::TypeRef type);
// Whether a type has all values of another; both of integers.
bool holds(ir::TypeRef type, ir::TypeRef value);
// The least and the most that an integer expression can be, where its text says so: constants, remainders, masks, and
// sums of such.
std::optional<std::pair<std::int64_t, std::int64_t>> bounds(const ir::Expr& full);

} // namespace hydra::frontend
