// What asks for its own line (__LINE__, __FILE__, assert) in a text that stands elsewhere: it is told the original's.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "codegen/context.h"

namespace hydra::codegen {

// Why that cannot be done by words that stand in the text itself: macros of the program ask for lines. Empty: it can.
// pieces: of the unit's text that go elsewhere.
std::string reason_for_own_lines(const Context& context, int unit, const std::vector<std::string>& pieces);

// The words of the texts, and of what the program's macros among them stand for, whichever of its definitions holds;
// "##" where one of these makes words of others.
std::set<std::string> words_with_macros(const Context& context, const std::vector<std::string>& texts);

// The text, whose #line directives say what each of its lines was, with the words replaced; these directives stay.
std::string with_original_lines(const std::string& text, const std::string& path);

// What stands in front of such text; empty: it needs nothing.
std::string original_lines_head(const std::string& text, const std::string& path);

} // namespace hydra::codegen
