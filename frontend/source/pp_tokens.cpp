// Cuts text into preprocessing tokens by C11 6.4. A quote that its line does not close is a token of one character, as
// in the native preprocessors, so that an apostrophe in a skipped region does no harm.
#include "frontend/source/pp_tokens.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace hydra::frontend {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}
bool is_name(char c) { return is_name_start(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r'; }

// Longer ones before those that they begin with.
constexpr std::array<std::string_view, 29> long_punctuators{
    "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "*=",   "/=",  "%=",  "+=",  "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>", "%:"};

std::size_t punctuator_length(std::string_view rest) {
    for (const auto punctuator : long_punctuators)
        if (rest.substr(0, punctuator.size()) == punctuator)
            return punctuator.size();
    return 1;
}

std::size_t number_length(std::string_view rest) {
    std::size_t at = 1;
    while (at < rest.size()) {
        const char c = rest[at];
        const char before = rest[at - 1];
        const bool exponent = before == 'e' || before == 'E' || before == 'p' || before == 'P';
        if (!is_name(c) && c != '.' && !((c == '+' || c == '-') && exponent))
            break;
        ++at;
    }
    return at;
}

// Of the literal whose quote stands at `quote`; 0 where its line does not close it.
std::size_t literal_end(std::string_view rest, std::size_t quote) {
    for (auto at = quote + 1; at < rest.size() && rest[at] != '\n'; ++at)
        if (rest[at] == '\\')
            ++at;
        else if (rest[at] == rest[quote])
            return at + 1;
    return 0;
}

struct Shape {
    PpKind kind;
    std::size_t length;
};

// The token at the start of `rest`, which is neither blank nor a comment.
Shape token_shape(std::string_view rest) {
    const char c = rest[0];
    const std::size_t prefix = rest.substr(0, 2) == "u8" ? 2 : c == 'L' || c == 'u' || c == 'U' ? 1 : 0;
    if (prefix < rest.size() && (rest[prefix] == '"' || rest[prefix] == '\'')) {
        if (const auto end = literal_end(rest, prefix); end > 0)
            return {rest[prefix] == '"' ? PpKind::string : PpKind::character, end};
    }
    if (is_name_start(c)) {
        std::size_t at = 1;
        while (at < rest.size() && is_name(rest[at]))
            ++at;
        return {PpKind::identifier, at};
    }
    if (is_digit(c) || (c == '.' && rest.size() > 1 && is_digit(rest[1])))
        return {PpKind::number, number_length(rest)};
    return {c == '"' || c == '\'' ? PpKind::other : PpKind::punctuator, punctuator_length(rest)};
}

// Reads a raw file. Continuations are taken out of a logical line first; where it has none, tokens view the text
// itself.
class RawReader {
  public:
    explicit RawReader(std::string_view text) : text_(text) {}

    RawFile run() {
        while (at_ < text_.size())
            logical_line();
        return std::move(file_);
    }

  private:
    // The length of a backslash-newline at `at`, blanks between them allowed; 0: none.
    [[nodiscard]] std::size_t splice_length(std::size_t at) const {
        if (text_[at] != '\\')
            return 0;
        auto end = at + 1;
        while (end < text_.size() && is_blank(text_[end]))
            ++end;
        return end < text_.size() && text_[end] == '\n' ? end + 1 - at : 0;
    }

    // One line with its continuations and the comments that run on over its end; comments become one blank.
    void logical_line() {
        line_.clear();
        offsets_.clear();
        const auto first_line = number_;
        bool spliced = false;
        while (at_ < text_.size() && text_[at_] != '\n') {
            const char c = text_[at_];
            if (const auto splice = splice_length(at_); splice > 0) {
                at_ += splice;
                ++number_;
                breaks_.push_back(static_cast<std::uint32_t>(line_.size()));
                spliced = true;
            } else if (c == '/' && in_literal_ == 0 && comment()) {
                put(' ', at_);
            } else if (in_literal_ != 0 && c == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') {
                put(c, at_);
                put(text_[at_ + 1], at_ + 1);
                at_ += 2;
            } else {
                literal_state(c);
                put(c, at_);
                ++at_;
            }
        }
        in_literal_ = 0;
        offsets_.push_back(static_cast<std::uint32_t>(at_));
        ++at_;
        tokens(first_line, spliced);
        breaks_.clear();
        ++number_;
    }

    void put(char c, std::size_t offset) {
        line_ += c;
        offsets_.push_back(static_cast<std::uint32_t>(offset));
    }

    // Whether comment marks at this place are inside a literal.
    void literal_state(char c) {
        if (in_literal_ != 0)
            in_literal_ = c == in_literal_ ? char(0) : in_literal_;
        else if ((c == '"' || c == '\'') && closes(c))
            in_literal_ = c;
    }

    // Whether the quote at at_ is closed on its (continued) line.
    [[nodiscard]] bool closes(char quote) const {
        for (auto at = at_ + 1; at < text_.size() && text_[at] != '\n'; ++at)
            if (const auto splice = splice_length(at); splice > 0)
                at += splice - 1;
            else if (text_[at] == '\\')
                ++at;
            else if (text_[at] == quote)
                return true;
        return false;
    }

    // Skips the comment at at_; false where there is none.
    bool comment() {
        auto next = at_ + 1;
        std::uint32_t lines = 0;
        while (next < text_.size() && splice_length(next) > 0) {
            next += splice_length(next);
            ++lines;
        }
        if (next >= text_.size() || (text_[next] != '*' && text_[next] != '/'))
            return false;
        number_ += lines;
        const bool line_comment = text_[next] == '/';
        at_ = next + 1;
        if (line_comment) {
            while (at_ < text_.size() && text_[at_] != '\n') {
                const auto splice = splice_length(at_);
                number_ += splice > 0 ? 1 : 0;
                at_ += std::max<std::size_t>(splice, 1);
            }
            return true;
        }
        for (; at_ < text_.size(); ++at_) {
            if (text_[at_] == '\n') {
                ++number_;
                breaks_.push_back(static_cast<std::uint32_t>(line_.size() + 1));
            } else if (text_[at_] == '*' && at_ + 1 < text_.size() && text_[at_ + 1] == '/') {
                at_ += 2;
                return true;
            }
        }
        return true;
    }

    void tokens(std::uint32_t first_line, bool spliced) {
        if (line_.find_first_not_of(" \t\v\f\r") == std::string::npos)
            return;
        const auto first = file_.tokens.size();
        std::string_view line = line_;
        if (spliced)
            line = file_.spliced.emplace_back(line_);
        std::size_t next_break = 0;
        auto physical = first_line;
        bool space = true; // the line's end before
        for (std::size_t at = 0; at < line.size();) {
            if (is_blank(line[at])) {
                space = true;
                ++at;
                continue;
            }
            while (next_break < breaks_.size() && breaks_[next_break] <= at) {
                ++next_break;
                ++physical;
            }
            const auto shape = token_shape(line.substr(at));
            RawToken token;
            token.kind = shape.kind;
            token.begin = offsets_[at];
            token.end = offsets_[at + shape.length - 1] + 1;
            token.text = spliced ? line.substr(at, shape.length) : text_.substr(token.begin, shape.length);
            token.space_before = space;
            token.line = physical;
            token.first_line = first_line;
            token.branch = branches_.empty() ? 0 : branches_.back();
            file_.tokens.push_back(token);
            if (shape.kind == PpKind::identifier)
                file_.identifiers.push_back(token.text);
            space = false;
            at += shape.length;
        }
        const auto mark = file_.tokens[first].text;
        if (mark == "#" || mark == "%:")
            directive(first);
    }

    void directive(std::size_t first) {
        auto& tokens = file_.tokens;
        const auto count = tokens.size() - first;
        const auto word = count > 1 ? tokens[first + 1].text : std::string_view{};
        if (word == "pragma") {
            for (auto i = first; i < tokens.size(); ++i)
                tokens[i].in_pragma = true;
            return;
        }
        if ((word == "define" || word == "undef") && count > 2) {
            const auto& name = tokens[first + 2];
            file_.definitions.push_back({name.text, name.begin, name.end, tokens[first].line});
        } else if (word == "line" || (!word.empty() && is_digit(word[0]))) {
            line_directive(first + (word == "line" ? 2 : 1));
        } else if (word == "if" || word == "ifdef" || word == "ifndef") {
            branches_.push_back(++last_branch_);
        } else if ((word == "else" || word.substr(0, 4) == "elif") && !branches_.empty()) {
            branches_.back() = ++last_branch_;
        } else if (word == "endif" && !branches_.empty()) {
            branches_.pop_back();
        }
        tokens.resize(first);
    }

    void line_directive(std::size_t number_at) {
        const auto& tokens = file_.tokens;
        if (number_at >= tokens.size())
            return;
        std::uint32_t number = 0;
        const auto text = tokens[number_at].text;
        std::from_chars(text.data(), text.data() + text.size(), number);
        const bool names = number_at + 1 < tokens.size() && tokens[number_at + 1].text.starts_with('"');
        file_.line_directives.push_back({number_, number, names ? tokens[number_at + 1].text : std::string_view{}});
    }

    std::string_view text_;
    RawFile file_;
    std::size_t at_ = 0;
    std::uint32_t number_ = 1;
    std::string line_;                   // the logical line in work …
    std::vector<std::uint32_t> offsets_; // … and where each of its bytes stands in the text
    std::vector<std::uint32_t> breaks_;  // places in line_ at which a new physical line begins
    std::vector<std::uint32_t> branches_;
    std::uint32_t last_branch_ = 0;
    char in_literal_ = 0;
};

} // namespace

RawFile read_raw(std::string_view text) { return RawReader(text).run(); }

std::vector<PpToken> read_tokens(std::string_view text) {
    std::vector<PpToken> tokens;
    bool space = false;
    for (std::size_t at = 0; at < text.size();) {
        if (is_blank(text[at]) || text[at] == '\n') {
            space = true;
            ++at;
            continue;
        }
        const auto shape = token_shape(text.substr(at));
        const auto begin = static_cast<std::uint32_t>(at);
        const auto end = static_cast<std::uint32_t>(at + shape.length);
        tokens.push_back({shape.kind, text.substr(at, shape.length), begin, end, space});
        space = false;
        at += shape.length;
    }
    return tokens;
}

} // namespace hydra::frontend
