// The result types of gcc's builtin functions that have no declaration.
#pragma once
#include <string_view>

#include "ir/tree.h"

namespace hydra::frontend {

enum class BuiltinResult {
    none,
    int_,
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

} // namespace hydra::frontend
