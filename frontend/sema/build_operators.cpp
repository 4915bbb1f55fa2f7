// See build_operators.h.
#include "frontend/sema/build_operators.h"

#include <algorithm>

#include <fmt/format.h>

namespace hydra::frontend {

using ir::BinaryOp;
using ir::TypeKind;
using ir::TypeRef;
using ir::UnaryOp;

namespace {

bool is_null_constant(const ir::Expr& expr) {
    const ir::Expr* inner = &expr;
    if (const auto* cast = inner->as<ir::Cast>();
        cast != nullptr && cast->to->is_pointer() && cast->to->inner->kind == TypeKind::Void)
        inner = cast->operand.get();
    return inner->type->is_integer() && ir::constant_value(*inner) == 0;
}

} // namespace

Value OperatorBuilder::binary(BinaryOp op, Value lhs, Value rhs) const {
    std::size_t begin = lhs.begin, end = rhs.end;
    if (ir::is_assignment(op))
        return assign(op, std::move(lhs), std::move(rhs), begin, end);
    auto result = [&](TypeRef type) {
        int height = std::max(lhs.height, rhs.height) + 1;
        return values_.make(type, begin, end, height, ir::Binary{op, std::move(lhs.expr), std::move(rhs.expr)});
    };
    if (op == BinaryOp::comma) {
        values_.rvalue(rhs);
        return result(rhs.expr->type);
    }
    values_.rvalue(lhs);
    values_.rvalue(rhs);
    if (is_error(lhs) || is_error(rhs))
        return values_.error_value(begin, end);
    TypeRef a = lhs.expr->type->unqualified, b = rhs.expr->type->unqualified;
    auto invalid = [&] {
        context_.error(
            begin, end,
            fmt::format("invalid operands to binary {} (have '{}' and '{}')", ir::spelling(op), quoted(a), quoted(b)));
        return values_.error_value(begin, end);
    };
    if (op == BinaryOp::logical_and || op == BinaryOp::logical_or) {
        if (!values_.check_scalar(lhs, "operand") || !values_.check_scalar(rhs, "operand"))
            return values_.error_value(begin, end);
        return result(context_.basic(TypeKind::Int));
    }
    if (a->kind == TypeKind::Vector || b->kind == TypeKind::Vector)
        return result(a->kind == TypeKind::Vector ? a : b);
    bool both_arithmetic = a->is_arithmetic() && b->is_arithmetic(), both_integers = a->is_integer() && b->is_integer();
    auto usual = [&] {
        values_.promote(lhs);
        values_.promote(rhs);
        TypeRef type = context_.conversions.common(lhs.expr->type, rhs.expr->type);
        values_.convert(lhs, type);
        values_.convert(rhs, type);
        return type;
    };
    switch (op) {
    case BinaryOp::add:
    case BinaryOp::sub:
        if (both_arithmetic)
            return result(usual());
        if (a->is_pointer() && b->is_integer()) {
            values_.promote(rhs);
            return result(a);
        }
        if (op == BinaryOp::add && a->is_integer() && b->is_pointer()) {
            values_.promote(lhs);
            return result(b);
        }
        if (op == BinaryOp::sub && a->is_pointer() && b->is_pointer())
            return result(context_.basic(TypeKind::Long));
        return invalid();
    case BinaryOp::mul:
    case BinaryOp::div:
        return both_arithmetic ? result(usual()) : invalid();
    case BinaryOp::rem:
    case BinaryOp::bit_and:
    case BinaryOp::bit_or:
    case BinaryOp::bit_xor:
        return both_integers ? result(usual()) : invalid();
    case BinaryOp::shl:
    case BinaryOp::shr: {
        if (!both_integers)
            return invalid();
        values_.promote(lhs);
        values_.promote(rhs);
        TypeRef type = lhs.expr->type->unqualified;
        return result(type);
    }
    default: { // comparisons
        if (both_arithmetic) {
            usual();
            return result(context_.basic(TypeKind::Int));
        }
        bool pointers = (a->is_pointer() || b->is_pointer()) && (a->is_pointer() || a->is_integer()) &&
                        (b->is_pointer() || b->is_integer());
        return pointers ? result(context_.basic(TypeKind::Int)) : invalid();
    }
    }
}

Value OperatorBuilder::assign(BinaryOp op, Value lhs, Value rhs, std::size_t begin, std::size_t end) const {
    TypeRef type = lhs.expr->type;
    if (is_error(lhs) || is_error(rhs))
        return values_.error_value(begin, end);
    if (!lhs.expr->lvalue || type->is_function()) {
        context_.error(lhs, "lvalue required as left operand of assignment");
        return values_.error_value(begin, end);
    }
    if (type->is_array()) {
        context_.error(lhs, "assignment to expression with array type");
        return values_.error_value(begin, end);
    }
    if (type->quals.is_const) {
        context_.error(lhs, fmt::format("assignment of read-only location '{}'", ir::print_c(*lhs.expr)));
        return values_.error_value(begin, end);
    }
    if (op == BinaryOp::assign)
        values_.convert_for(rhs, type, "assigning to");
    else {
        BinaryOp base = ir::compound_base(op);
        values_.rvalue(rhs);
        TypeRef a = type->unqualified, b = rhs.expr->type->unqualified;
        bool shift = base == BinaryOp::shl || base == BinaryOp::shr;
        bool integers_only = shift || base == BinaryOp::rem || base == BinaryOp::bit_and || base == BinaryOp::bit_or ||
                             base == BinaryOp::bit_xor;
        bool pointer_step = a->is_pointer() && b->is_integer() && (base == BinaryOp::add || base == BinaryOp::sub);
        bool fine = pointer_step || a->kind == TypeKind::Vector ||
                    (integers_only ? a->is_integer() && b->is_integer() : a->is_arithmetic() && b->is_arithmetic());
        if (!fine) {
            context_.error(begin, end,
                           fmt::format("invalid operands to binary {} (have '{}' and '{}')", ir::spelling(base),
                                       quoted(a), quoted(b)));
            return values_.error_value(begin, end);
        }
        if (pointer_step || shift)
            values_.promote(rhs);
        else if (a->is_arithmetic() && b->is_arithmetic()) {
            values_.promote(rhs);
            values_.convert(rhs, context_.conversions.common(context_.conversions.promoted(a, bit_width(*lhs.expr)),
                                                             rhs.expr->type));
        }
    }
    int height = std::max(lhs.height, rhs.height) + 1;
    return values_.make(type->unqualified, begin, end, height,
                        ir::Binary{op, std::move(lhs.expr), std::move(rhs.expr)});
}

Value OperatorBuilder::conditional(Value cond, std::optional<Value> then, Value otherwise) const {
    std::size_t begin = cond.begin, end = otherwise.end;
    values_.rvalue(cond);
    values_.rvalue(otherwise);
    if (then)
        values_.rvalue(*then);
    if (!values_.check_scalar(cond, "condition") || is_error(cond) || is_error(otherwise) || (then && is_error(*then)))
        return values_.error_value(begin, end);
    Value& first = then ? *then : cond;
    TypeRef a = first.expr->type->unqualified, b = otherwise.expr->type->unqualified, type = nullptr;
    if (a->is_arithmetic() && b->is_arithmetic()) {
        values_.promote(otherwise);
        values_.promote(first); // of `c ?: e` the condition, which is its value too: being 0 outlasts the conversion
        type = context_.conversions.common(first.expr->type, otherwise.expr->type);
        values_.convert(first, type);
        values_.convert(otherwise, type);
    } else if (a->kind == TypeKind::Void || b->kind == TypeKind::Void)
        type = context_.basic(TypeKind::Void);
    else if (a->is_pointer() && b->is_pointer()) {
        if (is_null_constant(*first.expr))
            type = b;
        else if (is_null_constant(*otherwise.expr) || a == b)
            type = a;
        else {
            bool is_void = a->inner->kind == TypeKind::Void || b->inner->kind == TypeKind::Void;
            TypeRef inner = is_void ? context_.basic(TypeKind::Void) : a->inner->unqualified;
            ir::Qualifiers quals = a->inner->quals;
            quals.is_const |= b->inner->quals.is_const;
            quals.is_volatile |= b->inner->quals.is_volatile;
            type = context_.unit.types.pointer_to(qualified(context_.unit.types, inner, quals));
        }
        if (then)
            values_.convert(*then, type);
        values_.convert(otherwise, type);
    } else if (a->is_pointer() && b->is_integer()) {
        type = a;
        values_.convert(otherwise, type);
    } else if (b->is_pointer() && a->is_integer()) {
        type = b;
        if (then)
            values_.convert(*then, type);
    } else if (a == b || (a->is_record() && b->is_record() && a->tag == b->tag) || a->kind == TypeKind::Vector)
        type = a;
    else {
        context_.error(
            begin, end,
            fmt::format("type mismatch in conditional expression (have '{}' and '{}')", quoted(a), quoted(b)));
        return values_.error_value(begin, end);
    }
    int height = std::max({cond.height, otherwise.height, then ? then->height : 0}) + 1;
    return values_.make(
        type, begin, end, height,
        ir::Conditional{std::move(cond.expr), then ? std::move(then->expr) : nullptr, std::move(otherwise.expr)});
}

Value OperatorBuilder::cast(TypeRef to, Value operand, std::size_t begin) const {
    std::size_t end = operand.end;
    values_.rvalue(operand);
    if (is_error(operand) || to->kind == TypeKind::Error)
        return values_.error_value(begin, end);
    TypeRef from = operand.expr->type;
    auto scalar = [](TypeRef type) {
        return type->is_scalar() || type->kind == TypeKind::VaList || type->kind == TypeKind::Vector;
    };
    bool same_record = to->is_record() && (from->unqualified == to->unqualified || to->kind == TypeKind::Union);
    if (to->is_array() || to->is_function()) {
        context_.error(begin, end, fmt::format("cast specifies {} type", to->is_array() ? "array" : "function"));
        return values_.error_value(begin, end);
    }
    if (to->kind != TypeKind::Void && !same_record) {
        if (from->kind == TypeKind::Void) {
            context_.error(operand, "void value not ignored as it ought to be");
            return values_.error_value(begin, end);
        }
        if (!scalar(to)) {
            context_.error(begin, end, "conversion to non-scalar type requested");
            return values_.error_value(begin, end);
        }
        bool clash = (to->is_pointer() && from->is_floating()) || (to->is_floating() && from->is_pointer());
        if (!scalar(from) || clash) {
            context_.error(operand, fmt::format("cannot convert '{}' to '{}'", quoted(from), quoted(to)));
            return values_.error_value(begin, end);
        }
    }
    return values_.make(to->unqualified, begin, end, operand.height + 1,
                        ir::Cast{false, to->unqualified, std::move(operand.expr)});
}

Value OperatorBuilder::prefix(UnaryOp op, Value operand, std::size_t begin) const {
    std::size_t end = operand.end;
    if (op != UnaryOp::address_of)
        values_.rvalue(operand);
    if (is_error(operand))
        return values_.error_value(begin, end);
    auto result = [&](TypeRef type, bool lvalue = false) {
        Value value = values_.make(type, begin, end, operand.height + 1, ir::Unary{op, std::move(operand.expr)});
        value.expr->lvalue = lvalue;
        return value;
    };
    TypeRef type = operand.expr->type;
    auto wrong = [&](const char* what) {
        context_.error(operand, fmt::format("wrong type argument to {} (have '{}')", what, quoted(type)));
        return values_.error_value(begin, end);
    };
    switch (op) {
    case UnaryOp::deref:
        if (!type->is_pointer()) {
            if (type->kind == TypeKind::VaList)
                return values_.error_value(begin, end);
            context_.error(begin, end, fmt::format("invalid type argument of unary '*' (have '{}')", quoted(type)));
            return values_.error_value(begin, end);
        }
        // `*(&x)`, as macros with pointers for arguments have it, is x.
        if (auto* address = ir::strip(operand.expr.get())->as<ir::Unary>();
            address != nullptr && address->op == UnaryOp::address_of && address->operand->lvalue) {
            Value value = std::move(operand);
            ir::ExprPtr inner = std::move(const_cast<ir::Unary*>(address)->operand);
            value.expr = std::move(inner);
            value.begin = begin;
            return value;
        }
        return result(type->inner, !type->inner->is_function());
    case UnaryOp::address_of:
        if (type->is_function())
            return result(context_.unit.types.pointer_to(type));
        if (!operand.expr->lvalue) {
            context_.error(begin, end, "lvalue required as unary '&' operand");
            return values_.error_value(begin, end);
        }
        if (bit_width(*operand.expr)) {
            context_.error(begin, end, "cannot take the address of a bit-field");
            return values_.error_value(begin, end);
        }
        return result(context_.unit.types.pointer_to(type));
    case UnaryOp::plus:
    case UnaryOp::minus: {
        if (!type->is_arithmetic() && type->kind != TypeKind::Vector)
            return wrong(op == UnaryOp::plus ? "unary plus" : "unary minus");
        values_.promote(operand);
        TypeRef promoted = operand.expr->type->unqualified;
        return result(promoted);
    }
    case UnaryOp::bit_not: {
        if (!type->is_integer() && !type->is_complex() && type->kind != TypeKind::Vector)
            return wrong("bit-complement");
        values_.promote(operand);
        TypeRef promoted = operand.expr->type->unqualified;
        return result(promoted);
    }
    case UnaryOp::logical_not:
        if (!values_.check_scalar(operand, "operand of '!'"))
            return values_.error_value(begin, end);
        return result(context_.basic(TypeKind::Int));
    case UnaryOp::pre_inc:
    case UnaryOp::pre_dec:
        if (!operand.expr->lvalue) {
            context_.error(operand, fmt::format("lvalue required as {} operand",
                                                op == UnaryOp::pre_inc ? "increment" : "decrement"));
            return values_.error_value(begin, end);
        }
        if (!type->is_scalar())
            return wrong(op == UnaryOp::pre_inc ? "increment" : "decrement");
        if (type->quals.is_const) {
            context_.error(operand,
                           fmt::format("{} of read-only location '{}'",
                                       op == UnaryOp::pre_inc ? "increment" : "decrement", ir::print_c(*operand.expr)));
            return values_.error_value(begin, end);
        }
        return result(type->unqualified);
    case UnaryOp::extension: {
        bool lvalue = operand.expr->lvalue;
        return result(type, lvalue);
    }
    default: {
        if (!type->is_arithmetic())
            return wrong(op == UnaryOp::real ? "__real__" : "__imag__");
        TypeRef real = context_.conversions.real_part(type);
        bool lvalue = operand.expr->lvalue;
        return result(real, lvalue);
    }
    }
}

} // namespace hydra::frontend
