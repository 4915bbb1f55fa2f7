// C declarations of types as generated code needs them: outside of the user's function, where an array length known at
// run time only must come from somewhere else, and where a nameless struct is called by its typedef name.
#pragma once
#include <functional>
#include <stdexcept>
#include <string>

#include "ir/tree.h"

namespace hydra::codegen {

// The text of a run-time length of an array that lies `depth` derivations (`*` or `[]`) below the declared thing.
using LengthText = std::function<std::string(int depth, const ir::Type& array)>;

// The type cannot be written at file scope; what() is a phrase that says why ("struct point is declared in a
// function").
struct Unwritable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// "double (*a)[100]" for type and declarator; `name` may be empty, or a declarator ("*a") when parenthesised where
// needed.
std::string declaration(const ir::TranslationUnit& unit, ir::TypeRef type, const std::string& name,
                        const LengthText& length, int depth = 0);
// The same for something that points at objects of this type, one derivation below: `double (*a)[100]` for double[100].
std::string pointer_declaration(const ir::TranslationUnit& unit, ir::TypeRef pointee, const std::string& name,
                                const LengthText& length, int depth = 1);
// A prototype, or a pointer's declarator with parameters unnamed and run-time lengths as [*].
std::string prototype(const ir::TranslationUnit& unit, ir::TypeRef function, const std::string& name);

// Whether a variable that outlives functions is first declared inside of one: `extern double a[30];` in a block.
// Nothing at file scope names it then, as far as that function.
bool declared_in_block(const ir::TranslationUnit& unit, const ir::VarDecl& variable);

bool is_run_time_array(const ir::Type& type);
// Whether all such lengths are the same throughout the function that declares the type.
bool keeps_its_lengths(ir::TypeRef type, const ir::FunctionDecl& function);

} // namespace hydra::codegen
