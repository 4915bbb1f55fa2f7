// See macro_guard.h. `#pragma push_macro` keeps a name's meaning, also that it has none; gcc and clang know it,
// wherever a line may stand.
#include "codegen/text/macro_guard.h"

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "codegen/text/walk.h"

namespace hydra::codegen {

namespace {

bool begins_name(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool in_name(char c) { return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Where the comment, literal or directive that begins at `at` ends; `at` where there is none.
std::size_t past_other_text(const std::string& text, std::size_t at) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
        std::size_t end = at + 1;
        while (end < text.size() && text[end] != c)
            end += text[end] == '\\' ? 2 : 1;
        return std::min(end + 1, text.size());
    }
    const bool comment = text.compare(at, 2, "/*") == 0;
    const bool line = text.compare(at, 2, "//") == 0 || c == '#';
    const auto end = comment ? text.find("*/", at) : line ? text.find('\n', at) : at;
    return end == std::string::npos ? text.size() : comment ? end + 2 : end;
}

// The names that the text holds outside of comments, literals and directives.
std::set<std::string> names_of(const std::string& text) {
    std::set<std::string> names;
    for (std::size_t at = 0; at < text.size();) {
        const auto past = past_other_text(text, at);
        if (past > at) {
            at = past;
        } else if (begins_name(text[at])) {
            auto end = at;
            while (end < text.size() && in_name(text[end]))
                ++end;
            names.insert(text.substr(at, end - at));
            at = end;
        } else if (in_name(text[at])) { // a number, whose letters are no name
            while (at < text.size() && in_name(text[at]))
                ++at;
        } else {
            ++at;
        }
    }
    return names;
}

} // namespace

std::string without_macros(const ir::TranslationUnit& unit, const std::string& text) {
    if (unit.macro_events.empty())
        return text;
    const auto names = names_of(text);
    std::set<std::string> macros;
    for (const auto& event : unit.macro_events)
        if (names.contains(event.name))
            macros.insert(event.name);
    std::string before, behind;
    for (const auto& name : macros) {
        before += fmt::format("#pragma push_macro(\"{0}\")\n#undef {0}\n", name);
        behind += fmt::format("#pragma pop_macro(\"{}\")\n", name);
    }
    return before + text + behind;
}

std::string with_function_name(const ir::Stmt& body, const std::string& name, const std::string& text) {
    bool asks = false;
    walk(body, {}, [&](const ir::Expr& expr, const ir::Expr*) {
        const auto* literal = expr.as<ir::StringLit>();
        asks = asks || (literal != nullptr && literal->spelling.starts_with("__"));
    });
    if (!asks)
        return text;
    std::string before, after;
    for (const auto* word : {"__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"}) {
        before += fmt::format("#define {} \"{}\"\n", word, name);
        after += fmt::format("#undef {}\n", word);
    }
    return before + text + after;
}

} // namespace hydra::codegen
