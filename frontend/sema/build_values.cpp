// See build_values.h.
#include "frontend/sema/build_values.h"

#include <algorithm>

#include <fmt/format.h>

namespace hydra::frontend {

using ir::TypeKind;
using ir::TypeRef;

bool find_field(TypeRef record, std::string_view name, std::vector<int>& path, TypeRef& type) {
    for (std::size_t i = 0; i < record->tag->fields.size(); ++i) {
        const ir::Field& field = record->tag->fields[i];
        path.push_back(static_cast<int>(i));
        if (field.name == name && !field.name.empty()) {
            type = field.type;
            return true;
        }
        if (field.name.empty() && field.type->is_record() && find_field(field.type, name, path, type))
            return true;
        path.pop_back();
    }
    return false;
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

Value ValueBuilder::make(TypeRef type, std::size_t begin, std::size_t end, int height,
                         decltype(ir::Expr::node) node) const {
    if (height > max_height) {
        context_.error(begin, end, "the expression is nested too deeply");
        throw TreeTooDeep{};
    }
    Value value;
    value.expr = std::make_unique<ir::Expr>(ir::Expr{context_.range(begin, end), type, false, std::move(node)});
    value.begin = begin;
    value.end = end;
    value.height = height;
    return value;
}

Value ValueBuilder::error_value(std::size_t begin, std::size_t end) const {
    return make(context_.basic(TypeKind::Error), begin, end, 1, ir::ErrorExpr{});
}

void ValueBuilder::convert(Value& value, TypeRef to) const {
    to = to->unqualified;
    if (is_error(value) || to->kind == TypeKind::Error || value.expr->type->unqualified == to)
        return;
    auto source = value.expr->range;
    std::size_t begin = value.begin, end = value.end;
    int height = value.height + 1;
    value = make(to, begin, end, height, ir::Cast{true, to, std::move(value.expr)});
    value.expr->range = source;
}

void ValueBuilder::rvalue(Value& value) const {
    TypeRef type = value.expr->type;
    if (type->is_array() || type->is_function())
        convert(value, context_.conversions.decayed(type));
}

void ValueBuilder::promote(Value& value) const {
    rvalue(value);
    if (value.expr->type->is_integer())
        convert(value, context_.conversions.promoted(value.expr->type, bit_width(*value.expr)));
}

bool ValueBuilder::check_scalar(const Value& value, const char* what) const {
    TypeRef type = value.expr->type;
    if (type->is_scalar() || type->is_array() || type->is_function() || is_error(value) ||
        type->kind == TypeKind::VaList || type->kind == TypeKind::Vector)
        return true;
    if (type->kind == TypeKind::Void)
        context_.error(value, "void value not ignored as it ought to be");
    else
        context_.error(value, fmt::format("used '{}' type value where scalar is required ({})", quoted(type), what));
    return false;
}

void ValueBuilder::convert_for(Value& value, TypeRef to, const char* what) const {
    rvalue(value);
    TypeRef from = value.expr->type->unqualified;
    to = to->unqualified;
    if (is_error(value) || to->kind == TypeKind::Error || from == to)
        return;
    auto loose = [](TypeRef type) { return type->kind == TypeKind::VaList || type->kind == TypeKind::Vector; };
    if (from->kind == TypeKind::Void) {
        context_.error(value, "void value not ignored as it ought to be");
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
    context_.error(value,
                   fmt::format("incompatible types when {} type '{}' from type '{}'", what, quoted(to), quoted(from)));
}

} // namespace hydra::frontend
