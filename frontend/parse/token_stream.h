// The parser's input: the visible tokens of a preprocessed text in one array, names handed out as TYPEDEF_NAME or
// IDENTIFIER by the NameTable at the moment of asking. Text is read byte by byte, so that a token's indexes are byte
// offsets and no input is invalid. Pragmas are sorted here: `#pragma hydra` becomes a token.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/parse/parser_base.h"
#include "frontend/source/packing.h"

namespace hydra::frontend {

// Each byte is one character.
class ByteStream : public antlr4::CharStream {
  public:
    explicit ByteStream(std::string_view text) : text_(text) {}
    void consume() override { ++position_; }
    std::size_t LA(ssize_t i) override;
    ssize_t mark() override { return 0; }
    void release(ssize_t) override {}
    std::size_t index() override { return position_; }
    void seek(std::size_t index) override { position_ = index; }
    std::size_t size() override { return text_.size(); }
    [[nodiscard]] std::string getSourceName() const override { return {}; }
    std::string getText(const antlr4::misc::Interval& interval) override;
    [[nodiscard]] std::string toString() const override { return std::string(text_); }

  private:
    std::string_view text_;
    std::size_t position_ = 0;
};

// Something wrong with a token itself, or with the syntax: bytes [begin, end) of the preprocessed text.
struct SyntaxError {
    std::size_t begin = 0, end = 0;
    std::string message;
    bool behind = false; // the place is the end of these bytes
};

class TokenStream : public antlr4::TokenStream {
  public:
    // Cuts the text, which must outlive the stream. Nesting of brackets beyond the limit, stray characters and
    // unterminated literals are in errors(). from: where tokens begin.
    TokenStream(std::string_view text, NameTable& names, std::size_t from = 0);
    ~TokenStream() override;
    static constexpr int max_brackets = 500;

    [[nodiscard]] const std::vector<SyntaxError>& errors() const { return errors_; }
    [[nodiscard]] bool too_deep() const { return too_deep_; }
    [[nodiscard]] const Packing& packing() const { return packing_; }
    [[nodiscard]] const std::vector<std::size_t>& misspelt_pragmas() const { return misspelt_pragmas_; }
    [[nodiscard]] const std::vector<std::size_t>& omp_pragmas() const { return omp_pragmas_; } // offsets
    [[nodiscard]] const std::vector<std::size_t>& acc_pragmas() const { return acc_pragmas_; }
    [[nodiscard]] std::string_view text_of(const antlr4::Token* token) const;
    [[nodiscard]] std::string_view text(std::size_t begin, std::size_t end) const {
        return text_.substr(begin, end - begin);
    }
    [[nodiscard]] std::uint32_t name_number(std::size_t index) const { return numbers_[index]; }
    [[nodiscard]] std::size_t brace_type() const;
    // From here on the token is of this type, a name too.
    void become(std::size_t index, std::size_t type);
    // A token that the input lacks, owned by the stream.
    antlr4::Token* missing(std::size_t type);

    void consume() override;
    std::size_t LA(ssize_t i) override;
    antlr4::Token* LT(ssize_t k) override;
    ssize_t mark() override { return 0; }
    void release(ssize_t) override {}
    std::size_t index() override { return position_; }
    void seek(std::size_t index) override { position_ = index; }
    std::size_t size() override { return tokens_.size(); }
    [[nodiscard]] std::string getSourceName() const override { return {}; }
    [[nodiscard]] antlr4::Token* get(std::size_t index) const override { return tokens_[index].get(); }
    [[nodiscard]] antlr4::TokenSource* getTokenSource() const override;
    std::string getText(const antlr4::misc::Interval& interval) override;
    std::string getText() override { return std::string(text_); }
    std::string getText(antlr4::RuleContext* context) override;
    std::string getText(antlr4::Token* start, antlr4::Token* stop) override;

  private:
    void add(std::unique_ptr<antlr4::Token> token);
    void add_directive(std::unique_ptr<antlr4::Token> token);
    void check_nesting();

    std::string_view text_;
    NameTable& names_;
    ByteStream bytes_;
    std::unique_ptr<antlr4::Lexer> lexer_;
    std::vector<std::unique_ptr<antlr4::Token>> tokens_;
    std::vector<std::uint32_t> numbers_; // NameTable's, for names; else no_name
    std::vector<std::unique_ptr<antlr4::Token>> missing_;
    std::vector<SyntaxError> errors_;
    std::vector<std::size_t> omp_pragmas_, acc_pragmas_, misspelt_pragmas_;
    Packing packing_;
    std::size_t position_ = 0;
    bool too_deep_ = false;
};

} // namespace hydra::frontend
