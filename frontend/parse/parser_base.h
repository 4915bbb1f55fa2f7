// What the grammar's actions call: which names are typedef names at this point of the parse. The generated parser
// derives from CParserBase; its token stream asks the NameTable whenever it hands out a name.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <antlr4-runtime.h>

namespace hydra::frontend {

// Names by number, and for each whether it is a typedef name in the innermost scope that declares it.
class NameTable {
  public:
    std::uint32_t number(std::string_view name); // `name` must stay where it is
    [[nodiscard]] bool is_type(std::uint32_t name) const { return is_type_[name] != 0; }
    void declare(std::uint32_t name, bool is_type);
    void enter() { marks_.push_back(undo_.size()); }
    void leave();
    [[nodiscard]] std::size_t depth() const { return marks_.size(); }
    void leave_to(std::size_t depth);

    // Parameter names hide typedef names in the function's body too, though their scope ends with the declarator.
    void enter_parameters();
    void leave_parameters();
    void enter_function();
    void begin_declared();

    bool identifier_list = false; // the declarator just read has a K&R parameter list
    [[nodiscard]] bool have_parameters_or_list() const { return have_parameters_ || identifier_list; }

  private:
    std::unordered_map<std::string_view, std::uint32_t> numbers_;
    std::vector<std::uint8_t> is_type_;
    std::vector<std::pair<std::uint32_t, std::uint8_t>> undo_;
    std::vector<std::size_t> marks_;
    std::vector<std::uint32_t> parameters_; // of the outermost, first parameter list of the current declarator
    bool have_parameters_ = false;
    std::size_t parameter_depth_ = 0;
};

// Thrown where the input nests more deeply than the parser follows; the token is where it gave up.
struct NestingTooDeep : std::runtime_error {
    explicit NestingTooDeep(antlr4::Token* where) : std::runtime_error("nested too deeply"), token(where) {}
    antlr4::Token* token;
};

class CParserBase : public antlr4::Parser {
  public:
    explicit CParserBase(antlr4::TokenStream* input) : antlr4::Parser(input) {}
    void use(NameTable* names) { names_ = names; }
    void enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) override;
    static constexpr std::size_t max_depth = 3000; // rules; some 600 parentheses, 1500 else-ifs

  protected:
    void enterScope() { names_->enter(); }
    void leaveScope() { names_->leave(); }
    void enterParameterScope() { names_->enter_parameters(); }
    void leaveParameterScope() { names_->leave_parameters(); }
    void enterFunctionScope() { names_->enter_function(); }
    void startDeclarator() { names_->begin_declared(); }
    void sawIdentifierList() { names_->identifier_list = true; }
    void declareName(antlr4::Token* name, bool is_type);
    // Throws where no function body can stand, as behind a declaration that lacks its semicolon.
    void expectFunctionBody();

  private:
    NameTable* names_ = nullptr;
    std::vector<antlr4::ParserRuleContext*> stack_;
};

} // namespace hydra::frontend

namespace hydra::grammar {
using hydra::frontend::CParserBase;
}
