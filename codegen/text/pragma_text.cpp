// Plain scans; the text is that of files the front end has already accepted.
#include "codegen/text/pragma_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "codegen/text/text.h"

namespace hydra::codegen {

namespace {

// Reads the text from its beginning, since nothing else tells a comment from code, and keeps the pragmas behind the
// last token or directive of another kind.
class FrontScan {
  public:
    struct Item {
        std::uint32_t begin, end;
        bool line; // a directive, which has a line of its own
    };
    FrontScan(std::string_view text, std::size_t end, const PragmaMacros& macros)
        : text_(text), end_(end), macros_(macros) {}

    Front run() {
        while (at_ < end_) {
            const char c = text_[at_];
            if (c == '\n') {
                line_starts_ = true;
                ++at_;
            } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
                ++at_;
            } else if (!comment()) {
                item(c);
            }
        }
        return items_.empty() ? Front{static_cast<std::uint32_t>(end_), false}
                              : Front{items_.front().begin, items_.front().line};
    }
    [[nodiscard]] const std::vector<Item>& items() const { return items_; }

  private:
    // What is neither blank nor a comment.
    void item(char c) {
        const auto begin = at_;
        const bool starts = std::exchange(line_starts_, false);
        if (c == '#' && starts) {
            ++at_;
            while (at_ < end_ && (text_[at_] == ' ' || text_[at_] == '\t'))
                ++at_;
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
            ++at_;
            note(false, begin, false);
        }
    }

    bool makes_pragma(std::string_view name) {
        const auto macro = macros_.find(name);
        return macro != macros_.end() ? !macro->second.takes_arguments || argument() : name == "_Pragma" && argument();
    }

    void note(bool pragma, std::size_t begin, bool line) {
        if (pragma) {
            items_.push_back(
                {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(std::min(at_, end_)), line});
        } else {
            items_.clear();
        }
    }

    std::string_view word() {
        const auto begin = at_;
        while (at_ < text_.size() && word_char(text_[at_]))
            ++at_;
        return text_.substr(begin, at_ - begin);
    }

    [[nodiscard]] bool is(std::string_view what) const { return text_.substr(at_).starts_with(what); }

    // A backslash at the end of a line joins the next one to it.
    bool joined() {
        const bool here = is("\\\n");
        at_ += here ? 2 : 0;
        return here;
    }

    bool comment() {
        if (is("/*")) {
            const auto close = text_.find("*/", at_ + 2);
            at_ = close == std::string_view::npos ? end_ : close + 2;
            return true;
        }
        if (is("//")) {
            while (at_ < text_.size() && text_[at_] != '\n')
                at_ += joined() ? 0 : 1;
            return true;
        }
        return joined();
    }

    // A directive goes on behind comments, too.
    void rest_of_line() {
        while (at_ < text_.size() && text_[at_] != '\n') {
            const char c = text_[at_];
            if (c == '"' || c == '\'')
                literal(c);
            else if (!comment())
                ++at_;
        }
    }

    void literal(char quote) {
        for (at_++; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
            if (text_[at_] == '\\')
                ++at_;
        at_ += at_ < text_.size() && text_[at_] == quote ? 1 : 0;
    }

    // `("...")`, behind _Pragma.
    bool argument() {
        const auto open = text_.find_first_not_of(" \t\r\n", at_);
        if (open == std::string_view::npos || text_[open] != '(')
            return false;
        int depth = 0;
        for (at_ = open; at_ < end_;) {
            const char c = text_[at_];
            if (c == '"') {
                literal(c);
                continue;
            }
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            ++at_;
            if (depth == 0)
                return true;
        }
        return false;
    }

    std::string_view text_;
    std::size_t end_, at_ = 0;
    const PragmaMacros& macros_;
    bool line_starts_ = true;
    std::vector<Item> items_;
};

// Whether a pragma, or the definition of a macro that makes some, has a word of those that say how to compile a loop.
bool is_for_loop(std::string_view text, const PragmaMacros& macros) {
    static constexpr std::array<std::string_view, 9> words{"ivdep",  "unroll", "nounroll", "novector", "simd",
                                                           "nosimd", "loop",   "omp",      "vector"};
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return mentions(text, word); }) ||
           std::any_of(macros.begin(), macros.end(),
                       [&](const auto& macro) { return macro.second.for_loops && mentions(text, macro.first); });
}

} // namespace

Front before_pragmas(std::string_view text, std::uint32_t at, const PragmaMacros& macros) {
    return FrontScan(text, at, macros).run();
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> loop_pragmas(std::string_view text, std::uint32_t loop,
                                                                  const PragmaMacros& macros) {
    FrontScan scan(text, loop, macros);
    scan.run();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const auto& item : scan.items())
        if (is_for_loop(text.substr(item.begin, item.end - item.begin), macros))
            found.emplace_back(item.begin, item.end);
    return found;
}

void note_pragma_macro(std::string_view text, std::uint32_t at, PragmaMacros& macros) {
    std::size_t end = at;
    while (end < text.size() && (text[end] != '\n' || text[end - 1] == '\\'))
        ++end;
    auto line = text.substr(at, end - at);
    const auto skip = [&line](const auto& unwanted) {
        while (!line.empty() && unwanted(line.front()))
            line.remove_prefix(1);
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
    if (takes_arguments)
        line.remove_prefix(std::min(line.size(), line.find(')') + 1));
    macros.erase(name);
    skip([](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\\'; });
    const std::string made = std::string(line) + "\n;"; // the pragmas are for what follows
    const Front front = before_pragmas(made, static_cast<std::uint32_t>(made.size() - 1), macros);
    if (front.at == 0 && !line.empty())
        macros[name] = {takes_arguments, is_for_loop(line, macros)};
}

} // namespace hydra::codegen
