// What the parser says and does at a syntax error. The idea: name the one token that a C programmer would miss there,
// put it in where the text goes on as if it stood there, and otherwise skip to the end of the statement or member.
#pragma once
#include <vector>

#include "frontend/parse/token_stream.h"

namespace hydra::frontend {

class SyntaxErrors : public antlr4::DefaultErrorStrategy {
  public:
    // With `bail`, the first error throws ParseCancellationException and nothing is recorded. like: for each rule of a
    // grammar that grew out of HydraC's, HydraC's rule of that kind; empty: it is that grammar.
    SyntaxErrors(TokenStream& tokens, NameTable& names, bool bail, std::vector<std::size_t> like = {})
        : tokens_(tokens), names_(names), bail_(bail), like_(std::move(like)) {}
    [[nodiscard]] const std::vector<SyntaxError>& list() const { return list_; }

    void reportError(antlr4::Parser* parser, const antlr4::RecognitionException& e) override;
    void recover(antlr4::Parser* parser, std::exception_ptr e) override;
    antlr4::Token* recoverInline(antlr4::Parser* parser) override;
    void sync(antlr4::Parser* parser) override;

  private:
    struct Problem;
    void report(antlr4::Parser* parser, const antlr4::misc::IntervalSet& expected, bool in_loop);
    [[nodiscard]] Problem describe(antlr4::Parser* parser, const antlr4::misc::IntervalSet& expected, bool in_loop);
    bool unknown_type(antlr4::Parser* parser, const antlr4::misc::IntervalSet& expected, SyntaxError& error);
    [[nodiscard]] std::string before(antlr4::Token* token) const;
    void skip(antlr4::Parser* parser, antlr4::Token* from);
    void add(SyntaxError error);
    [[nodiscard]] std::size_t rule_of(const antlr4::ParserRuleContext* context) const;
    [[nodiscard]] std::size_t scopes_around(antlr4::ParserRuleContext* context) const;

    TokenStream& tokens_;
    NameTable& names_;
    bool bail_;
    std::vector<std::size_t> like_;
    bool reported_ = false; // the exception that is on its way has been reported
    bool at_end_ = false;   // the end of the input has been reported
    std::size_t last_index_ = static_cast<std::size_t>(-1);
    std::vector<SyntaxError> list_;
};

// The names of HydraC's rules, by number.
const std::vector<std::string>& hydra_c_rules();

} // namespace hydra::frontend
