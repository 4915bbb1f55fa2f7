// See unit_accessor.h.
#include "codegen/host/unit_accessor.h"

#include <fmt/format.h>

namespace hydra::codegen {

namespace {

std::string head(const ir::UnitAccessor& told) {
    return fmt::format("{}{}(void)", told.pointer ? "void *" : "long ", told.name);
}

} // namespace

std::string accessor_declarations(const ir::Program& program) {
    std::string text;
    for (const auto& told : program.accessors)
        text += head(told) + ";\n";
    return text;
}

std::string accessor_functions(const ir::Program& program, int unit) {
    std::string text;
    for (const auto& told : program.accessors) {
        if (told.unit == unit) { // by way of an integer, since it may be const
            text +=
                fmt::format("\n/* Loops in other files touch this by functions that they call. */\n{}\n{{\n    return "
                            "{}({});\n}}\n",
                            head(told), told.pointer ? "(void *)(unsigned long)" : "(long)", told.host.text());
        }
    }
    return text;
}

} // namespace hydra::codegen
