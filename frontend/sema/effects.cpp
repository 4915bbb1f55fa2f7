// See effects.h.
#include "frontend/sema/effects.h"

namespace hydra::frontend {

bool has_effects(const ir::Expr& expr) {
    const auto* unary = expr.as<ir::Unary>();
    const auto* binary = expr.as<ir::Binary>();
    bool found = expr.as<ir::StatementExpr>() != nullptr ||
                 (unary != nullptr && unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec) ||
                 (binary != nullptr && ir::is_assignment(binary->op));
    ir::for_each_child(expr, [&found](const ir::Expr& child) { found = found || has_effects(child); });
    return found;
}

bool reads_memory(const ir::Expr& expr) {
    const auto* unary = expr.as<ir::Unary>();
    const auto* member = expr.as<ir::Member>();
    bool reads = (unary != nullptr && unary->op == ir::UnaryOp::deref) || (member != nullptr && member->arrow) ||
                 expr.as<ir::Index>() != nullptr || expr.as<ir::Call>() != nullptr;
    ir::for_each_child(expr, [&](const ir::Expr& child) { reads = reads || reads_memory(child); });
    return reads;
}

} // namespace hydra::frontend
