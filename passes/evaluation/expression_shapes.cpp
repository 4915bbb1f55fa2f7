// Questions about the text of expressions (expression_shapes.h).
#include "passes/evaluation/expression_shapes.h"

#include <algorithm>
#include <fmt/format.h>

#include "ir/operators.h"
#include "passes/facts/expressions.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::UnaryOp;

bool has_effects(const Expr& expr) {
    bool found = false;
    walk(
        expr,
        [&](const Expr& e) {
            const auto* unary = e.as<ir::Unary>();
            found = found || assigned_variable(e) != nullptr || e.as<ir::Call>() != nullptr ||
                    e.as<ir::StatementExpr>() != nullptr || (unary != nullptr && unary->op == UnaryOp::address_of);
        },
        [](const ir::Stmt&) {});
    return found;
}

bool names_any(const Expr& expr, const Variables& variables, const Summary& summary) {
    if (variables.empty())
        return false;
    bool found = false;
    walk(
        expr,
        [&](const Expr& e) {
            const ir::VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
            found = found || variables.contains(variable) || variables.contains(summary.canonical(variable));
        },
        [](const ir::Stmt&) {});
    return found;
}

Variables addresses_handed_out(const Expr& expr) {
    Variables out;
    const auto* call = expr.as<ir::Call>();
    if (call == nullptr)
        return out;
    for (const auto& arg : call->args) {
        const auto* unary = without_casts(*arg)->as<ir::Unary>();
        const bool address = unary != nullptr && unary->op == ir::UnaryOp::address_of;
        if (const ir::VarDecl* variable = address ? base_variable(unary->operand.get()) : nullptr)
            out.insert(variable);
    }
    return out;
}

const ir::VarDecl* first_variable(const Expr& expr) {
    const ir::VarDecl* found = nullptr;
    walk(
        expr,
        [&](const Expr& e) {
            if (found == nullptr && e.as<ir::DeclRef>() != nullptr)
                found = ir::named_variable(&e);
        },
        [](const ir::Stmt&) {});
    return found;
}

bool may_trap(const ir::Binary& binary) {
    const bool divides = (binary.op == BinaryOp::div || binary.op == BinaryOp::rem) && binary.rhs->type->is_integer();
    const auto by = divides ? ir::constant_value(*binary.rhs) : 1;
    return by.value_or(0) == 0 || by == -1;
}

namespace {

// Whether it looks at memory itself; what its variables come from is not asked.
bool loads(const Expr& condition) {
    const Expr& expr = *ir::strip(&condition);
    const auto* unary = expr.as<ir::Unary>();
    const auto* member = expr.as<ir::Member>();
    if (expr.as<ir::Index>() || expr.as<ir::Call>() || (unary != nullptr && unary->op == ir::UnaryOp::deref) ||
        (member != nullptr && member->arrow))
        return true;
    bool found = false;
    ir::for_each_child(expr, [&](const Expr& child) { found = found || loads(child); });
    return found;
}

} // namespace

std::string stands_behind(const Expr& condition) {
    if (loads(condition))
        return "it stands behind a condition on data";
    return fmt::format("it stands behind '{}', which is not known to be an affine condition on the loop variables",
                       ir::print_c(condition));
}

bool only_returns(const ir::FunctionDecl& function, const Summary& summary, int depth) {
    constexpr int deepest = 4;
    const auto* body = function.body->as<ir::Compound>();
    const auto* back = body != nullptr && body->items.size() == 1 ? body->items.front()->as<ir::Return>() : nullptr;
    if (back == nullptr || !back->value)
        return false;
    bool good = true;
    walk(
        *back->value,
        [&](const Expr& e) {
            const auto* call = e.as<ir::Call>();
            const ir::FunctionDecl* callee = call != nullptr ? summary.definition(ir::called_function(*call)) : nullptr;
            good = good && assignment_target(e) == nullptr &&
                   (call == nullptr ||
                    (callee != nullptr && depth < deepest && only_returns(*callee, summary, depth + 1)));
        },
        [&](const ir::Stmt&) { good = false; });
    return good;
}

bool are_few(const CallTargets& to) {
    constexpr std::size_t most = 8;
    return to.known && !to.functions.empty() && to.functions.size() <= most &&
           std::none_of(to.functions.begin(), to.functions.end(), [](const ir::FunctionDecl* function) {
               return function->type->variadic || function->type->unprototyped;
           });
}

bool differ_in_qualifiers(ir::TypeRef one, ir::TypeRef other) {
    while (one != nullptr && other != nullptr && one->is_array() && other->is_array() && one->length >= 0 &&
           one->length == other->length) {
        one = one->inner;
        other = other->inner;
    }
    return one != nullptr && other != nullptr && one->unqualified == other->unqualified;
}

} // namespace hydra::passes
