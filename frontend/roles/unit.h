// What all parts of the lowering share: the tokens and places of one CMAPS file, and its functions with roles.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "CmapsParser.h"
#include "frontend/parse/token_stream.h"
#include "frontend/roles/code.h"
#include "frontend/source/positions.h"
#include "support/diag.h"

namespace hydra::frontend::cmaps {

using grammar::CmapsParser;
using P = CmapsParser;

enum class Role { in, out, inout };

struct RoleParameter {
    Role role = Role::in;
    bool is_tile = false, is_layout = false;
    std::string type; // of an element, in C; "hydra_layout"
    std::string name;
    std::vector<CmapsParser::ExtentContext*> extents; // of a tile: empty brackets
    support::SourceRange range;                       // of its name
    [[nodiscard]] bool is_scalar() const { return extents.empty() && !is_layout; }
};

struct RoleFunction {
    bool is_coordination = false, is_static = false;
    std::string name;
    std::vector<RoleParameter> parameters;
    support::SourceRange range; // of its name
    CmapsParser::FunctionBodyContext* element_body = nullptr;
    CmapsParser::CoordinationBodyContext* body = nullptr; // both null: a declaration
};

class TypeNames;

class CmapsUnit {
  public:
    ~CmapsUnit();
    CmapsUnit(const CmapsUnit&) = delete;
    CmapsUnit& operator=(const CmapsUnit&) = delete;
    CmapsUnit(TokenStream& tokens, const Preprocessed& input, const PositionMap& positions,
              const support::SourceManager& sources, support::Diagnostics& diagnostics);

    // All functions with roles, by name; errors are reported.
    void collect(CmapsParser::TranslationUnitContext* tree);
    void know_types(std::unique_ptr<TypeNames> types);
    [[nodiscard]] bool same_type(const std::string& a, const std::string& b) const;
    [[nodiscard]] bool is_integer(const std::string& type) const;
    [[nodiscard]] std::vector<std::string> members_of(const std::string& type) const;
    [[nodiscard]] const RoleFunction* function(std::string_view name) const;
    [[nodiscard]] RoleFunction read(CmapsParser::RoleFunctionContext* context) const;

    [[nodiscard]] std::string_view text(const antlr4::Token* token) const { return tokens_.text_of(token); }
    // One line, with single blanks.
    [[nodiscard]] std::string text(antlr4::ParserRuleContext* context) const;
    [[nodiscard]] support::SourceRange range(const antlr4::Token* token) const;
    [[nodiscard]] support::SourceRange range(const antlr4::ParserRuleContext* context) const;
    // A token as it is written into C text that is preprocessed again. A name that a macro has left in its own
    // expansion would be expanded once more: with parentheses around it, it is not.
    [[nodiscard]] std::string written(const antlr4::Token* token) const;
    // What stands between two tokens that follow one another: nothing, a blank, or a new line with its indentation.
    [[nodiscard]] std::string gap(const antlr4::Token* before, const antlr4::Token* after) const;

    support::Diagnostic& error(const support::SourceRange& range, std::string message, std::string name = "") const {
        return diagnostics_.error(range, std::move(message), std::move(name));
    }
    void warning(const support::SourceRange& range, std::string message, std::string name) const {
        diagnostics_.warning(range, std::move(message), std::move(name));
    }
    // "prog.cmaps:12", as a string in C.
    [[nodiscard]] std::string quoted_place(const support::SourceRange& range) const;
    // Reports names of a coordination function's own that what is made of it calls.
    void check_name(const std::string& name, const support::SourceRange& range) const;
    // A name that neither the file nor an earlier call has: `wish`, or that with a number.
    std::string fresh(const std::string& wish);
    // For a function: names of its own are others for good.
    std::string fresh_in_file(const std::string& wish);
    // While it lives, names are taken; afterwards, they may be given again.
    class NameScope {
      public:
        explicit NameScope(CmapsUnit& unit) : unit_(unit), taken_(unit.taken_) {}
        NameScope(const NameScope&) = delete;
        NameScope& operator=(const NameScope&) = delete;
        ~NameScope() { unit_.taken_ = std::move(taken_); }

      private:
        CmapsUnit& unit_;
        std::set<std::string> taken_;
    };

  private:
    TokenStream& tokens_;
    std::map<std::string_view, std::vector<const MacroEvent*>> macros_; // of each name, in order
    const PositionMap& positions_;
    const support::SourceManager& sources_;
    support::Diagnostics& diagnostics_;
    std::map<std::string, RoleFunction, std::less<>> functions_;
    std::unique_ptr<TypeNames> types_;
    std::set<std::string> taken_, taken_in_file_;
};

// The name that an expression is, in parentheses or not; null: it is none.
antlr4::Token* plain_name(antlr4::ParserRuleContext* context);
// The postfix expression that an expression is, in parentheses or not; null: it is none.
CmapsParser::UnaryContext* plain_unary(antlr4::ParserRuleContext* context);
// The first token of a unary expression, if it begins with a name.
antlr4::Token* head_name(CmapsParser::UnaryContext* unary);

} // namespace hydra::frontend::cmaps
