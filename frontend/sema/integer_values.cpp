// Types, and the text of expressions: no variable is followed.
#include "frontend/sema/integer_values.h"

namespace hydra::frontend {

using namespace ir;

bool counts_from_zero(TypeRef type) {
    return type->is_unsigned() || (type->kind == TypeKind::Enum && type->tag != nullptr && !type->tag->is_signed);
}

bool holds(TypeRef type, TypeRef value) {
    if (type->kind == TypeKind::Bool || value->kind == TypeKind::Bool)
        return value->kind == TypeKind::Bool;
    const auto bytes = size_of(type);
    const auto needed = size_of(value);
    return counts_from_zero(type) == counts_from_zero(value) ? bytes >= needed
                                                             : !counts_from_zero(type) && bytes > needed;
}

std::optional<std::pair<std::int64_t, std::int64_t>> bounds(const Expr& full) {
    using Pair = std::pair<std::int64_t, std::int64_t>;
    const Expr& expr = *strip(&full);
    if (const auto number = constant_value(expr))
        return Pair{*number, *number};
    const auto* binary = expr.as<Binary>();
    if (binary == nullptr)
        return std::nullopt;
    constexpr std::int64_t most = std::int64_t{1} << 32;
    const auto divisor = constant_value(*binary->rhs);
    if (binary->op == BinaryOp::rem && divisor && *divisor > 0 && *divisor < most)
        return Pair{expr.type->is_unsigned() ? 0 : 1 - *divisor, *divisor - 1};
    if (binary->op == BinaryOp::bit_and && divisor && *divisor >= 0 && *divisor < most)
        return Pair{0, *divisor};
    const auto left = bounds(*binary->lhs);
    const auto right = bounds(*binary->rhs);
    if (!left || !right || expr.type->is_unsigned() || (binary->op != BinaryOp::add && binary->op != BinaryOp::sub))
        return std::nullopt;
    return binary->op == BinaryOp::add ? Pair{left->first + right->first, left->second + right->second}
                                       : Pair{left->first - right->second, left->second - right->first};
}

} // namespace hydra::frontend
