// Expressions of the parse tree: which operators bind what, names, constants, and the rest of C11 6.5.1 to 6.5.4.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "frontend/sema/build_operators.h"
#include "frontend/sema/build_postfix.h"

namespace hydra::frontend {

class InitializerBuilder;
class StatementBuilder;
class TypeBuilder;

class ExpressionBuilder {
  public:
    using P = grammar::HydraCParser;

    // The last three are not asked before the first expression is built.
    ExpressionBuilder(BuildContext& context, const ValueBuilder& values, const OperatorBuilder& operators,
                      const PostfixBuilder& postfix, TypeBuilder& types, InitializerBuilder& initializers,
                      StatementBuilder& statements)
        : context_(context), values_(values), operators_(operators), postfix_(postfix), types_(types),
          initializers_(initializers), statements_(statements) {}

    Value expression(P::ExpressionContext* context);
    Value assignment(P::AssignmentContext* context);
    ir::ExprPtr full_expression(P::ExpressionContext* context);
    ir::ExprPtr condition(P::ExpressionContext* context);
    std::optional<std::int64_t> constant(P::AssignmentContext* context);
    void static_assertion(P::StaticAssertContext* context);

  private:
    Value operand(P::OperandContext* context);
    Value unary(P::UnaryContext* context);
    Value postfixes(Value value, const std::vector<P::PostfixContext*>& list);
    Value postfix(Value base, P::PostfixContext* context);
    Value call(Value callee, P::PostfixContext* context);
    Value sizeof_expression(P::UnaryContext* context, bool align);
    Value sizeof_type(ir::TypeRef type, bool align, std::size_t begin, std::size_t end);
    Value compound_literal(P::TypeNameContext* name, P::BracedListContext* list, std::size_t begin);

    // build_primary.cpp
    Value primary(P::PrimaryContext* context);
    Value name_use(antlr4::Token* token, bool called);
    Value number(antlr4::Token* token);
    Value character(antlr4::Token* token);
    Value string(const std::vector<antlr4::tree::TerminalNode*>& parts);
    Value generic(P::PrimaryContext* context);
    Value offset_of(P::PrimaryContext* context);
    ir::FunctionDecl* implicit_function(std::string_view name);

    BuildContext& context_;
    const ValueBuilder& values_;
    const OperatorBuilder& operators_;
    const PostfixBuilder& postfix_;
    TypeBuilder& types_;
    InitializerBuilder& initializers_;
    StatementBuilder& statements_;
};

} // namespace hydra::frontend
