// Reads the text form of print.h. The program has no trees of its own; what the text names is looked for in those that
// the caller has.
#pragma once
#include <stdexcept>
#include <string_view>

#include "ir/program.h"
#include "ir/tree_names.h"

namespace hydra::ir {

// Where and why a text is no program.
struct ParseError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Throws ParseError with the line, also where the text names what is in no tree.
Program parse(std::string_view text, const TreeNames& names);
Program parse(std::string_view text); // without trees

} // namespace hydra::ir
