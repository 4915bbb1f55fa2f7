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

} // namespace hydra::passes
