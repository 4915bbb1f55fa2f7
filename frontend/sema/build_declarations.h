// Declarations at file and block scope and function definitions. A name declared several times at file scope is one
// object of the tree.
#pragma once
#include <deque>

#include "frontend/sema/build_initializers.h"
#include "frontend/sema/build_statements.h"
#include "frontend/sema/build_types.h"

namespace hydra::frontend {

class DeclarationBuilder {
  public:
    using P = grammar::HydraCParser;

    DeclarationBuilder(BuildContext& context, const AttributeReader& attributes, TypeBuilder& types,
                       ExpressionBuilder& expressions, InitializerBuilder& initializers, StatementBuilder& statements,
                       DirectiveBuilder& directives)
        : context_(context), attributes_(attributes), types_(types), expressions_(expressions),
          initializers_(initializers), statements_(statements), directives_(directives) {}

    void external(P::ExternalDeclarationContext* context);
    // into: the statement that the declaration is; null: it stands at file scope.
    void declaration(P::DeclarationContext* context, ir::DeclStmt* into);

  private:
    using Context = antlr4::ParserRuleContext;

    void declared(P::DeclaredContext* context, const Specifiers& specifiers, Declared first, Context* first_context,
                  ir::DeclStmt* into);
    void declare_one(const Specifiers& specifiers, Declared& declared, P::InitializerContext* initializer,
                     ir::DeclStmt* into);
    void declare_typedef(const Declared& declared, std::int64_t align);
    ir::FunctionDecl* declare_function(const Specifiers& specifiers, Declared& declared, bool definition);
    ir::VarDecl* declare_variable(const Specifiers& specifiers, const Declared& declared, bool has_initializer,
                                  ir::DeclStmt* into);
    void define_function(P::DeclaredContext* context, const Specifiers& specifiers, Declared declared, Context* whole);
    void old_style_parameters(P::DeclaredContext* context, Declared& declared);

    BuildContext& context_;
    const AttributeReader& attributes_;
    TypeBuilder& types_;
    ExpressionBuilder& expressions_;
    InitializerBuilder& initializers_;
    StatementBuilder& statements_;
    DirectiveBuilder& directives_;
    std::deque<ir::TypedefDecl> local_typedefs_;
};

} // namespace hydra::frontend
