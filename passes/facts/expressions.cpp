// See expressions.h.
#include "passes/facts/expressions.h"

namespace hydra::passes {

using ir::Expr;
using ir::VarDecl;

bool is_constant_array(const VarDecl* variable) {
    if (!variable->type->is_array())
        return false;
    ir::TypeRef type = variable->type;
    while (type->is_array())
        type = type->inner;
    return type->quals.is_const && variable->has_static_lifetime();
}

bool is_text(ir::TypeRef type) {
    return type != nullptr &&
           (type->kind == ir::TypeKind::Char || type->kind == ir::TypeKind::SChar || type->kind == ir::TypeKind::UChar);
}

const Expr* without_casts(const Expr& expr) {
    const Expr* inner = ir::strip(&expr);
    while (const auto* cast = inner->as<ir::Cast>())
        inner = ir::strip(cast->operand.get());
    return inner;
}

bool names_memory(const Expr& e) {
    const auto* unary = e.as<ir::Unary>();
    const auto* member = e.as<ir::Member>();
    return e.as<ir::Index>() != nullptr || (unary != nullptr && unary->op == ir::UnaryOp::deref) ||
           (member != nullptr && member->arrow);
}

static bool may_be_entered(const ir::Stmt& stmt) {
    const auto* loop = stmt.as<ir::For>();
    bool found = stmt.as<ir::Label>() != nullptr || stmt.as<ir::Case>() != nullptr ||
                 stmt.as<ir::Default>() != nullptr || (loop != nullptr && loop->directive);
    ir::for_each_child(
        stmt, [](const ir::Expr&) {}, [&](const ir::Stmt& child) { found = found || may_be_entered(child); });
    return found;
}

LiveBranches live_branches(const ir::If& choice) {
    LiveBranches live{choice.then.get(), choice.otherwise.get()};
    const auto value = ir::constant_value(*choice.cond);
    if (!value)
        return live;
    const ir::Stmt*& dead = *value == 0 ? live.then : live.otherwise;
    if (dead != nullptr && !may_be_entered(*dead))
        dead = nullptr;
    return live;
}

} // namespace hydra::passes
