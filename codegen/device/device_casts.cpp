// OpenCL C has no type for truth values that lie in memory, so they are bytes there and conversions to them are written
// out; C++ converts fewer pointers by itself than C.
#include "codegen/device/device_casts.h"

#include <cmath>

#include <fmt/format.h>

#include "codegen/device/device_checks.h"

namespace hydra::codegen {

namespace {

// `((double)1.79769313486231570814527423731704357e+308L)`, as headers write DBL_MAX.
std::optional<std::string> narrowed_literal(const ir::Cast& cast) {
    const auto* literal = ir::strip(cast.operand.get())->as<ir::FloatLit>();
    const bool narrows = literal != nullptr && cast.operand->type->kind == ir::TypeKind::LongDouble &&
                         cast.to->kind == ir::TypeKind::Double && std::isfinite(literal->value);
    return narrows ? std::optional(fmt::format("{:.17e}", literal->value)) : std::nullopt;
}

// Whether C++, too, converts one pointer to the other without being told.
bool same_in_cpp(ir::TypeRef from, ir::TypeRef to) {
    if (to->inner->kind == ir::TypeKind::Void)
        return to->inner->quals.is_const || !from->inner->quals.is_const;
    return from->inner == to->inner ||
           (from->inner->unqualified == to->inner->unqualified && to->inner->quals.is_const);
}

} // namespace

bool is_null(const ir::Expr& full) {
    const auto* expr = ir::strip(&full);
    for (const auto* cast = expr->as<ir::Cast>(); cast != nullptr; cast = expr->as<ir::Cast>())
        expr = ir::strip(cast->operand.get());
    return expr->type->is_integer() && ir::constant_value(*expr) == 0;
}

void check_null(const ir::Expr& expr) {
    const auto* index = expr.as<ir::Index>();
    const auto* member = expr.as<ir::Member>();
    const auto* binary = expr.as<ir::Binary>();
    const bool computes = binary != nullptr && (binary->op == ir::BinaryOp::add || binary->op == ir::BinaryOp::sub);
    const auto refuse = [&expr](const ir::Expr& operand) {
        if (operand.type->is_pointer() && is_null(operand))
            throw HostOnly{expr.range, "it computes with a null pointer"};
    };
    if (computes) {
        refuse(*binary->lhs);
        refuse(*binary->rhs);
    } else if (index != nullptr || (member != nullptr && member->arrow)) {
        refuse(index != nullptr ? *index->base : *member->base);
    }
}

std::string DeviceCasts::truth(const ir::Expr& operand) const {
    const auto& expr = *ir::strip(&operand);
    const auto value = ir::constant_value(expr);
    if (expr.type->kind == ir::TypeKind::Bool || value == 0 || value == 1)
        return "(" + text(operand) + ")";
    const auto byte = basic_name(dialect_, ir::TypeKind::Bool);
    return is_truth(expr) ? fmt::format("(({})({}))", byte, text(operand))
                          : fmt::format("(({})(({}) != 0))", byte, text(operand));
}

std::string DeviceCasts::pointer_cast(const ir::Expr& expr, const ir::Cast& cast) const {
    const auto space = space_text(dialect_, frame_.pointer(expr));
    return fmt::format("(({})({}))", scope_.types().declare(cast.to, "", space), text(*cast.operand));
}

std::optional<std::string> DeviceCasts::converted(const ir::Expr& expr, const ir::Cast& cast, bool written) const {
    const auto& operand = *cast.operand;
    if (cast.to->is_pointer() && !operand.type->is_function() && is_null(operand))
        return "0";
    if (operand.type->is_array())
        return std::nullopt;
    if (cast.to->kind == ir::TypeKind::Bool && dialect_.is_opencl())
        return truth(operand);
    const bool numbers = cast.to->is_arithmetic() && operand.type->is_arithmetic();
    if (numbers && written && cast.to->unqualified != operand.type->unqualified) {
        scope_.types().check(cast.to, expr.range, fmt::format("'{}'", ir::print_c(expr)));
        return fmt::format("(({})({}))", type_text(cast.to), text(operand));
    }
    const bool pointers = operand.type->is_pointer() && cast.to->is_pointer();
    return pointers && !dialect_.is_opencl() && !same_in_cpp(operand.type, cast.to)
               ? std::optional(pointer_cast(expr, cast))
               : std::nullopt;
}

std::optional<std::string> DeviceCasts::casted(const ir::Expr& expr, const ir::Cast& cast) const {
    const auto from = cast.operand->type;
    if (auto literal = narrowed_literal(cast))
        return literal;
    if (cast.to->is_pointer() && is_null(*cast.operand))
        return "0";
    if (cast.to->is_pointer()) {
        scope_.types().check(cast.to, expr.range, fmt::format("'{}'", ir::print_c(expr)));
        return pointer_cast(expr, cast);
    }
    if (cast.to->kind != ir::TypeKind::Void && (from->is_pointer() || from->is_array()))
        throw HostOnly{expr.range, "an address becomes a number"};
    if (cast.to->kind == ir::TypeKind::Bool && dialect_.is_opencl())
        return truth(*cast.operand);
    return std::nullopt;
}

std::string DeviceCasts::value(const ir::Expr& expr, ir::TypeRef type) const {
    const auto from = ir::strip(&expr)->type;
    const bool numbers = type->is_arithmetic() && from->is_arithmetic();
    return numbers && type->unqualified != from->unqualified ? fmt::format("(({})({}))", type_text(type), text(expr))
                                                             : text(expr);
}

std::optional<std::string> DeviceCasts::void_steps(const ir::Expr& expr, const ir::Binary& binary) const {
    const auto is_void = [](const ir::Expr& side) {
        return side.type->is_pointer() && side.type->inner->kind == ir::TypeKind::Void;
    };
    if (!is_void(*binary.lhs) && !is_void(*binary.rhs))
        return std::nullopt;
    if (binary.op == ir::BinaryOp::add_assign || binary.op == ir::BinaryOp::sub_assign)
        throw HostOnly{expr.range, "it steps a pointer to void"};
    if (binary.op != ir::BinaryOp::add && binary.op != ir::BinaryOp::sub)
        return std::nullopt;
    const auto side = [&](const ir::Expr& operand) {
        return is_void(operand) ? fmt::format("((const char *)({}))", text(operand)) : "(" + text(operand) + ")";
    };
    const auto result = fmt::format("({} {} {})", side(*binary.lhs), ir::spelling(binary.op), side(*binary.rhs));
    return expr.type->is_pointer() ? fmt::format("(({}){})", type_text(expr.type), result) : result;
}

std::optional<std::string> DeviceCasts::truth_assignment(const ir::Expr& expr, const ir::Binary& binary) const {
    if (!dialect_.is_opencl() || !ir::is_assignment(binary.op) || binary.op == ir::BinaryOp::assign ||
        binary.lhs->type->kind != ir::TypeKind::Bool)
        return std::nullopt;
    const auto* variable = ir::named_variable(binary.lhs.get());
    if (variable == nullptr)
        throw HostOnly{expr.range, "it computes with a _Bool in memory"};
    const auto name = text(*binary.lhs);
    return fmt::format("({0} = ({0} {1} ({2})) != 0)", name, ir::spelling(ir::compound_base(binary.op)),
                       text(*binary.rhs));
}

} // namespace hydra::codegen
