// Plain scans; the text is that of files the front end has already accepted.
#include "codegen/text.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace hydra::codegen {

namespace {

bool word_char(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
    for (auto at = text.find(word, from); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const auto after = at + word.size();
        if ((at == 0 || !word_char(text[at - 1])) && (after >= text.size() || !word_char(text[after]))) {
            return at;
        }
    }
    return std::string_view::npos;
}

std::size_t line_begin(std::string_view text, std::size_t at) {
    const auto newline = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return newline == std::string_view::npos ? 0 : newline + 1;
}

bool blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

// Reads the text from its beginning, since nothing else tells a comment from code, and keeps where the pragmas begin
// behind the last token or directive of another kind.
class FrontScan {
  public:
    FrontScan(std::string_view text, std::size_t end, const PragmaMacros& macros)
        : text_(text), end_(end), macros_(macros) {}

    Front run() {
        while (at_ < end_) {
            const char c = text_[at_];
            if (c == '\n') {
                line_starts_ = true;
                at_++;
            } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
                at_++;
            } else if (!comment()) {
                item(c);
            }
        }
        return found_ ? Front{static_cast<std::uint32_t>(begin_), whole_line_}
                      : Front{static_cast<std::uint32_t>(end_), false};
    }

  private:
    // What is neither blank nor a comment.
    void item(char c) {
        const auto begin = at_;
        const bool starts = std::exchange(line_starts_, false);
        if (c == '#' && starts) {
            at_++;
            while (at_ < end_ && (text_[at_] == ' ' || text_[at_] == '\t')) {
                at_++;
            }
            const bool pragma = word() == "pragma";
            rest_of_line();
            line_starts_ = true;
            note(pragma, begin, true);
        } else if (c == '"' || c == '\'') {
            literal(c);
            note(false, begin, false);
        } else if (word_char(c)) {
            note(makes_pragma(word()), begin, false);
        } else {
            at_++;
            note(false, begin, false);
        }
    }

    bool makes_pragma(std::string_view name) {
        const auto macro = macros_.find(name);
        return macro != macros_.end() ? !macro->second || argument() : name == "_Pragma" && argument();
    }

    void note(bool pragma, std::size_t begin, bool whole_line) {
        if (pragma && !found_) {
            begin_ = begin;
            whole_line_ = whole_line;
        }
        found_ = pragma;
    }

    std::string_view word() {
        const auto begin = at_;
        while (at_ < text_.size() && word_char(text_[at_])) {
            at_++;
        }
        return text_.substr(begin, at_ - begin);
    }

    [[nodiscard]] bool is(std::string_view what) const { return text_.substr(at_).starts_with(what); }

    // A backslash at the end of a line joins the next one to it.
    bool joined() {
        for (const std::string_view joint : {"\\\n", "\\\r\n"}) {
            if (is(joint)) {
                at_ += joint.size();
                return true;
            }
        }
        return false;
    }

    bool comment() {
        if (is("/*")) {
            const auto close = text_.find("*/", at_ + 2);
            at_ = close == std::string_view::npos ? end_ : close + 2;
            return true;
        }
        if (is("//")) {
            while (at_ < text_.size() && text_[at_] != '\n') {
                at_ += joined() ? 0 : 1;
            }
            return true;
        }
        return joined();
    }

    // A directive goes on behind comments, too.
    void rest_of_line() {
        while (at_ < text_.size() && text_[at_] != '\n') {
            const char c = text_[at_];
            if (c == '"' || c == '\'') {
                literal(c);
            } else if (!comment()) {
                at_++;
            }
        }
    }

    void literal(char quote) {
        for (at_++; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; at_++) {
            if (text_[at_] == '\\') {
                at_++;
            }
        }
        at_ += at_ < text_.size() && text_[at_] == quote ? 1 : 0;
    }

    // `("...")`, behind _Pragma.
    bool argument() {
        const auto open = text_.find_first_not_of(" \t\r\n", at_);
        if (open == std::string_view::npos || text_[open] != '(') {
            return false;
        }
        int depth = 0;
        for (at_ = open; at_ < end_;) {
            const char c = text_[at_];
            if (c == '"') {
                literal(c);
                continue;
            }
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            at_++;
            if (depth == 0) {
                return true;
            }
        }
        return false;
    }

    std::string_view text_;
    std::size_t end_, at_ = 0, begin_ = 0;
    const PragmaMacros& macros_;
    bool line_starts_ = true, found_ = false, whole_line_ = false;
};

} // namespace

std::string comment_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::isspace(static_cast<unsigned char>(c)) != 0) {
            out += out.empty() || out.back() == ' ' ? "" : " ";
            continue;
        }
        if (!out.empty() && ((out.back() == '*' && c == '/') || (out.back() == '/' && c == '*'))) {
            out += ' ';
        }
        out += c;
    }
    return out;
}

std::string string_literal(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += c == '\n' ? ' ' : c;
    }
    return out + "\"";
}

bool mentions(std::string_view text, std::string_view identifier) {
    return find_word(text, identifier, 0) != std::string_view::npos;
}

std::string rename_call(std::string_view text, std::string_view identifier, std::string_view by) {
    std::string out;
    std::size_t pos = 0;
    for (auto at = find_word(text, identifier, 0); at != std::string_view::npos;
         at = find_word(text, identifier, at + 1)) {
        const auto open = text.find_first_not_of(" \t", at + identifier.size());
        if (open == std::string_view::npos || text[open] != '(') {
            continue;
        }
        out += text.substr(pos, at - pos);
        out += by;
        pos = open + 1;
    }
    out += text.substr(pos);
    return out;
}

bool conditionals_balanced(std::string_view text) {
    int depth = 0;
    for (std::size_t line = 0; line < text.size();) {
        const auto end = std::min(text.find('\n', line), text.size());
        auto rest = text.substr(line, end - line);
        line = end + 1;
        const auto hash = rest.find_first_not_of(" \t");
        if (hash == std::string_view::npos || rest[hash] != '#') {
            continue;
        }
        rest.remove_prefix(hash + 1);
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        if (rest.starts_with("if")) {
            depth++;
        } else if (rest.starts_with("endif")) {
            depth--;
        } else if (rest.starts_with("el") && depth == 0) {
            return false;
        }
        if (depth < 0) {
            return false;
        }
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
    if (!blank(text.substr(place, at - place))) {
        return at;
    }
    while (place > 0) {
        const auto above = line_begin(text, place - 1);
        const auto line = text.substr(above, place - 1 - above);
        const auto first = line.find_first_not_of(" \t");
        if (first == std::string_view::npos) {
            break;
        }
        if (line.substr(first).starts_with("//") && !line.ends_with('\\')) {
            place = above;
            continue;
        }
        const auto last = line.find_last_not_of(" \t\r");
        if (last < 1 || line.substr(last - 1, 2) != "*/") {
            break;
        }
        const auto open = text.rfind("/*", above + last - 2);
        const auto open_line = open == std::string_view::npos ? 0 : line_begin(text, open);
        if (open == std::string_view::npos || !blank(text.substr(open_line, open - open_line)) ||
            text.substr(open + 2, above + last - 1 - (open + 2)).find("*/") != std::string_view::npos) {
            break;
        }
        place = open_line;
    }
    const std::size_t first = text.starts_with("\xef\xbb\xbf") ? 3 : 0; // a byte-order mark
    return static_cast<std::uint32_t>(std::max(place, first));
}

namespace {

// Whether words of a pragma, from the first of these on, are `GCC ivdep` or `GCC unroll N`.
bool is_for_loops(std::string_view line, std::initializer_list<std::string_view> first) {
    for (const std::string_view word : first) {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (!line.starts_with(word)) {
            return false;
        }
        line.remove_prefix(word.size());
    }
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return line.starts_with("ivdep") || line.starts_with("unroll");
}

// The end of the `_Pragma("GCC unroll 4")` that begins there; npos: none does.
std::size_t end_of_loop_operator(std::string_view text, std::size_t at) {
    if (!text.substr(at).starts_with("_Pragma")) {
        return std::string_view::npos;
    }
    const auto open = text.find_first_not_of(" \t\r\n(", at + std::string_view("_Pragma").size());
    const auto close = open == std::string_view::npos || text[open] != '"' ? open : text.find('"', open + 1);
    const auto end = close == std::string_view::npos ? close : text.find_first_not_of(" \t\r\n", close + 1);
    return end != std::string_view::npos && text[end] == ')' &&
                   is_for_loops(text.substr(open + 1, close - open - 1), {"GCC"})
               ? end + 1
               : std::string_view::npos;
}

} // namespace

std::vector<std::pair<std::uint32_t, std::uint32_t>> loop_pragmas(std::string_view text, std::uint32_t at,
                                                                  std::uint32_t loop) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    const auto note = [&](std::size_t begin) {
        const auto end = std::min(text.find('\n', begin), text.size());
        const bool is_one = is_for_loops(text.substr(begin, end - begin), {"#", "pragma", "GCC"});
        if (is_one) {
            found.emplace_back(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
        }
        return is_one;
    };
    std::size_t front = at;
    for (auto begin = line_begin(text, at); begin > 0;) {
        begin = line_begin(text, begin - 1);
        if (!note(begin)) {
            break;
        }
        front = begin;
    }
    const auto note_operator = [&](std::size_t begin) {
        const auto end = end_of_loop_operator(text, begin);
        if (end != std::string_view::npos) {
            found.emplace_back(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
        }
        return end;
    };
    front = text[front] == '#' || front < at ? line_begin(text, front) : front;
    while (front > 0) {
        const auto last = text.find_last_not_of(" \t\r\n", front - 1);
        const auto begin = last == std::string_view::npos ? last : text.rfind("_Pragma", last);
        if (begin == std::string_view::npos || text[last] != ')' || note_operator(begin) != last + 1) {
            break;
        }
        front = begin;
    }
    for (auto begin = text.find("_Pragma", at); begin < loop; begin = text.find("_Pragma", begin + 1)) {
        note_operator(begin);
    }
    for (auto end = text.find('\n', at); end != std::string_view::npos && end + 1 < loop;
         end = text.find('\n', end + 1)) {
        note(end + 1);
    }
    return found;
}

Front before_pragmas(std::string_view text, std::uint32_t at, const PragmaMacros& macros) {
    return FrontScan(text, at, macros).run();
}

void note_pragma_macro(std::string_view text, std::uint32_t at, PragmaMacros& macros) {
    std::size_t end = at;
    while (end < text.size() && (text[end] != '\n' || text[end - 1] == '\\')) {
        end++;
    }
    auto line = text.substr(at, end - at);
    const auto skip = [&line](const auto& unwanted) {
        while (!line.empty() && unwanted(line.front())) {
            line.remove_prefix(1);
        }
    };
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '#'; };
    const auto word = [&line] {
        const auto length = std::find_if_not(line.begin(), line.end(), word_char) - line.begin();
        const std::string found(line.substr(0, static_cast<std::size_t>(length)));
        line.remove_prefix(found.size());
        return found;
    };
    skip(blank);
    auto name = word();
    if (name == "define" || name == "undef") {
        skip(blank);
        name = word();
    }
    const bool takes_arguments = line.starts_with("(");
    if (takes_arguments) {
        line.remove_prefix(std::min(line.size(), line.find(')') + 1));
    }
    macros.erase(name);
    skip([](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\\'; });
    const std::string made = std::string(line) + "\n;"; // the pragmas are for what follows
    const Front front = before_pragmas(made, static_cast<std::uint32_t>(made.size() - 1), macros);
    if (front.at == 0 && !line.empty()) {
        macros[name] = takes_arguments;
    }
}

} // namespace hydra::codegen
