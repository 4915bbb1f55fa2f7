// One walk in the order of evaluation. In a body without labels, what stands in an arm (of an if, a loop, a condition)
// is passed by whoever comes to what stands behind it in the same arm.
#include "passes/flow/dominators.h"

#include <algorithm>

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;

BodyOrder::BodyOrder(const Stmt& body) { visit(body); }

bool BodyOrder::dominates(const Expr& first, const Expr& second) const {
    const auto a = places_.find(ir::strip(&first));
    const auto b = places_.find(ir::strip(&second));
    if (jumps_ || a == places_.end() || b == places_.end() || a->second.order >= b->second.order)
        return false;
    const std::vector<const void*>& inner = b->second.arms;
    const std::vector<const void*>& outer = a->second.arms;
    return outer.size() <= inner.size() && std::equal(outer.begin(), outer.end(), inner.begin());
}

template <class Node> void BodyOrder::arm(const Node& node) {
    arms_.push_back(&node);
    visit(node);
    arms_.pop_back();
}

void BodyOrder::visit(const Stmt& stmt) {
    const auto* loop = stmt.as<ir::For>();
    jumps_ =
        jumps_ || stmt.as<ir::Goto>() != nullptr || stmt.as<ir::Label>() != nullptr || stmt.as<ir::Switch>() != nullptr;
    const bool fork =
        stmt.as<ir::If>() != nullptr || stmt.as<ir::While>() != nullptr || stmt.as<ir::DoWhile>() != nullptr;
    ir::for_each_child(
        stmt,
        [&](const Expr& expr) {
            if (loop != nullptr && &expr == loop->inc.get())
                return; // behind the body
            visit(expr);
        },
        [&](const Stmt& child) {
            if (fork || (loop != nullptr && &child == loop->body.get()))
                arm(child);
            else
                visit(child);
        });
    if (loop != nullptr && loop->inc)
        arm(*loop->inc);
}

void BodyOrder::visit(const Expr& expr) {
    const auto* binary = expr.as<ir::Binary>();
    if (const auto* choice = expr.as<ir::Conditional>()) {
        visit(*choice->cond);
        if (choice->then)
            arm(*choice->then);
        arm(*choice->otherwise);
    } else if (binary != nullptr &&
               (binary->op == ir::BinaryOp::logical_and || binary->op == ir::BinaryOp::logical_or)) {
        visit(*binary->lhs);
        arm(*binary->rhs);
    } else if (binary != nullptr && ir::is_assignment(binary->op)) {
        visit(*binary->rhs);
        visit(*binary->lhs);
    } else if (const auto* block = expr.as<ir::StatementExpr>()) {
        visit(*block->body);
    } else {
        ir::for_each_child(
            expr, [&](const Expr& child) { visit(child); });
    }
    places_[ir::strip(&expr)] = {places_.size(), arms_};
}

} // namespace hydra::passes
