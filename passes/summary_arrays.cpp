// What statements do to the elements of single arrays, and which arrays never change at all: by looking at every use of
// their names.
#include "passes/summary.h"

#include <algorithm>

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

bool Summary::may_change_elements(const Stmt& stmt, const VarDecl* array) {
    int uses = 0;
    int reads = 0; // of elements, by a direct subscript
    bool stores = false;
    const auto element_of = [&](const Expr* e) {
        const ir::Index* index = ir::strip(e)->as<ir::Index>();
        while (index != nullptr && ir::strip(index->base.get())->as<ir::Index>() != nullptr)
            index = ir::strip(index->base.get())->as<ir::Index>();
        return index != nullptr && ir::named_variable(index->base.get()) == array;
    };
    walk(
        stmt,
        [&](const Expr& e) {
            const Expr* target = assignment_target(e);
            stores = stores || (target != nullptr && element_of(target));
            uses += e.as<ir::DeclRef>() != nullptr && ir::named_variable(&e) == array ? 1 : 0;
            const auto* index = e.as<ir::Index>();
            reads += index != nullptr && ir::named_variable(index->base.get()) == array && !e.type->is_array() ? 1 : 0;
        },
        [](const Stmt&) {});
    return stores || uses > reads;
}

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

// How often the statement names the array otherwise than to read an element or ask for its size.
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
            if (const Expr* target = assignment_target(e))
                changed = changed || subscripted(target) == array;
            if (const auto* unary = e.as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::address_of)
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
