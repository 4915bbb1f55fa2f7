// Conditions as formulas (conditions.h).
#include "passes/evaluation/conditions.h"

#include <fmt/format.h>

#include "ir/operators.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::UnaryOp;

std::optional<std::string> Conditions::formula(const Expr& cond) {
    const Expr* expr = ir::strip(&cond);
    if (work_.weary())
        return std::nullopt;
    bool effects = false; // evaluated a second time here: only where that changes nothing
    walk(
        *expr,
        [&](const Expr& e) {
            work_.weary();
            effects = effects || assigned_variable(e) != nullptr || stores_to_memory(e) || e.as<ir::Call>() != nullptr;
        },
        [&](const ir::Stmt&) { effects = true; });
    if (effects)
        return std::nullopt;
    if (const auto* unary = expr->as<ir::Unary>(); unary != nullptr && unary->op == UnaryOp::logical_not) {
        const auto inner = formula(*unary->operand);
        return inner ? std::optional("(not " + *inner + ")") : std::nullopt;
    }
    if (const auto* binary = expr->as<ir::Binary>()) {
        if (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or) {
            const auto left = formula(*binary->lhs);
            const PathState::Mark outside = path_.mark();
            path_.enter_condition(); // `p && p->n > 0` does not always load p->n
            const auto right = formula(*binary->rhs);
            path_.restore(outside);
            if (!left || !right)
                return std::nullopt;
            return fmt::format("({} {} {})", *left, binary->op == BinaryOp::logical_and ? "and" : "or", *right);
        }
        if (binary->op >= BinaryOp::lt && binary->op <= BinaryOp::ne)
            return comparison(*binary);
    }
    const Value value = [&] {
        const Quiet::Scope quiet(quiet_);
        return arithmetic_.settled(evaluator_.eval(*expr), expr->type);
    }();
    if (value.kind != Value::Kind::integer)
        return std::nullopt;
    const auto text = proofs_.affine(value.poly);
    return text ? std::optional("(not " + *text + " = 0)") : std::nullopt;
}

std::optional<std::string> Conditions::comparison(const ir::Binary& binary) {
    const Quiet::Scope quiet(quiet_);
    const Value left = arithmetic_.settled(evaluator_.number(*binary.lhs), binary.lhs->type, true);
    const Value right = arithmetic_.settled(evaluator_.number(*binary.rhs), binary.rhs->type, true);
    return arithmetic_.comparison(binary.op, left, right);
}

void Conditions::assume(const Expr& condition, bool negated, const char* why, const Variables& assigned) {
    path_.enter_condition();
    if (path_.domain().formulas.size() >= most_conditions) {
        path_.widen("it stands behind very many conditions");
        return;
    }
    const std::optional<std::string> exact =
        names_any(condition, assigned, summary_) ? std::nullopt : formula(condition);
    if (exact) {
        path_.add(negated ? "not " + *exact : *exact);
        return;
    }
    Variables changed = assigned;
    if (has_effects(condition))
        changed.merge(frames_.changed_by(condition));
    if (const std::optional<std::string> weaker = implied(condition, negated, changed))
        path_.add(*weaker);
    path_.widen(why != nullptr ? why : stands_behind(condition));
}

// `i > 0 && a[i-1] < x` holds only where i > 0.
std::optional<std::string> Conditions::implied(const Expr& condition, bool negated, const Variables& changed) {
    if (work_.weary())
        return std::nullopt;
    const auto exact = names_any(condition, changed, summary_) ? std::nullopt : formula(condition);
    if (exact)
        return negated ? "not " + *exact : *exact;
    const Expr* expr = ir::strip(&condition);
    if (const auto* unary = expr->as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::logical_not)
        return implied(*unary->operand, !negated, changed);
    const auto* binary = expr->as<ir::Binary>();
    if (binary == nullptr || binary->op != (negated ? BinaryOp::logical_or : BinaryOp::logical_and))
        return std::nullopt;
    const auto left = implied(*binary->lhs, negated, changed);
    const PathState::Mark outside = path_.mark();
    path_.enter_condition();
    const auto right = implied(*binary->rhs, negated, changed);
    path_.restore(outside);
    if (left && right)
        return fmt::format("({} and {})", *left, *right);
    return left ? left : right;
}

} // namespace hydra::passes
