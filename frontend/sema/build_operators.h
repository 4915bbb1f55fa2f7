// Operators on values: C11 6.5.3 and 6.5.4 to 6.5.17. Only what no C compiler accepts is an error. No parse tree is
// looked at.
#pragma once
#include <optional>

#include "frontend/sema/build_values.h"

namespace hydra::frontend {

class OperatorBuilder {
  public:
    OperatorBuilder(const BuildContext& context, const ValueBuilder& values) : context_(context), values_(values) {}

    // Assignments, too.
    Value binary(ir::BinaryOp op, Value lhs, Value rhs) const;
    // then: nullopt for `c ?: e`.
    Value conditional(Value cond, std::optional<Value> then, Value otherwise) const;
    // begin: of the operator.
    Value prefix(ir::UnaryOp op, Value operand, std::size_t begin) const;
    Value cast(ir::TypeRef to, Value operand, std::size_t begin) const;

  private:
    Value assign(ir::BinaryOp op, Value lhs, Value rhs, std::size_t begin, std::size_t end) const;
    const BuildContext& context_;
    const ValueBuilder& values_;
};

} // namespace hydra::frontend
