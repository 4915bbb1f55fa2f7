// What host code can compute (host_code.h).
#include "passes/evaluation/host_code.h"

#include "passes/evaluation/expression_shapes.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::UnaryOp;

namespace {

// Whether the expression reads nothing but variables and elements of them with constant subscripts, and divides by
// nothing that the program may have checked.
bool always_valid(const Expr& expr) {
    bool good = true;
    walk(
        expr,
        [&](const Expr& e) {
            const auto* unary = e.as<ir::Unary>();
            const auto* member = e.as<ir::Member>();
            const auto* binary = e.as<ir::Binary>();
            good = good && (binary == nullptr || !may_trap(*binary)) &&
                   (unary == nullptr || unary->op != ir::UnaryOp::deref) && (member == nullptr || !member->arrow);
            if (const auto* element = e.as<ir::Index>()) {
                const ir::TypeRef array = ir::strip(element->base.get())->type;
                const auto at = ir::constant_value(*element->index);
                good = good && array != nullptr && array->is_array() && at && *at >= 0 && *at < array->length;
            }
        },
        [&](const ir::Stmt&) { good = false; });
    return good;
}

} // namespace

ir::HostExpr host_address(const ir::VarDecl& variable) {
    return ir::HostExpr::unary(ir::UnaryOp::address_of, ir::HostExpr::name(variable.name));
}

bool HostCode::nameable(const ir::VarDecl* variable) const {
    const RegionOptions& options = region_.options();
    return frames_.in_own_text() || (options.nameable && options.nameable(variable));
}

ir::HostExpr HostCode::of(const ir::VarDecl* variable, const ir::HostExpr& expr, bool pointer) const {
    if (nameable(variable))
        return expr;
    return region_.options().told ? region_.options().told(variable, expr, pointer) : ir::HostExpr();
}

bool HostCode::means_the_same(const Expr& expr, const std::function<bool(const Expr&)>& keeps) const {
    if (!frames_.in_own_text())
        return false;
    bool good = true;
    walk(
        expr,
        [&](const Expr& e) {
            good = good && e.as<ir::Call>() == nullptr && e.as<ir::StatementExpr>() == nullptr &&
                   assigned_variable(e) == nullptr && !stores_to_memory(e);
            const bool reference = e.as<ir::DeclRef>() != nullptr;
            if (const ir::VarDecl* variable = reference ? ir::named_variable(&e) : nullptr)
                good = good && region_.is_outer(variable) && (region_.is_fixed(variable) || variable->type->is_array());
            const auto* unary = e.as<ir::Unary>();
            const bool memory = e.as<ir::Index>() != nullptr || e.as<ir::Member>() != nullptr ||
                                (unary != nullptr && unary->op == ir::UnaryOp::deref);
            if (good && memory && e.type != nullptr && !e.type->is_array() && !e.type->is_record())
                good = keeps(e);
        },
        [&](const ir::Stmt&) { good = false; });
    return good;
}

bool HostCode::can_evaluate(const Expr& expr) {
    return (path_.runs_in_any_case() || always_valid(expr)) &&
           means_the_same(
               expr, [&](const Expr& load) { return region_.stores_to(load) == Summary::CellStores::none; });
}

bool HostCode::can_name(const Expr& expr) const {
    return path_.runs_in_any_case() && means_the_same(
                                           expr, [](const Expr&) { return true; });
}

Value HostCode::fixed_value(const Expr& expr) {
    if (symbols_.size() > most_symbols)
        return {};
    if (expr.type == nullptr || !expr.type->is_integer() || !frames_.in_own_text() || work_.weary())
        return {};
    bool good = true;
    walk(
        expr,
        [&](const Expr& e) {
            work_.weary();
            if (e.as<ir::Call>() != nullptr || e.as<ir::StatementExpr>() != nullptr ||
                e.as<ir::BuiltinExpr>() != nullptr || e.as<ir::Index>() != nullptr ||
                e.as<ir::CompoundLiteral>() != nullptr || e.as<ir::FloatLit>() != nullptr)
                good = false;
            if (const auto* unary = e.as<ir::Unary>())
                good = good && unary->op != UnaryOp::deref && unary->op != UnaryOp::address_of &&
                       (unary->op < UnaryOp::pre_inc || unary->op > UnaryOp::post_dec);
            if (const auto* binary = e.as<ir::Binary>()) {
                good = good && !ir::is_assignment(binary->op) && binary->op != BinaryOp::comma;
                good = good && !may_trap(*binary);
            }
            if (const auto* member = e.as<ir::Member>())
                good = good && !member->arrow;
            if (const ir::VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr)
                good = good && region_.is_outer(variable) && region_.is_fixed(variable) &&
                       !variable->type->quals.is_volatile;
        },
        [&](const ir::Stmt&) { good = false; });
    if (!good)
        return {};
    return Value::of(Poly::symbol(symbols_.parameter(ir::HostExpr::of(expr), "hydra_v", false, expr.type)));
}

} // namespace hydra::passes
