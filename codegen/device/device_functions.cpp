// The functions that kernels call: their heads, and which of them are the same text.
#include <algorithm>
#include <fmt/format.h>

#include "codegen/device/device_body.h"
#include "codegen/device/device_library.h"

namespace hydra::codegen {

namespace {

std::string parameter(DeviceScope& scope, const Frame& frame, const ir::VarDecl& variable, const std::string& name) {
    scope.types().check(variable.type, variable.range, fmt::format("'{}'", variable.name));
    const auto space = variable.type->is_pointer() ? space_text(scope.dialect(), frame.of(variable)) : "";
    return scope.types().declare(variable.type, name, space);
}

// The body with declarations in front and, where its end may be reached, a value to return: C lets a function end
// without one whose result nobody uses, and compilers of C++ take it that such an end is never reached.
std::string completed(DeviceTypes& types, const ir::FunctionDecl& function, const DeviceBody& body) {
    auto text = body.text;
    const auto& items = function.body->as<ir::Compound>()->items;
    const auto result = function.type->inner;
    const bool ends =
        result->kind == ir::TypeKind::Void || (!items.empty() && items.back()->as<ir::Return>() != nullptr);
    if (!ends) {
        const auto of = result->unqualified;
        text.insert(text.rfind('}'), result->is_record() ? fmt::format("    {} = {{0}};\n    return nothing;\n",
                                                                       types.declare(of, "nothing"))
                                                         : "    return 0;\n");
    }
    std::string first;
    for (const auto& declared : body.literals)
        first += "    " + declared + "\n";
    return text.insert(text.find("{\n") + 2, first);
}

} // namespace

std::string_view space_text(const Dialect& dialect, Space space) {
    return space == Space::global                            ? dialect.global
           : space == Space::constant && dialect.is_opencl() ? dialect.constant
                                                             : "";
}

std::string declaration(DeviceScope& scope, const Outside& outside) {
    if (outside.kind == Outside::Kind::rows)
        return fmt::format("const {} {}", windows_type, outside.name);
    if (outside.kind == Outside::Kind::pages)
        return fmt::format("const {} {}", pages_type, outside.name);
    const bool points = outside.kind == Outside::Kind::pointer || outside.kind == Outside::Kind::object;
    return scope.types().declare(outside.type, outside.name, points ? scope.dialect().global : "");
}

DeviceFunction DeviceFunctions::instance(DeviceScope& scope, const Frame& frame) {
    const auto& function = *frame.function();
    const auto result = function.type->inner;
    scope.types().check(result, function.range, fmt::format("what '{}' returns", function.name));
    const auto body = device_body(scope, *this, frame, 0);
    std::string parameters;
    for (const auto& param : function.params) {
        const auto named = body.names.find(param.get());
        const auto name = named != body.names.end() ? named->second : usable_name(dialect_, param->name);
        parameters += (parameters.empty() ? "" : ", ") + parameter(scope, frame, *param, name);
    }
    for (const auto* outside : body.needs)
        parameters += (parameters.empty() ? "" : ", ") + declaration(scope, *outside);
    const auto space = result->is_pointer() ? space_text(dialect_, frame.result()) : "";
    const auto head = [&](const std::string& name) {
        return fmt::format("{}{}", dialect_.function,
                           scope.types().declare(
                               result, fmt::format("{}({})", name, parameters.empty() ? "void" : parameters), space));
    };
    return {defined(function_name(function.name), head("{}") + "\n" + completed(scope.types(), function, body)),
            body.needs};
}

std::string DeviceFunctions::defined(const std::string& wanted, const std::string& text) {
    const auto [known, is_new] = by_text_.try_emplace(wanted + " " + text);
    if (is_new) {
        // Kernels have parameters and variables with names of that kind, too; and the user may have an f_2 beside f.
        const auto own = "fn_" + wanted;
        do {
            const int number = ++count_[wanted];
            known->second = context_.name(number == 1 ? own : fmt::format("{}_{}", own, number));
        } while (std::find(names_.begin(), names_.end(), known->second) != names_.end());
        auto definition = text;
        definition.replace(text.find("{}"), 2, known->second);
        definitions_.push_back(std::move(definition));
        names_.push_back(known->second);
    }
    return known->second;
}

std::string DeviceFunctions::copies_bytes(Space to, Space from) {
    return defined("copy_bytes", fmt::format("{}void {{}}({}char *to, {}const char *from, unsigned long count)\n"
                                             "{{\n    for (unsigned long at = 0; at < count; at++) {{\n"
                                             "        to[at] = from[at];\n    }}\n}}\n",
                                             dialect_.function, space_text(dialect_, to), space_text(dialect_, from)));
}

std::string DeviceFunctions::sets_bytes(Space to) {
    return defined("set_bytes", fmt::format("{}void {{}}({}char *to, int byte, unsigned long count)\n"
                                            "{{\n    for (unsigned long at = 0; at < count; at++) {{\n"
                                            "        to[at] = (char)byte;\n    }}\n}}\n",
                                            dialect_.function, space_text(dialect_, to)));
}

void DeviceFunctions::reset(Mark mark) {
    definitions_.resize(mark);
    for (std::size_t index = mark; index < names_.size(); ++index)
        std::erase_if(by_text_, [&](const auto& entry) { return entry.second == names_[index]; });
    names_.resize(mark);
}

} // namespace hydra::codegen
