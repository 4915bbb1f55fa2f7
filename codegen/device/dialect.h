// How the languages of devices differ from C and from each other, as far as one word replaces another.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/target.h"
#include "ir/program.h"

namespace hydra::codegen {

struct Dialect {
    Target target = Target::opencl;
    std::string_view kernel;   // what stands before a kernel's name, its result included
    std::string_view function; // before the result of a function that kernels call
    std::string_view global;   // before what a pointer into the device's memory points at
    std::string_view constant; // before a table of constants
    std::string_view number;   // the work item's number, of type long, where items have one dimension
    // Whether a pointer's type says which memory it points into, so that no pointer may point into either.
    bool separate_memories = true;
    [[nodiscard]] bool is_opencl() const { return target == Target::opencl; }
};

// Of Target::opencl or Target::cuda.
const Dialect& dialect_of(Target target);

// The work item's numbers in several dimensions: declarations with this indent, of longs with these names, for so many
// items each (a text of type long). temporary: a name for what these need besides, to which digits may be added.
std::string number_declarations(const Dialect& dialect, const std::vector<std::string>& names,
                                const std::vector<std::string>& items, const std::string& temporary,
                                const std::string& indent);
// "unsigned int"; _Bool is a byte in all dialects, as it is on the host.
std::string basic_name(const Dialect& dialect, ir::TypeKind kind);
// The name of a user's variable or member, with a trailing underscore where the language means something by it.
std::string usable_name(const Dialect& dialect, const std::string& name);
// A part of the name of a function of the device's, for a function of the user's: letters of ASCII only.
std::string function_name(const std::string& name);
// The spelling of a C number without what the dialect does not have (OpenCL C: long is what C calls long long).
std::string number_text(const Dialect& dialect, const std::string& spelling);
// An integer or character as the user wrote it, or as a number; nullopt: it has no spelling of its own.
std::optional<std::string> literal_text(const Dialect& dialect, const ir::IntLit& literal);
// "3 /* RED */"
std::string enumerator_text(const ir::EnumConstant& constant);

} // namespace hydra::codegen
