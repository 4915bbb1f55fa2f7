// Braced initialisers as every language with braces takes them: each level in braces of its own, elements in order and
// none named, texts as numbers, and every conversion written out (C++ refuses those that narrow).
#pragma once
#include <functional>
#include <string>

#include "ir/tree.h"

namespace hydra::codegen {

struct InitialiserTexts {
    // A value that initialises a number, a pointer or a whole struct of this type.
    std::function<std::string(const ir::Expr&, ir::TypeRef)> value;
    std::function<std::string(const std::string&)> member; // its name, where a union's is named
    std::string nothing;                                   // what stands for an aggregate of zeros: "{}" or "{0}"
};

// The text for an object of this type, whose initialiser is a list in braces, or a text. Throws HostOnly where the
// list says what no plain one can: a range of elements, or a nameless member of a union that is not its first.
std::string initialiser_text(const ir::Expr& init, ir::TypeRef type, const InitialiserTexts& texts);

// Whether the expression is a text that initialises an array of characters.
bool is_text_for(const ir::Expr& value, ir::TypeRef type);

} // namespace hydra::codegen
