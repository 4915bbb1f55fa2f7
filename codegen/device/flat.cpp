// An expression is followed down to the pointer that it starts from; on the way the subscripts are scaled and
// collected.
#include "codegen/device/flat.h"

#include <fmt/format.h>

namespace hydra::codegen {

namespace {

bool points_at_rows(const ir::Expr& expr) { return expr.type->is_pointer() && expr.type->inner->is_vla(); }

// Whether a text is a name, a number or a call, which `*` may follow.
bool is_simple(const std::string& text) {
    int depth = 0;
    for (const char c : text) {
        depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
        if (depth == 0 && (c == ' ' || c == '-' || c == '+'))
            return false;
    }
    return true;
}

std::string enclosed(const std::string& text) { return is_simple(text) ? text : "(" + text + ")"; }

// As a part of a sum of longs: what C computes in fewer bits, where it may wrap around, is computed by itself.
std::string summand(const ir::Expr& full, const std::string& text) {
    const auto& expr = *ir::strip(&full);
    const auto* binary = expr.as<ir::Binary>();
    const bool sum = binary != nullptr && binary->op <= ir::BinaryOp::rem;
    const bool wraps = expr.type->is_unsigned() && ir::size_of(expr.type).value_or(0) < 8;
    const bool open = binary != nullptr ? !sum || wraps : expr.as<ir::Conditional>() != nullptr;
    return open ? "(" + text + ")" : text;
}

} // namespace

std::string FlatRows::Place::sum() const {
    std::string sum;
    for (const auto& offset : offsets)
        sum += (sum.empty() ? "" : " + ") + offset;
    return sum;
}

std::string FlatRows::stride(const ir::Type& array) const {
    std::string product;
    for (const auto* type = &array; type->is_array() && type->is_vla(); type = type->inner)
        product += (product.empty() ? "" : " * ") + length_(*type);
    return product.empty() ? "1L" : product;
}

std::string FlatRows::scaled(const ir::Expr& index, const ir::Type& array) const {
    return enclosed(text(index)) + " * " + (array.inner->is_vla() ? "(" + stride(array) + ")" : stride(array));
}

FlatRows::Place FlatRows::place(const ir::Expr& full) const {
    const auto& expr = *ir::strip(&full);
    if (const auto* index = expr.as<ir::Index>(); index != nullptr && expr.type->is_vla()) {
        auto base = place(*index->base);
        base.offsets.push_back(scaled(*index->index, *expr.type));
        return base;
    }
    if (const auto* unary = expr.as<ir::Unary>()) {
        if (unary->op == ir::UnaryOp::deref || unary->op == ir::UnaryOp::address_of)
            return place(*unary->operand);
    }
    const auto* binary = expr.as<ir::Binary>();
    if (binary != nullptr && points_at_rows(expr) &&
        (binary->op == ir::BinaryOp::add || binary->op == ir::BinaryOp::sub)) {
        const bool right = !binary->lhs->type->is_pointer();
        auto base = place(right ? *binary->rhs : *binary->lhs);
        const auto by = scaled(right ? *binary->lhs : *binary->rhs, *expr.type->inner);
        base.offsets.push_back(binary->op == ir::BinaryOp::add ? by : "-(" + by + ")");
        return base;
    }
    // A name, a call, a choice, an assignment: printed by itself.
    return {text(expr), {}};
}

std::string FlatRows::pointer(const ir::Expr& expr) const {
    const auto found = place(expr);
    return found.offsets.empty() ? found.root : fmt::format("({} + {})", enclosed(found.root), found.sum());
}

std::optional<std::string> FlatRows::expression(const ir::Expr& expr) const {
    if (const auto* index = expr.as<ir::Index>()) {
        const auto& base = *ir::strip(index->base.get());
        if (expr.type->is_vla())
            return pointer(expr);
        if (!base.type->is_vla())
            return std::nullopt;
        auto found = place(base);
        found.offsets.push_back(summand(*index->index, text(*index->index)));
        return fmt::format("{}[{}]", enclosed(found.root), found.sum());
    }
    if (const auto* unary = expr.as<ir::Unary>()) {
        const auto& operand = *ir::strip(unary->operand.get());
        const bool to_rows = points_at_rows(expr);
        if ((unary->op == ir::UnaryOp::deref && expr.type->is_vla()) ||
            (unary->op == ir::UnaryOp::address_of && to_rows))
            return pointer(expr);
        if (unary->op == ir::UnaryOp::deref && operand.type->is_vla()) { // *a[i]
            auto found = place(operand);
            return found.offsets.empty() ? fmt::format("(*{})", found.root)
                                         : fmt::format("{}[{}]", enclosed(found.root), found.sum());
        }
        if (to_rows && unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec) {
            const auto rows = stride(*expr.type->inner);
            const bool up = unary->op == ir::UnaryOp::pre_inc || unary->op == ir::UnaryOp::post_inc;
            const bool before = unary->op == ir::UnaryOp::pre_inc || unary->op == ir::UnaryOp::pre_dec;
            const auto moved = fmt::format("({} {} {})", text(operand), up ? "+=" : "-=", rows);
            return before ? moved : fmt::format("({} {} {})", moved, up ? "-" : "+", enclosed(rows));
        }
        return std::nullopt;
    }
    const auto* binary = expr.as<ir::Binary>();
    if (binary == nullptr || !points_at_rows(*binary->lhs)) {
        return binary != nullptr && points_at_rows(expr) && binary->op == ir::BinaryOp::add
                   ? std::optional(pointer(expr))
                   : std::nullopt;
    }
    switch (binary->op) {
    case ir::BinaryOp::add:
        return pointer(expr);
    case ir::BinaryOp::sub:
        return points_at_rows(expr) ? pointer(expr)
                                    : fmt::format("(({} - {}) / ({}))", enclosed(text(*binary->lhs)),
                                                  enclosed(text(*binary->rhs)), stride(*binary->lhs->type->inner));
    case ir::BinaryOp::add_assign:
    case ir::BinaryOp::sub_assign:
        return fmt::format("({} {} {})", text(*binary->lhs), ir::spelling(binary->op),
                           scaled(*binary->rhs, *binary->lhs->type->inner));
    default:
        return std::nullopt;
    }
}

} // namespace hydra::codegen
