// Values of numeric, character and string constants as they are spelled.
#pragma once
#include <string>
#include <string_view>

#include "ir/tree.h"

namespace hydra::frontend {

struct NumberValue {
    bool floating = false;
    std::uint64_t integer = 0;
    double real = 0;
    ir::TypeKind kind = ir::TypeKind::Int; // for complex constants the complex type
    std::string error;                     // not empty: what is wrong with it
};
NumberValue number_value(std::string_view spelling);

struct CharacterValue {
    std::int64_t value = 0;
    ir::TypeKind kind = ir::TypeKind::Int;
    std::string error;
};
CharacterValue character_value(std::string_view spelling);

// The bytes between the quotes with escapes resolved (without the closing zero), appended to `bytes`; wide characters
// count as one element each. Returns the element's kind.
ir::TypeKind string_value(std::string_view spelling, std::string& bytes, std::int64_t& elements);

} // namespace hydra::frontend
