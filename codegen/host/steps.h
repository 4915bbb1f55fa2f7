// The steps of a launch as text: each a line of C with a comment that says what it is for.
#pragma once
#include <string>
#include <utility>

#include <fmt/format.h>

namespace hydra::codegen {

class Steps {
  public:
    // says_all: comments that do not fit in the step's line stand above it; else they are left out.
    Steps(std::string indent, bool says_all) : indent_(std::move(indent)), says_all_(says_all) {}

    void step(const std::string& code, const std::string& comment) {
        const auto line = indent_ + code;
        if (comment.empty())
            text_ += line + "\n";
        else if (line.size() < comment_column)
            text_ += fmt::format("{:<{}} /* {} */\n", line, comment_column, comment);
        else if (says_all_)
            text_ += fmt::format("{}/* {} */\n{}\n", indent_, comment, wrap(code));
        else
            text_ += line + "\n"; // broken when it has its last names
    }
    void add(const std::string& lines) { text_ += lines; }
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    // The next ", " that is not inside of a text or a character; the code's size: there is none.
    static std::size_t next_comma(const std::string& code, std::size_t pos) {
        char quote = 0;
        for (; pos < code.size(); ++pos)
            if (quote != 0 && code[pos] == '\\')
                ++pos;
            else if (quote != 0)
                quote = code[pos] == quote ? char(0) : quote;
            else if (code[pos] == '"' || code[pos] == '\'')
                quote = code[pos];
            else if (code.compare(pos, 2, ", ") == 0)
                return pos;
        return code.size();
    }

    // Breaks a long initialiser or call after commas.
    [[nodiscard]] std::string wrap(const std::string& code) const {
        std::string out = indent_;
        std::size_t column = indent_.size();
        for (std::size_t pos = 0; pos < code.size();) {
            const auto end = next_comma(code, pos);
            const auto piece = code.substr(pos, end - pos) + (end < code.size() ? "," : "");
            if (column + piece.size() + 1 > wide && pos > 0) {
                out += "\n" + indent_ + "    ";
                column = indent_.size() + 4;
            } else if (pos > 0) {
                out += ' ';
                ++column;
            }
            out += piece;
            column += piece.size();
            pos = end + (end < code.size() ? 2 : 0);
        }
        return out;
    }

    static constexpr std::size_t comment_column = 84; // where a step's comment begins, if the step is short enough
    static constexpr std::size_t wide = 118;

    std::string indent_;
    bool says_all_;
    std::string text_;
};

} // namespace hydra::codegen
