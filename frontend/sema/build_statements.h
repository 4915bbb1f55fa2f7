// Statements: C11 6.8.
#pragma once
#include <vector>

#include "frontend/sema/build_directives.h"
#include "frontend/sema/build_expressions.h"

namespace hydra::frontend {

class DeclarationBuilder;

class StatementBuilder {
  public:
    using P = grammar::HydraCParser;

    // declarations: not asked before the first block is built.
    StatementBuilder(BuildContext& context, const ValueBuilder& values, ExpressionBuilder& expressions,
                     DirectiveBuilder& directives, DeclarationBuilder& declarations)
        : context_(context), values_(values), expressions_(expressions), directives_(directives),
          declarations_(declarations) {}

    // Of the function that the context is in, whose parameters are in scope; all its labels are known then.
    ir::StmtPtr function_body(P::FunctionBodyContext* context);
    ir::StmtPtr compound(P::CompoundContext* context);

  private:
    using Context = antlr4::ParserRuleContext;

    ir::StmtPtr statement(P::StatementContext* context);
    ir::StmtPtr labelled(const std::vector<P::LabelContext*>& labels, ir::StmtPtr body, Context* whole);
    ir::StmtPtr unlabelled(P::UnlabelledContext* context);
    void block(const std::vector<P::BlockItemContext*>& items, ir::Compound& into);
    ir::StmtPtr for_loop(P::ForLoopContext* context, antlr4::Token* directive);
    ir::StmtPtr return_statement(P::UnlabelledContext* context);
    [[nodiscard]] ir::StmtPtr make_stmt(std::size_t begin, std::size_t end, decltype(ir::Stmt::node) node) const;
    void finish_labels() const;

    BuildContext& context_;
    const ValueBuilder& values_;
    ExpressionBuilder& expressions_;
    DirectiveBuilder& directives_;
    DeclarationBuilder& declarations_;
};

} // namespace hydra::frontend
