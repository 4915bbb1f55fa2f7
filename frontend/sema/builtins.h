// The result types of gcc's builtin functions that have no declaration, and what stands behind <tgmath.h>.
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "ir/tree.h"

namespace hydra::frontend {

enum class BuiltinResult {
    none,
    int_,
    unsigned_short,
    unsigned_,
    long_,
    unsigned_long,
    void_,
    bool_,
    void_pointer,
    float_,
    double_,
    long_double,
    first_argument,
    pointee
};
// none: not a name that gcc knows by itself.
BuiltinResult builtin_result(std::string_view name);

// `__builtin_tgmath(functions..., arguments...)`: which of the first `count` types, pointers to functions for numbers
// of different precision, the arguments choose (gcc's manual, "Other Builtins"). None where they fit no function.
std::optional<std::size_t> type_generic_choice(const std::vector<ir::TypeRef>& types, std::size_t count);

} // namespace hydra::frontend
