// Directives where they stand: hands them to those who read them (directive_hook.h), with what names mean there.
#pragma once
#include <memory>
#include <span>
#include <string>

#include "frontend/sema/build_expressions.h"
#include "frontend/sema/directive_hook.h"

namespace hydra::frontend {

class DirectiveBuilder {
  public:
    using P = grammar::HydraCParser;

    // tried: outlives this.
    DirectiveBuilder(BuildContext& context, const ValueBuilder& values, ExpressionBuilder& expressions,
                     DirectiveHook& hook, std::span<const TriedDirective> tried)
        : context_(context), values_(values), expressions_(expressions), hook_(hook), tried_(tried) {}

    std::unique_ptr<ir::Directive> directive(antlr4::Token* token);
    // What is tried before the loop that begins at the byte of the preprocessed text; null: nothing.
    std::unique_ptr<ir::Directive> tried_directive(std::size_t begin);
    void attach(std::unique_ptr<ir::Directive> directive, ir::Stmt* statement) {
        hook_.attach(std::move(directive), statement);
    }
    void misplaced(P::PragmaContext* pragma) { hook_.misplaced(context_.text(pragma->getStart()), begin_of(pragma)); }

  private:
    [[nodiscard]] NamedThing named_thing(const std::string& name) const;
    ir::ExprPtr clause_expression(std::size_t begin, std::size_t end);
    ir::ExprPtr copied_expression(const std::string& line, std::size_t first, std::size_t last, std::size_t loop);
    static void put_in_front(ir::Expr& expr, const support::SourceRange& at);

    BuildContext& context_;
    const ValueBuilder& values_;
    ExpressionBuilder& expressions_;
    DirectiveHook& hook_;
    std::span<const TriedDirective> tried_;
};

} // namespace hydra::frontend
