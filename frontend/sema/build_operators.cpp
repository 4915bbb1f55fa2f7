// Operators, and the conversions of their operands: C11 6.3 and 6.5. Only what no C compiler accepts is an error.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/sema/build.h"
#include "ir/print_hooks.h"

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

std::optional<int> bit_width(const ir::Expr& expr) {
    const auto* member = expr.as<ir::Member>();
    if (member == nullptr)
        return std::nullopt;
    TypeRef type = member->base->type;
    if (type->is_pointer())
        type = type->inner;
    const ir::Field* field = nullptr;
    for (int step : member->path) {
        if (!type->is_record() || static_cast<std::size_t>(step) >= type->tag->fields.size())
            return std::nullopt;
        field = &type->tag->fields[static_cast<std::size_t>(step)];
        type = field->type;
    }
    return field != nullptr ? field->bit_width : std::nullopt;
}

} // namespace

// In the program's words.
std::string Builder::quoted(TypeRef type) {
    ir::PrintHooks hooks;
    hooks.tag = [](const ir::TagDecl& tag) {
        const std::string word = tag.kind == TypeKind::Struct  ? "struct"
                                 : tag.kind == TypeKind::Union ? "union"
                                                               : "enum";
        return tag.name.empty() ? tag.alias.empty() ? word + " (without a name)" : tag.alias : word + " " + tag.name;
    };
    return ir::declare(type, "", hooks);
}

Builder::Value Builder::make(TypeRef type, std::size_t begin, std::size_t end, int height,
                             decltype(ir::Expr::node) node) {
    if (height > max_height) {
        error(begin, end, "the expression is nested too deeply");
        throw TreeTooDeep{};
    }
    Value value;
    value.expr = std::make_unique<ir::Expr>(ir::Expr{range(begin, end), type, false, std::move(node)});
    value.begin = begin;
    value.end = end;
    value.height = height;
    return value;
}

Builder::Value Builder::error_value(std::size_t begin, std::size_t end) {
    return make(basic(TypeKind::Error), begin, end, 1, ir::ErrorExpr{});
}

void Builder::convert(Value& value, TypeRef to) {
    to = to->unqualified;
    if (is_error(value) || to->kind == TypeKind::Error || value.expr->type->unqualified == to)
        return;
    auto source = value.expr->range;
    std::size_t begin = value.begin, end = value.end;
    int height = value.height + 1;
    value = make(to, begin, end, height, ir::Cast{true, to, std::move(value.expr)});
    value.expr->range = source;
}

void Builder::rvalue(Value& value) {
    TypeRef type = value.expr->type;
    if (type->is_array() || type->is_function())
        convert(value, conversions_.decayed(type));
}

void Builder::promote(Value& value) {
    rvalue(value);
    if (value.expr->type->is_integer())
        convert(value, conversions_.promoted(value.expr->type, bit_width(*value.expr)));
}

bool Builder::check_scalar(const Value& value, const char* what) {
    TypeRef type = value.expr->type;
    if (type->is_scalar() || type->is_array() || type->is_function() || is_error(value) ||
        type->kind == TypeKind::VaList || type->kind == TypeKind::Vector)
        return true;
    if (type->kind == TypeKind::Void)
        error(value, "void value not ignored as it ought to be");
    else
        error(value, fmt::format("used '{}' type value where scalar is required ({})", quoted(type), what));
    return false;
}

void Builder::convert_for(Value& value, TypeRef to, const char* what) {
    rvalue(value);
    TypeRef from = value.expr->type->unqualified;
    to = to->unqualified;
    if (is_error(value) || to->kind == TypeKind::Error || from == to)
        return;
    auto loose = [](TypeRef type) { return type->kind == TypeKind::VaList || type->kind == TypeKind::Vector; };
    if (from->kind == TypeKind::Void) {
        error(value, "void value not ignored as it ought to be");
        return;
    }
    bool fine = (to->is_arithmetic() && from->is_arithmetic()) ||
                (to->is_pointer() && (from->is_pointer() || from->is_integer())) ||
                (to->is_integer() && from->is_pointer());
    if (fine) {
        convert(value, to);
        return;
    }
    // Records of one tag may differ in qualifiers of members only; a transparent union takes any of its members.
    if (loose(from) || loose(to) || (to->is_record() && from->is_record() && to->tag == from->tag) ||
        to->kind == TypeKind::Union)
        return;
    error(value, fmt::format("incompatible types when {} type '{}' from type '{}'", what, quoted(to), quoted(from)));
}

Builder::Value Builder::binary(BinaryOp op, Value lhs, Value rhs) {
    std::size_t begin = lhs.begin, end = rhs.end;
    if (ir::is_assignment(op))
        return assign(op, std::move(lhs), std::move(rhs), begin, end);
    auto result = [&](TypeRef type) {
        int height = std::max(lhs.height, rhs.height) + 1;
        return make(type, begin, end, height, ir::Binary{op, std::move(lhs.expr), std::move(rhs.expr)});
    };
    if (op == BinaryOp::comma) {
        rvalue(rhs);
        return result(rhs.expr->type);
    }
    rvalue(lhs);
    rvalue(rhs);
    if (is_error(lhs) || is_error(rhs))
        return error_value(begin, end);
    TypeRef a = lhs.expr->type->unqualified, b = rhs.expr->type->unqualified;
    auto invalid = [&] {
        error(
            begin, end,
            fmt::format("invalid operands to binary {} (have '{}' and '{}')", ir::spelling(op), quoted(a), quoted(b)));
        return error_value(begin, end);
    };
    if (op == BinaryOp::logical_and || op == BinaryOp::logical_or) {
        if (!check_scalar(lhs, "operand") || !check_scalar(rhs, "operand"))
            return error_value(begin, end);
        return result(basic(TypeKind::Int));
    }
    if (a->kind == TypeKind::Vector || b->kind == TypeKind::Vector)
        return result(a->kind == TypeKind::Vector ? a : b);
    bool both_arithmetic = a->is_arithmetic() && b->is_arithmetic(), both_integers = a->is_integer() && b->is_integer();
    auto usual = [&] {
        promote(lhs);
        promote(rhs);
        TypeRef type = conversions_.common(lhs.expr->type, rhs.expr->type);
        convert(lhs, type);
        convert(rhs, type);
        return type;
    };
    switch (op) {
    case BinaryOp::add:
    case BinaryOp::sub:
        if (both_arithmetic)
            return result(usual());
        if (a->is_pointer() && b->is_integer()) {
            promote(rhs);
            return result(a);
        }
        if (op == BinaryOp::add && a->is_integer() && b->is_pointer()) {
            promote(lhs);
            return result(b);
        }
        if (op == BinaryOp::sub && a->is_pointer() && b->is_pointer())
            return result(basic(TypeKind::Long));
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
        promote(lhs);
        promote(rhs);
        TypeRef type = lhs.expr->type->unqualified;
        return result(type);
    }
    default: { // comparisons
        if (both_arithmetic) {
            usual();
            return result(basic(TypeKind::Int));
        }
        bool pointers = (a->is_pointer() || b->is_pointer()) && (a->is_pointer() || a->is_integer()) &&
                        (b->is_pointer() || b->is_integer());
        return pointers ? result(basic(TypeKind::Int)) : invalid();
    }
    }
}

Builder::Value Builder::assign(BinaryOp op, Value lhs, Value rhs, std::size_t begin, std::size_t end) {
    TypeRef type = lhs.expr->type;
    if (is_error(lhs) || is_error(rhs))
        return error_value(begin, end);
    if (!lhs.expr->lvalue || type->is_function()) {
        error(lhs, "lvalue required as left operand of assignment");
        return error_value(begin, end);
    }
    if (type->is_array()) {
        error(lhs, "assignment to expression with array type");
        return error_value(begin, end);
    }
    if (type->quals.is_const) {
        error(lhs, fmt::format("assignment of read-only location '{}'", ir::print_c(*lhs.expr)));
        return error_value(begin, end);
    }
    if (op == BinaryOp::assign)
        convert_for(rhs, type, "assigning to");
    else {
        BinaryOp base = ir::compound_base(op);
        rvalue(rhs);
        TypeRef a = type->unqualified, b = rhs.expr->type->unqualified;
        bool shift = base == BinaryOp::shl || base == BinaryOp::shr;
        bool integers_only = shift || base == BinaryOp::rem || base == BinaryOp::bit_and || base == BinaryOp::bit_or ||
                             base == BinaryOp::bit_xor;
        bool pointer_step = a->is_pointer() && b->is_integer() && (base == BinaryOp::add || base == BinaryOp::sub);
        bool fine = pointer_step || a->kind == TypeKind::Vector ||
                    (integers_only ? a->is_integer() && b->is_integer() : a->is_arithmetic() && b->is_arithmetic());
        if (!fine) {
            error(begin, end,
                  fmt::format("invalid operands to binary {} (have '{}' and '{}')", ir::spelling(base), quoted(a),
                              quoted(b)));
            return error_value(begin, end);
        }
        if (pointer_step || shift)
            promote(rhs);
        else if (a->is_arithmetic() && b->is_arithmetic()) {
            promote(rhs);
            convert(rhs, conversions_.common(conversions_.promoted(a, bit_width(*lhs.expr)), rhs.expr->type));
        }
    }
    int height = std::max(lhs.height, rhs.height) + 1;
    return make(type->unqualified, begin, end, height, ir::Binary{op, std::move(lhs.expr), std::move(rhs.expr)});
}

Builder::Value Builder::conditional(Value cond, std::optional<Value> then, Value otherwise) {
    std::size_t begin = cond.begin, end = otherwise.end;
    rvalue(cond);
    rvalue(otherwise);
    if (then)
        rvalue(*then);
    if (!check_scalar(cond, "condition") || is_error(cond) || is_error(otherwise) || (then && is_error(*then)))
        return error_value(begin, end);
    Value& first = then ? *then : cond;
    TypeRef a = first.expr->type->unqualified, b = otherwise.expr->type->unqualified, type = nullptr;
    if (a->is_arithmetic() && b->is_arithmetic()) {
        promote(otherwise);
        promote(first); // of `c ?: e` the condition, which is its value too: being 0 outlasts the conversion
        type = conversions_.common(first.expr->type, otherwise.expr->type);
        convert(first, type);
        convert(otherwise, type);
    } else if (a->kind == TypeKind::Void || b->kind == TypeKind::Void)
        type = basic(TypeKind::Void);
    else if (a->is_pointer() && b->is_pointer()) {
        if (is_null_constant(*first.expr))
            type = b;
        else if (is_null_constant(*otherwise.expr) || a == b)
            type = a;
        else {
            bool is_void = a->inner->kind == TypeKind::Void || b->inner->kind == TypeKind::Void;
            TypeRef inner = is_void ? basic(TypeKind::Void) : a->inner->unqualified;
            ir::Qualifiers quals = a->inner->quals;
            quals.is_const |= b->inner->quals.is_const;
            quals.is_volatile |= b->inner->quals.is_volatile;
            type = unit_.types.pointer_to(qualified(inner, quals));
        }
        if (then)
            convert(*then, type);
        convert(otherwise, type);
    } else if (a->is_pointer() && b->is_integer()) {
        type = a;
        convert(otherwise, type);
    } else if (b->is_pointer() && a->is_integer()) {
        type = b;
        if (then)
            convert(*then, type);
    } else if (a == b || (a->is_record() && b->is_record() && a->tag == b->tag) || a->kind == TypeKind::Vector)
        type = a;
    else {
        error(begin, end,
              fmt::format("type mismatch in conditional expression (have '{}' and '{}')", quoted(a), quoted(b)));
        return error_value(begin, end);
    }
    int height = std::max({cond.height, otherwise.height, then ? then->height : 0}) + 1;
    return make(
        type, begin, end, height,
        ir::Conditional{std::move(cond.expr), then ? std::move(then->expr) : nullptr, std::move(otherwise.expr)});
}

Builder::Value Builder::cast(TypeRef to, Value operand, std::size_t begin) {
    std::size_t end = operand.end;
    rvalue(operand);
    if (is_error(operand) || to->kind == TypeKind::Error)
        return error_value(begin, end);
    TypeRef from = operand.expr->type;
    auto scalar = [](TypeRef type) {
        return type->is_scalar() || type->kind == TypeKind::VaList || type->kind == TypeKind::Vector;
    };
    bool same_record = to->is_record() && (from->unqualified == to->unqualified || to->kind == TypeKind::Union);
    if (to->is_array() || to->is_function()) {
        error(begin, end, fmt::format("cast specifies {} type", to->is_array() ? "array" : "function"));
        return error_value(begin, end);
    }
    if (to->kind != TypeKind::Void && !same_record) {
        if (from->kind == TypeKind::Void) {
            error(operand, "void value not ignored as it ought to be");
            return error_value(begin, end);
        }
        if (!scalar(to)) {
            error(begin, end, "conversion to non-scalar type requested");
            return error_value(begin, end);
        }
        bool clash = (to->is_pointer() && from->is_floating()) || (to->is_floating() && from->is_pointer());
        if (!scalar(from) || clash) {
            error(operand, fmt::format("cannot convert '{}' to '{}'", quoted(from), quoted(to)));
            return error_value(begin, end);
        }
    }
    return make(to->unqualified, begin, end, operand.height + 1,
                ir::Cast{false, to->unqualified, std::move(operand.expr)});
}

Builder::Value Builder::prefix(std::size_t op, Value operand, std::size_t begin) {
    std::size_t end = operand.end;
    if (op != P::AND)
        rvalue(operand);
    if (is_error(operand))
        return error_value(begin, end);
    auto result = [&](UnaryOp unary_op, TypeRef type, bool lvalue = false) {
        Value value = make(type, begin, end, operand.height + 1, ir::Unary{unary_op, std::move(operand.expr)});
        value.expr->lvalue = lvalue;
        return value;
    };
    TypeRef type = operand.expr->type;
    auto wrong = [&](const char* what) {
        error(operand, fmt::format("wrong type argument to {} (have '{}')", what, quoted(type)));
        return error_value(begin, end);
    };
    switch (op) {
    case P::STAR:
        if (!type->is_pointer()) {
            if (type->kind == TypeKind::VaList)
                return error_value(begin, end);
            error(begin, end, fmt::format("invalid type argument of unary '*' (have '{}')", quoted(type)));
            return error_value(begin, end);
        }
        return result(UnaryOp::deref, type->inner, !type->inner->is_function());
    case P::AND:
        if (type->is_function())
            return result(UnaryOp::address_of, unit_.types.pointer_to(type));
        if (!operand.expr->lvalue) {
            error(begin, end, "lvalue required as unary '&' operand");
            return error_value(begin, end);
        }
        if (bit_width(*operand.expr)) {
            error(begin, end, "cannot take the address of a bit-field");
            return error_value(begin, end);
        }
        return result(UnaryOp::address_of, unit_.types.pointer_to(type));
    case P::PLUS:
    case P::MINUS: {
        if (!type->is_arithmetic() && type->kind != TypeKind::Vector)
            return wrong(op == P::PLUS ? "unary plus" : "unary minus");
        promote(operand);
        TypeRef promoted = operand.expr->type->unqualified;
        return result(op == P::PLUS ? UnaryOp::plus : UnaryOp::minus, promoted);
    }
    case P::TILDE: {
        if (!type->is_integer() && !type->is_complex() && type->kind != TypeKind::Vector)
            return wrong("bit-complement");
        promote(operand);
        TypeRef promoted = operand.expr->type->unqualified;
        return result(UnaryOp::bit_not, promoted);
    }
    case P::NOT:
        if (!check_scalar(operand, "operand of '!'"))
            return error_value(begin, end);
        return result(UnaryOp::logical_not, basic(TypeKind::Int));
    case P::INC:
    case P::DEC:
        if (!operand.expr->lvalue) {
            error(operand, fmt::format("lvalue required as {} operand", op == P::INC ? "increment" : "decrement"));
            return error_value(begin, end);
        }
        if (!type->is_scalar())
            return wrong(op == P::INC ? "increment" : "decrement");
        if (type->quals.is_const) {
            error(operand, fmt::format("{} of read-only location '{}'", op == P::INC ? "increment" : "decrement",
                                       ir::print_c(*operand.expr)));
            return error_value(begin, end);
        }
        return result(op == P::INC ? UnaryOp::pre_inc : UnaryOp::pre_dec, type->unqualified);
    case P::EXTENSION: {
        bool lvalue = operand.expr->lvalue;
        return result(UnaryOp::extension, type, lvalue);
    }
    default: {
        if (!type->is_arithmetic())
            return wrong(op == P::REAL ? "__real__" : "__imag__");
        TypeRef real = conversions_.real_part(type);
        bool lvalue = operand.expr->lvalue;
        return result(op == P::REAL ? UnaryOp::real : UnaryOp::imag, real, lvalue);
    }
    }
}

} // namespace hydra::frontend
