// The bounds of a loop that counts, as C has them.
#pragma once
#include <string>

#include "ir/program.h"

namespace hydra::codegen {

// The loop's bound, of which this is the text, as the number that C compares the variable with: an int that stands
// beside an unsigned variable is taken for an unsigned number, which -1 is a large one of.
std::string compared_bound(const ir::CountingLoop& counting, const std::string& text);

// How many rounds the loop has, as an expression of type long: the texts of its start and bound, of type long.
std::string rounds_text(const ir::CountingLoop& counting, const std::string& start, const std::string& bound);

} // namespace hydra::codegen
