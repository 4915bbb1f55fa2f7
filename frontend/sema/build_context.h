// What the parts of the tree builder have in common: the text with its positions, the unit that is being built, the
// names that are visible, and where in a function it is.
#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "HydraCParser.h"
#include "frontend/parse/token_stream.h"
#include "frontend/sema/conversions.h"
#include "frontend/sema/scope.h"
#include "frontend/source/positions.h"
#include "support/diag.h"

namespace hydra::frontend {

// Thrown where the tree would become too deep for those who walk it; reported before.
struct TreeTooDeep {};
// In nodes; also of labels on one statement.
constexpr int max_height = 2500;

// An expression with its bytes [begin, end) of the preprocessed text and its height in nodes.
struct Value {
    ir::ExprPtr expr;
    std::size_t begin = 0, end = 0;
    int height = 1;
};
inline bool is_error(const Value& value) { return value.expr->type->kind == ir::TypeKind::Error; }

// Of the parse tree.
inline std::size_t begin_of(antlr4::ParserRuleContext* context) { return context->getStart()->getStartIndex(); }
std::size_t end_of(antlr4::ParserRuleContext* context);
// The token that the tree is; null: it is none.
antlr4::Token* terminal(antlr4::tree::ParseTree* tree);
bool is_terminal(antlr4::tree::ParseTree* tree, std::size_t type);
template <class T> T* as(antlr4::tree::ParseTree* tree) { return dynamic_cast<T*>(tree); }

// The type in the program's words.
std::string quoted(ir::TypeRef type);
// The type with more qualifiers; an array's elements get them.
ir::TypeRef qualified(ir::TypeTable& types, ir::TypeRef type, ir::Qualifiers added);

// The function that is being built, null at file scope, and what has been seen of it.
struct FunctionState {
    ir::FunctionDecl* function = nullptr;
    std::unordered_map<std::string_view, bool> labels; // defined
    std::vector<antlr4::Token*> label_uses;
    int loops = 0, switches = 0;
};

class BuildContext {
  public:
    // Keeps references to all of these.
    BuildContext(TokenStream& token_stream, const PositionMap& position_map, support::Diagnostics& diagnostics,
                 ir::TranslationUnit& built)
        : tokens(token_stream), positions(position_map), unit(built), conversions(built.types),
          diagnostics_(diagnostics) {}
    BuildContext(const BuildContext&) = delete;
    BuildContext& operator=(const BuildContext&) = delete;

    [[nodiscard]] std::string_view text(const antlr4::Token* token) const { return tokens.text_of(token); }
    // Places in user files; those in others are not valid.
    [[nodiscard]] support::SourceRange range(std::size_t begin, std::size_t end) const;
    [[nodiscard]] support::SourceRange range(const antlr4::Token* token) const;
    [[nodiscard]] support::SourceRange range(antlr4::ParserRuleContext* context) const;
    // A use, in a function, of what may be declared in it (TranslationUnit::local_uses).
    void note_use(const support::SourceRange& at, const support::SourceRange& declared,
                  const ir::EnumConstant* constant = nullptr, ir::TypeRef type = nullptr) const;
    // Reported where they are in user files.
    void error(std::size_t begin, std::size_t end, const std::string& message) const;
    void error(const antlr4::Token* token, const std::string& message) const;
    void error(const Value& value, const std::string& message) const { error(value.begin, value.end, message); }
    void error(antlr4::ParserRuleContext* context, const std::string& message) const {
        error(begin_of(context), end_of(context), message);
    }
    // The name stands for something else already.
    void clash(const antlr4::Token* name, const std::string& what) const;

    [[nodiscard]] ir::TypeRef basic(ir::TypeKind kind) const { return unit.types.basic(kind); }
    // Keeps variables alive that array types may still name.
    void retire(std::vector<std::unique_ptr<ir::VarDecl>>& variables) const;

    TokenStream& tokens;
    const PositionMap& positions;
    ir::TranslationUnit& unit;
    Conversions conversions;
    Scopes scopes;
    FunctionState state;
    std::set<std::string> reported_names; // undeclared names of the current function

  private:
    support::Diagnostics& diagnostics_;
};

} // namespace hydra::frontend
