// The increment says which variable counts and which way; the condition has to compare it with something.
#include "passes/flow/counting.h"

#include "passes/facts/library.h"
#include "passes/facts/summary.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;

namespace {

void add_conjuncts(const Expr& cond, std::vector<const Expr*>& out) {
    const Expr* expr = ir::strip(&cond);
    const auto* both = expr->as<ir::Binary>();
    if (both == nullptr || both->op != BinaryOp::logical_and) {
        out.push_back(expr);
        return;
    }
    add_conjuncts(*both->lhs, out);
    add_conjuncts(*both->rhs, out);
}

// Whether evaluating the expression touches memory or changes anything; it may then not be evaluated once more.
bool touches_memory(const Expr& expr) {
    bool found = false;
    walk(
        expr,
        [&](const Expr& e) {
            const auto* unary = e.as<ir::Unary>();
            found = found || e.as<ir::Index>() != nullptr || e.as<ir::Call>() != nullptr ||
                    e.as<ir::Member>() != nullptr || assigned_variable(e) != nullptr || stores_to_memory(e) ||
                    (unary != nullptr && unary->op == ir::UnaryOp::deref);
        },
        [&](const Stmt&) { found = true; });
    return found;
}

// The comparison of the counting variable with its bound, and what stands beside it.
bool take_bound(const Expr& cond, Counting& result) {
    std::vector<const Expr*> conjuncts;
    add_conjuncts(cond, conjuncts);
    for (std::size_t i = 0; i < conjuncts.size(); ++i) {
        const auto* compare = conjuncts[i]->as<ir::Binary>();
        const bool left = compare != nullptr && ir::named_variable(compare->lhs.get()) == result.variable;
        if (!left && (compare == nullptr || ir::named_variable(compare->rhs.get()) != result.variable)) {
            if (touches_memory(*conjuncts[i])) // evaluated before the bound is looked at
                return false;
            continue;
        }
        const Expr& compared = left ? *compare->lhs : *compare->rhs;
        result.bound = (left ? compare->rhs : compare->lhs).get();
        result.compare = left ? compare->op : ir::mirrored(compare->op);
        result.as_unsigned = compared.type->is_unsigned() && !result.variable->type->is_unsigned();
        conjuncts.erase(conjuncts.begin() + static_cast<std::ptrdiff_t>(i));
        result.before = i;
        result.further = std::move(conjuncts);
        const bool upward = result.compare == BinaryOp::lt || result.compare == BinaryOp::le;
        const bool downward = result.compare == BinaryOp::gt || result.compare == BinaryOp::ge;
        return (upward || downward) && downward == result.descending;
    }
    return false;
}

} // namespace

std::optional<Counting> counting(const ir::For& loop) {
    Counting result;
    const Expr* inc = loop.inc ? ir::strip(loop.inc.get()) : nullptr;
    if (!loop.cond || inc == nullptr)
        return std::nullopt;
    if (const auto* unary = inc->as<ir::Unary>()) {
        result.variable = ir::named_variable(unary->operand.get());
        result.descending = unary->op == ir::UnaryOp::pre_dec || unary->op == ir::UnaryOp::post_dec;
        if (unary->op < ir::UnaryOp::pre_inc || unary->op > ir::UnaryOp::post_dec)
            return std::nullopt;
    } else if (const auto* binary = inc->as<ir::Binary>()) {
        result.variable = ir::named_variable(binary->lhs.get());
        result.step = binary->rhs.get();
        result.descending = binary->op == BinaryOp::sub_assign;
        if (binary->op == BinaryOp::assign) {
            const auto* sum = ir::strip(binary->rhs.get())->as<ir::Binary>();
            if (sum == nullptr || (sum->op != BinaryOp::add && sum->op != BinaryOp::sub))
                return std::nullopt;
            const bool left = ir::named_variable(sum->lhs.get()) == result.variable;
            if (!left && (sum->op == BinaryOp::sub || ir::named_variable(sum->rhs.get()) != result.variable))
                return std::nullopt;
            result.step = left ? sum->rhs.get() : sum->lhs.get();
            result.descending = sum->op == BinaryOp::sub;
        } else if (binary->op != BinaryOp::add_assign && binary->op != BinaryOp::sub_assign) {
            return std::nullopt;
        }
    } else {
        return std::nullopt;
    }
    if (result.variable == nullptr || !result.variable->type->is_integer())
        return std::nullopt;
    return take_bound(*loop.cond, result) ? std::optional(std::move(result)) : std::nullopt;
}

const ir::Expr* start_of(const ir::For& loop, const ir::VarDecl* variable) {
    if (const auto* declared = loop.init ? loop.init->as<ir::DeclStmt>() : nullptr) {
        const bool alone = declared->variables.size() == 1 && declared->variables.front().get() == variable &&
                           declared->tags.empty() && declared->functions.empty();
        return alone ? declared->variables.front()->init.get() : nullptr;
    }
    const auto* first = loop.init ? loop.init->as<ir::ExprStmt>() : nullptr;
    const auto* assign = first != nullptr && first->expr ? ir::strip(first->expr.get())->as<ir::Binary>() : nullptr;
    const bool sets =
        assign != nullptr && assign->op == ir::BinaryOp::assign && ir::named_variable(assign->lhs.get()) == variable;
    return sets ? assign->rhs.get() : nullptr;
}

bool holds_loop(const ir::Stmt& stmt) {
    bool found = false;
    walk(
        stmt, [](const ir::Expr&) {},
        [&](const ir::Stmt& each) {
            found = found || each.as<ir::For>() != nullptr || each.as<ir::While>() != nullptr ||
                    each.as<ir::DoWhile>() != nullptr;
        });
    return found;
}

bool holds_condition(const ir::Stmt& stmt) {
    bool found = false;
    walk(
        stmt,
        [&](const ir::Expr& each) {
            const auto* binary = each.as<ir::Binary>();
            const auto* call = each.as<ir::Call>();
            const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
            found = found || (call != nullptr && (callee == nullptr || library_effect(callee->name) == nullptr)) ||
                    each.as<ir::Conditional>() != nullptr ||
                    (binary != nullptr &&
                     (binary->op == ir::BinaryOp::logical_and || binary->op == ir::BinaryOp::logical_or));
        },
        [&](const ir::Stmt& each) {
            found = found || each.as<ir::If>() != nullptr || each.as<ir::Switch>() != nullptr ||
                    each.as<ir::While>() != nullptr || each.as<ir::DoWhile>() != nullptr;
        });
    return found;
}

} // namespace hydra::passes
