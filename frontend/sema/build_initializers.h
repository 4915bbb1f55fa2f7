// Initializers: C11 6.7.9 with elided braces.
#pragma once
#include <vector>

#include "frontend/sema/build_values.h"

namespace hydra::frontend {

class ExpressionBuilder;

class InitializerBuilder {
  public:
    using P = grammar::HydraCParser;

    InitializerBuilder(BuildContext& context, const ValueBuilder& values, ExpressionBuilder& expressions)
        : context_(context), values_(values), expressions_(expressions) {}

    // type: of what is initialized; an array's length that is not known yet comes from here.
    ir::ExprPtr initializer(P::InitializerContext* context, ir::TypeRef& type);
    Value braced(P::BracedListContext* context, ir::TypeRef& type);

  private:
    struct Cursor;
    void designate(const std::vector<P::DesignatorContext*>& designators, Cursor& cursor, ir::InitItem& item);
    Value element(P::InitializerContext* context, Cursor& cursor);

    BuildContext& context_;
    const ValueBuilder& values_;
    ExpressionBuilder& expressions_;
};

} // namespace hydra::frontend
