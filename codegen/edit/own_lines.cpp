// See own_lines.h.
#include "codegen/edit/own_lines.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <functional>
#include <set>
#include <string_view>

#include <fmt/format.h>

namespace hydra::codegen {

namespace {

constexpr std::array<std::string_view, 4> asking{"__LINE__", "__FILE__", "__BASE_FILE__", "assert"};
constexpr std::string_view told_assert = "hydra_assert_at";

bool is_word_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Goes through C text. word: is called for each word outside of comments and literals, with where it begins; line: at
// each line's begin, with the line's first character.
class WordScanner {
  public:
    std::function<void(std::string_view, std::size_t)> word;
    std::function<void(std::size_t)> line;

    void scan(std::string_view text) const {
        enum class In { code, line_comment, comment, literal } in = In::code;
        char quote = 0;
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (line && (at == 0 || text[at - 1] == '\n'))
                line(at);
            const char c = text[at], next = at + 1 < text.size() ? text[at + 1] : '\0';
            if (in == In::line_comment) {
                in = c == '\n' && text[at - 1] != '\\' ? In::code : in;
            } else if (in == In::comment) {
                if (c == '*' && next == '/') {
                    in = In::code;
                    ++at;
                }
            } else if (in == In::literal) {
                if (c == '\\' && next != '\n')
                    ++at;
                else if (c == quote || c == '\n')
                    in = In::code;
            } else if (c == '/' && (next == '/' || next == '*')) {
                in = next == '/' ? In::line_comment : In::comment;
                ++at;
            } else if (c == '"' || c == '\'') {
                in = In::literal;
                quote = c;
            } else if (is_word_part(c)) {
                const std::size_t begin = at;
                while (at + 1 < text.size() && is_word_part(text[at + 1]))
                    ++at;
                word(text.substr(begin, at + 1 - begin), begin);
            }
        }
    }
};

bool is_asking(std::string_view word) {
    for (const auto asked : asking)
        if (word == asked)
            return true;
    return false;
}

// The text's #define directives, and what is left of it.
struct Defines {
    std::vector<std::string> directives;
    std::string rest;
};

Defines defines_of(std::string_view text) {
    Defines found;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = std::min(text.find('\n', at), text.size());
        const std::size_t first = std::min(text.find_first_not_of(" \t", at), text.size());
        const std::size_t name = first < end && text[first] == '#' ? text.find_first_not_of(" \t", first + 1) : end;
        const bool is_define = name < end && text.substr(name, 6) == "define";
        while (is_define && end < text.size() && text[end - 1] == '\\')
            end = std::min(text.find('\n', end + 1), text.size());
        const std::string line(text.substr(at, end - at));
        if (is_define)
            found.directives.push_back(line);
        else
            found.rest += line + "\n";
        at = end + 1;
    }
    return found;
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    WordScanner scanner;
    scanner.word = [&](std::string_view word, std::size_t) { words.emplace_back(word); };
    scanner.scan(text);
    return words;
}

// The macros of the directives whose expansion asks for lines, through other macros, too.
std::set<std::string> asking_macros(const std::vector<std::string>& directives) {
    std::set<std::string> names;
    for (std::size_t before = 1; before != names.size();) {
        before = names.size();
        for (const auto& directive : directives) {
            const auto words = words_of(directive); // "define", the name, what it stands for
            for (std::size_t i = 2; i < words.size(); ++i)
                if (is_asking(words[i]) || names.contains(words[i]))
                    names.insert(words[1]);
        }
    }
    return names;
}

// Those that make texts or words of their arguments as these stand there.
std::set<std::string> text_macros(const std::vector<std::string>& directives) {
    std::set<std::string> names;
    for (const auto& directive : directives)
        if (const auto words = words_of(directive);
            words.size() > 1 && directive.find('#', directive.find("define")) != std::string::npos)
            names.insert(words[1]);
    return names;
}

// Whether one is given what asks for lines: its message has that as it stands there.
bool asserts_ask(const std::string& text) {
    bool found = false;
    std::size_t end = 0; // of the last assert's arguments
    WordScanner scanner;
    scanner.word = [&](std::string_view word, std::size_t at) {
        found = found || (at < end && is_asking(word));
        std::size_t open = at + word.size();
        if (word != "assert" || open >= text.size() || text[open] != '(')
            return;
        int depth = 0;
        do
            depth += text[open] == '(' ? 1 : text[open] == ')' ? -1 : 0;
        while (depth > 0 && ++open < text.size());
        end = open;
    };
    scanner.scan(text);
    return found;
}

} // namespace

std::string reason_for_own_lines(const Context& context, int unit, const std::vector<std::string>& pieces) {
    const auto file = context.program.units[static_cast<std::size_t>(unit)]->file;
    std::vector<std::string> directives;
    std::string own;
    bool has_assert = false, has_switch = false, has_header = false;
    for (std::size_t f = 0; f < context.sources.size(); ++f) {
        const auto& source = context.sources.file(static_cast<support::FileId>(f));
        if (!source.user)
            continue;
        Defines found = defines_of(source.text);
        directives.insert(directives.end(), found.directives.begin(), found.directives.end());
        for (const auto& word : words_of(source.text)) {
            has_assert = has_assert || word == "assert";
            has_switch = has_switch || word == "NDEBUG";
        }
        has_header = has_header || source.text.find("<assert.h>") != std::string::npos;
        if (static_cast<support::FileId>(f) == file)
            own = std::move(found.rest);
    }
    if (has_assert && has_switch)
        return "the program says itself when 'assert' means something";
    const auto names_assert = [](const std::string& directive) {
        const auto words = words_of(directive);
        return words.size() > 1 && words[1] == "assert";
    };
    if (has_assert && (!has_header || std::any_of(directives.begin(), directives.end(), names_assert)))
        return "'assert' is not that of <assert.h>";
    const auto macros = asking_macros(directives), texts = text_macros(directives);
    std::string used = own;
    for (const auto& piece : pieces)
        used += piece;
    const auto words = words_of(used);
    const bool asks = std::any_of(words.begin(), words.end(), is_asking);
    for (const auto& word : words) {
        if (macros.contains(word))
            return fmt::format("the macro '{}' asks for lines of the original", word);
        if (asks && texts.contains(word))
            return fmt::format("the macro '{}' makes text of what it is given, which may ask for lines", word);
    }
    if (asserts_ask(own))
        return "an assert asks for lines";
    for (const auto& word : words_of(own))
        if (word == "__BASE_FILE__")
            return fmt::format("'{}' names what is compiled", word);
    return "";
}

std::set<std::string> words_with_macros(const Context& context, const std::vector<std::string>& texts) {
    std::vector<std::vector<std::string>> directives; // "define", the name, what it stands for
    for (std::size_t f = 0; f < context.sources.size(); ++f)
        if (const auto& source = context.sources.file(static_cast<support::FileId>(f)); source.user)
            for (const auto& directive : defines_of(source.text).directives) {
                directives.push_back(words_of(directive));
                if (directive.find("##") != std::string::npos)
                    directives.back().emplace_back("##");
            }
    std::set<std::string> words;
    for (const auto& text : texts)
        for (auto& word : words_of(text))
            words.insert(std::move(word));
    for (std::size_t before = 0; before != words.size();) {
        before = words.size();
        for (const auto& directive : directives)
            if (directive.size() > 2 && words.contains(directive[1]))
                words.insert(directive.begin() + 2, directive.end());
    }
    return words;
}

std::string with_original_lines(const std::string& text, const std::string& path) {
    std::string out;
    std::size_t copied = 0;
    long number = 0; // of the line in the user's file
    bool is_directive = false;
    WordScanner scanner;
    scanner.line = [&](std::size_t at) {
        is_directive = text.compare(at, 6, "#line ") == 0;
        number = is_directive ? std::atol(text.c_str() + at + 6) - 1 : number + 1;
    };
    scanner.word = [&](std::string_view word, std::size_t at) {
        std::string said;
        if (word == "__LINE__")
            said = std::to_string(number);
        else if (word == "__FILE__")
            said = fmt::format("\"{}\"", path);
        const auto open = at + word.size();
        if (word == "assert" && open < text.size() && text[open] == '(')
            said = fmt::format("{}({}, ", told_assert, number);
        if (said.empty())
            return;
        out.append(text, copied, at - copied);
        out += said;
        copied = open + (word == "assert" ? 1 : 0);
    };
    scanner.scan(text);
    return out.append(text, copied);
}

std::string original_lines_head(const std::string& text, const std::string& path) {
    if (text.find(told_assert) == std::string::npos)
        return "";
    return fmt::format(
        "/* assert, with the lines of the original. */\n#ifdef NDEBUG\n#define {1}(line, ...) ((void)0)\n#else\n"
        "#define {1}(line, ...) ((__VA_ARGS__) ? (void)0 : __assert_fail(#__VA_ARGS__, \"{0}\", line, "
        "__func__))\n#endif\n",
        path, told_assert);
}

} // namespace hydra::codegen
