// Which arrays keep their initial values: what the symbolic run may take for a table of constants.
#include "passes/summary.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

namespace {

// The variable of `v[i][j]`, `v[i].x`; null: no subscript.
const VarDecl* subscripted(const Expr* full) {
    const Expr* expr = ir::strip(full);
    bool any = false;
    while (true) {
        if (const auto* element = expr->as<ir::Index>()) {
            any = true;
            expr = ir::strip(element->base.get());
        } else if (const auto* member = expr->as<ir::Member>(); member != nullptr && !member->arrow) {
            expr = ir::strip(member->base.get());
        } else {
            return any ? ir::named_variable(expr) : nullptr;
        }
    }
}

// Whether the statement names the array only to read an element or to ask for its size.
bool only_read(const Stmt& stmt, const VarDecl* array) {
    int uses = 0;
    int reads = 0;
    bool changed = false;
    const auto nothing = [](const Stmt&) {};
    const auto count = [&](const Expr& e, int by) {
        uses += e.as<ir::DeclRef>() != nullptr && ir::named_variable(&e) == array ? by : 0;
        if (e.as<ir::Index>() != nullptr && !e.type->is_array() && subscripted(&e) == array) {
            const Expr* base = ir::strip(e.as<ir::Index>()->base.get()); // of d[i].x[j] only the first scalar subscript
            while (base->type->is_array() && base->as<ir::Index>() != nullptr)
                base = ir::strip(base->as<ir::Index>()->base.get());
            reads += ir::named_variable(base) == array ? by : 0;
        }
    };
    walk(
        stmt,
        [&](const Expr& e) {
            count(e, 1);
            if (const auto* binary = e.as<ir::Binary>(); binary != nullptr && ir::is_assignment(binary->op))
                changed = changed || subscripted(binary->lhs.get()) == array;
            const auto* unary = e.as<ir::Unary>();
            if (unary != nullptr && (unary->op == ir::UnaryOp::address_of ||
                                     (unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec)))
                changed = changed || subscripted(unary->operand.get()) == array;
            if (const auto* size = e.as<ir::SizeOf>(); size != nullptr && size->operand)
                walk(
                    *size->operand, [&](const Expr& inner) { count(inner, -1); }, nothing);
        },
        nothing);
    return !changed && uses <= reads;
}

} // namespace

bool Summary::never_changes(const VarDecl* array) const {
    ir::TypeRef elem = array->type;
    while (elem->is_array())
        elem = elem->inner;
    if (elem->quals.is_const)
        return true;
    if (const auto known = constant_arrays_.find(array); known != constant_arrays_.end())
        return known->second;
    bool constant = true;
    for (const auto& unit : program_.units)
        for (const ir::FunctionDecl& function : unit->functions)
            constant = constant && (!function.body || only_read(*function.body, array));
    // What another unit declares extern is another VarDecl: only one whose name stays in its unit is sure.
    constant = constant && (!array->file_scope || array->storage == ir::Storage::static_ || program_.units.size() == 1);
    return constant_arrays_[array] = constant;
}

} // namespace hydra::passes
