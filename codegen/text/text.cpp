// Plain scans; the text is that of files the front end has already accepted.
#include "codegen/text/text.h"

#include <algorithm>
#include <cctype>

namespace hydra::codegen {

bool word_char(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
    for (auto at = text.find(word, from); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const auto after = at + word.size();
        if ((at == 0 || !word_char(text[at - 1])) && (after >= text.size() || !word_char(text[after])))
            return at;
    }
    return std::string_view::npos;
}

namespace {

std::size_t line_begin(std::string_view text, std::size_t at) {
    const auto newline = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return newline == std::string_view::npos ? 0 : newline + 1;
}

constexpr const char* blanks = " \t\v\f"; // in a line

bool blank(std::string_view text) { return text.find_first_not_of(" \t\v\f\n") == std::string_view::npos; }

} // namespace

std::string comment_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::isspace(static_cast<unsigned char>(c)) != 0) {
            out += out.empty() || out.back() == ' ' ? "" : " ";
            continue;
        }
        if (!out.empty() && ((out.back() == '*' && c == '/') || (out.back() == '/' && c == '*')))
            out += ' ';
        out += c;
    }
    return out;
}

std::string string_literal(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c == '\n' ? ' ' : c;
    }
    return out + "\"";
}

bool mentions(std::string_view text, std::string_view identifier) {
    return find_word(text, identifier, 0) != std::string_view::npos;
}

std::string_view without_last_comments(std::string_view text) {
    std::size_t end = 0;
    for (std::size_t at = 0; at < text.size();) {
        const auto rest = text.substr(at);
        if (rest.starts_with("//") || rest.starts_with("/*")) {
            const auto closed = rest.starts_with("//") ? rest.find('\n') : rest.find("*/", 2);
            at = closed == std::string_view::npos ? text.size() : at + closed + (rest.starts_with("//") ? 1 : 2);
            continue;
        }
        const char quote = rest.front();
        std::size_t length = 1;
        if (quote == '"' || quote == '\'') {
            while (length < rest.size() && rest[length] != quote)
                length += rest[length] == '\\' ? 2 : 1;
            length = std::min(length + 1, rest.size());
        }
        at += length;
        if (std::isspace(static_cast<unsigned char>(quote)) == 0)
            end = at;
    }
    return text.substr(0, end);
}

bool conditionals_balanced(std::string_view text) {
    int depth = 0;
    for (std::size_t line = 0; line < text.size();) {
        const auto end = std::min(text.find('\n', line), text.size());
        auto rest = text.substr(line, end - line);
        line = end + 1;
        const auto hash = rest.find_first_not_of(blanks);
        if (hash == std::string_view::npos || rest[hash] != '#')
            continue;
        rest.remove_prefix(hash + 1);
        rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
        if (rest.starts_with("if"))
            ++depth;
        else if (rest.starts_with("endif"))
            --depth;
        else if (rest.starts_with("el") && depth == 0)
            return false;
        if (depth < 0)
            return false;
    }
    return depth == 0;
}

std::string indentation(std::string_view text, std::uint32_t at) {
    const auto begin = line_begin(text, at);
    const auto end = std::min(text.find_first_not_of(" \t", begin), text.size());
    return std::string(text.substr(begin, end - begin));
}

std::uint32_t place_before(std::string_view text, std::uint32_t at) {
    std::size_t place = line_begin(text, at);
    if (!blank(text.substr(place, at - place)))
        return at;
    while (place > 0) {
        const auto above = line_begin(text, place - 1);
        const auto line = text.substr(above, place - 1 - above);
        const auto first = line.find_first_not_of(blanks);
        if (first == std::string_view::npos)
            break;
        if (line.substr(first).starts_with("//") && !line.ends_with('\\')) {
            place = above;
            continue;
        }
        const auto last = line.find_last_not_of(blanks);
        if (last < 1 || line.substr(last - 1, 2) != "*/")
            break;
        const auto open = text.rfind("/*", above + last - 2);
        const auto open_line = open == std::string_view::npos ? 0 : line_begin(text, open);
        if (open == std::string_view::npos || !blank(text.substr(open_line, open - open_line)) ||
            text.substr(open + 2, above + last - 1 - (open + 2)).find("*/") != std::string_view::npos)
            break;
        place = open_line;
    }
    return static_cast<std::uint32_t>(place);
}

std::string wrapped(const std::vector<std::string>& list) {
    constexpr std::size_t wide = 90;
    std::string text;
    std::size_t column = 0;
    for (const auto& item : list) {
        if (column + item.size() > wide) {
            text += ",\n        ";
            column = 8;
        } else if (!text.empty()) {
            text += ", ";
        }
        text += item;
        column += item.size() + 2;
    }
    return text;
}

} // namespace hydra::codegen
