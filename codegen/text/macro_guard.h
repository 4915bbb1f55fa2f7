// The user's macros kept away from generated text, which the native compiler preprocesses together with the user's own.
#pragma once
#include <string>

#include "ir/tree.h"

namespace hydra::codegen {

// Whole lines of generated text, in which no macro of the unit's own files is expanded: the tree's text has been
// through the preprocessor once, and the runtime's names (`.slots = 1`) may be macros of the program's. The text as it
// is where it names no such macro.
std::string without_macros(const ir::TranslationUnit& unit, const std::string& text);

// Whole lines of the user's text in a function of another name, for whose words (__func__, which assert has, too) the
// function stays `name`. The text as it is where the body that it holds asks for no name.
std::string with_function_name(const ir::Stmt& body, const std::string& name, const std::string& text);

} // namespace hydra::codegen
