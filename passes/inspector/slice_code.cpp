// See slice_code.h.
#include "passes/inspector/slice_code.h"

#include <cctype>

#include <fmt/format.h>

#include "passes/inspector/slice_closure.h"
#include "passes/inspector/slice_scope.h"

namespace hydra::passes {

using ir::Expr;

namespace {

bool in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Where the string or character literal that begins there ends.
std::size_t past_literal(const std::string& text, std::size_t begin) {
    std::size_t at = begin + 1;
    while (at < text.size() && text[at] != text[begin])
        at += text[at] == '\\' ? 2 : 1;
    return std::min(at + 1, text.size());
}

} // namespace

SliceCode::SliceCode(const SliceScope& scope, const Slice& slice, int stage)
    : scope_(scope), slice_(slice), stage_(stage) {
    hooks_.expression = [](const Expr& expr) -> std::optional<std::string> {
        if (const auto* size = expr.as<ir::SizeOf>(); size != nullptr && size->operand)
            if (const auto bytes = constant_size(*size))
                return fmt::format("{}ul", *bytes); // what it names may not be there
        const auto* name = expr.as<ir::DeclRef>();
        const auto* const* constant = name != nullptr ? std::get_if<const ir::EnumConstant*>(&name->decl) : nullptr;
        return constant != nullptr ? ir::constant_text(**constant) : std::nullopt;
    };
}

std::string SliceCode::name_of(const ir::FunctionDecl& function) const {
    return fmt::format("hydra_look_{}_{}_{}", scope_.kernel().name, stage_, function.name);
}

std::string SliceCode::head(const ir::FunctionDecl& function) const {
    std::string params;
    for (const auto& param : function.params)
        if (slice_.matters(param.get()))
            params += (params.empty() ? "" : ", ") + ir::declare(param->type, param->name);
    const ir::TypeRef result = function.type->inner;
    const std::string declared = fmt::format("{}({})", name_of(function), params.empty() ? "void" : params);
    return "static " + (slice_.valued.contains(&function) ? ir::declare(result, declared) : "void " + declared);
}

std::string SliceCode::call(const ir::Call& call, const ir::FunctionDecl& function) const {
    std::string args;
    for (std::size_t i = 0; i < call.args.size(); ++i)
        if (slice_.matters(function.params[i].get()))
            args += fmt::format("{}({})", args.empty() ? "" : ", ", of(*call.args[i]));
    return fmt::format("{}({})", name_of(function), args);
}

// The expression, with calls of copies instead of calls of the functions.
std::string SliceCode::of(const Expr& expr) const {
    std::string text = ir::print_c(expr, hooks_);
    replace_calls(expr, text);
    return inside_ == nullptr && !slice_.referred.empty() ? with_references(text) : text;
}

// The names of variables that the slice reaches in their place, marked; not tags and texts of the same name.
std::string SliceCode::with_references(const std::string& text) const {
    std::string result;
    bool tag = false;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && in_name(text[end]))
            ++end;
        if (text[at] == '"' || text[at] == '\'')
            end = past_literal(text, at);
        const std::string word = text.substr(at, end - at);
        const bool member = at > 0 && (text[at - 1] == '.' || (text[at - 1] == '>' && at > 1 && text[at - 2] == '-') ||
                                       text[at - 1] == ir::Inspector::refers);
        const bool marked = !member && !tag &&
                            std::any_of(slice_.referred.begin(), slice_.referred.end(),
                                        [&](const auto* variable) { return variable->name == word; });
        if (marked)
            result += ir::Inspector::refers + word + ir::Inspector::referred;
        else
            result += word.empty() ? text.substr(at, 1) : word;
        if (!word.empty() || text[at] != ' ')
            tag = word == "struct" || word == "union" || word == "enum";
        at = std::max(end, at + 1);
    }
    return result;
}

void SliceCode::replace_calls(const Expr& expr, std::string& text) const {
    const auto* found = expr.as<ir::Call>();
    const ir::FunctionDecl* function = found != nullptr ? scope_.entered(*found) : nullptr;
    if (function == nullptr || !slice_.holds(function))
        return ir::for_each_child(expr, [&](const Expr& child) { replace_calls(child, text); });
    const std::string old = ir::print_c(expr, hooks_); // equal text is an equal call
    const std::string other = call(*found, *function);
    for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at)) {
        if (at > 0 && in_name(text[at - 1])) {
            ++at;
            continue;
        }
        text.replace(at, old.size(), other);
        at += other.size();
    }
}

} // namespace hydra::passes
