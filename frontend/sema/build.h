// The tree builder: walks the parse tree once and makes the typed tree. It resolves names in scopes of its own (the
// parser's only know typedef names), computes types, and puts in every implicit conversion. What the native compiler
// would refuse, it reports in user files; what is doubtful it accepts, since that compiler sees the output anyway.
//
// Its parts are named after what they build, and have one BuildContext in common. Those on values (ValueBuilder,
// OperatorBuilder, PostfixBuilder) see no parse tree. Types, expressions, initializers, statements and declarations
// need each other, as in C: a length is an expression, sizeof has a type, ({ }) has statements.
#pragma once
#include <span>

#include "frontend/sema/build_declarations.h"

namespace hydra::frontend {

class Builder {
  public:
    // Keeps references to all of these.
    Builder(TokenStream& tokens, const PositionMap& positions, support::Diagnostics& diagnostics,
            ir::TranslationUnit& unit, DirectiveHook& directives, std::span<const TriedDirective> tried = {});
    Builder(const Builder&) = delete;
    Builder& operator=(const Builder&) = delete;

    // Throws TreeTooDeep.
    void run(grammar::HydraCParser::TranslationUnitContext* context);

  private:
    BuildContext context_;
    ValueBuilder values_;
    OperatorBuilder operators_;
    PostfixBuilder postfix_;
    AttributeReader attributes_;
    TypeBuilder types_;
    ExpressionBuilder expressions_;
    InitializerBuilder initializers_;
    DirectiveBuilder directives_;
    StatementBuilder statements_;
    DeclarationBuilder declarations_;
};

} // namespace hydra::frontend
