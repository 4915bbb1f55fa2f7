// Reads the text form of print.h. The result has no C trees: statements are null, their places are kept.
#pragma once
#include <stdexcept>
#include <string_view>

#include "ir/program.h"

namespace hydra::ir {

// Where and why a text is no program.
struct ParseError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Throws ParseError with the line.
Program parse(std::string_view text);

} // namespace hydra::ir
