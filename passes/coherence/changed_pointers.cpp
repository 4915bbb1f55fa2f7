// Assignments, calls and stores through memory are looked at one by one: what stands inside of a call's arguments, or
// of the assigned value, is evaluated before the pointer changes.
#include "passes/coherence/changed_pointers.h"

#include <fmt/format.h>

namespace hydra::passes {

using ir::Expr;
using ir::VarDecl;

namespace {

// The accesses outside of `before` that go through one of the pointers.
void widen(RegionAccesses& found, const support::SourceRange& before,
           const std::function<bool(const VarDecl*)>& changes, const char* how) {
    for (RawAccess& raw : found.accesses) {
        if (raw.root == RawAccess::everything || is_within(raw.range, before))
            continue;
        const Root& root = found.roots[static_cast<std::size_t>(raw.root)];
        const bool array = root.expr != nullptr && root.expr->type != nullptr && root.expr->type->is_array();
        if (root.base == nullptr || root.base->type->is_array() || array || root.is_part ||
            root.pointee == root.base->type || !changes(root.base))
            continue;
        raw.root = RawAccess::everything;
        raw.known = false;
        raw.reason = fmt::format("'{}' {} in one statement", root.base->name, how);
    }
}

} // namespace

void widen_changed_pointers(RegionAccesses& found, const Summary& summary, const ir::Stmt* statement,
                            const Expr* expression) {
    const auto on_expr = [&](const Expr& e) {
        if (e.as<ir::Call>() != nullptr || stores_to_memory(e)) {
            const Variables changed = summary.changed_by(e);
            if (!changed.empty())
                widen(
                    found, e.range,
                    [&](const VarDecl* v) { return changed.contains(v) || changed.contains(summary.canonical(v)); },
                    "may change and is dereferenced");
        }
        const auto* binary = e.as<ir::Binary>();
        // Steps of variables are followed; members of structures are not, whatever changes them.
        const Expr* changed = assignment_target(e);
        const bool named = changed != nullptr && ir::named_variable(changed) != nullptr;
        const bool assigns = binary != nullptr && binary->op == ir::BinaryOp::assign;
        const VarDecl* target = assigns || (binary != nullptr && !named) ? assigned_variable(e) : nullptr;
        if (target != nullptr)
            widen(
                found, binary->rhs->range, [&](const VarDecl* v) { return v == target; },
                "is assigned and dereferenced");
    };
    if (statement != nullptr)
        walk(*statement, on_expr, [](const ir::Stmt&) {});
    if (expression != nullptr)
        walk(*expression, on_expr, [](const ir::Stmt&) {});
}

} // namespace hydra::passes
