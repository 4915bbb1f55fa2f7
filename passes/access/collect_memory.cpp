// Loads and stores in the symbolic run.
#include <fmt/format.h>

#include "passes/access/collector.h"

namespace hydra::passes {

using ir::AccessKind;
using ir::Expr;

Value Collector::load(const Expr& expr) {
    if (const ir::VarDecl* variable = frames_.lent_to(expr)) {
        const Value* known = path_.value_of(variable);
        return known != nullptr ? *known : Value::any(variable->type);
    }
    if (const Value entry = tables_.entry(expr); entry.kind != Value::Kind::unknown) {
        early_.note_settled(expr);
        return entry;
    }
    if (const Value entry = tables_.own_pointer(expr); entry.kind != Value::Kind::unknown)
        return entry;
    if (const Value known = places_.field_of_variable(expr); known.kind != Value::Kind::unknown) {
        early_.note_settled(expr);
        early_.note_host_pointer(expr, known.pointer);
        return known;
    }
    const Place from = places_.place(expr);
    early_.note_certain(from.pointer);
    if (from.kind == Place::Kind::variable && expr.type != nullptr && expr.type->is_pointer() &&
        region_.is_outer(from.variable))
        return Value::of(places_.root_pointer(expr, from.variable)); // s.cells
    if (from.kind == Place::Kind::variable && expr.type != nullptr && expr.type->is_record())
        recorder_.whole_record(expr, from.variable, AccessKind::read);
    if (from.kind != Place::Kind::memory)
        return host_.fixed_value(expr);
    if (expr.type == nullptr || expr.type->is_array() || expr.type->is_function())
        return {};
    recorder_.access(expr, from.pointer, AccessKind::read);
    if (from.pointer.root == PointerValue::private_memory)
        early_.note_settled(expr);
    if (tables_.leads_outside(expr))
        return Value::of(PointerValue::to_private());
    // What was stored there may lead anywhere.
    if (from.pointer.root == PointerValue::private_memory)
        return Value::any(expr.type);
    if (expr.type->is_pointer())
        return load_pointer(expr, from.pointer);
    const bool element = ir::strip(&expr)->as<ir::Member>() != nullptr || ir::strip(&expr)->as<ir::Index>() != nullptr;
    if (!expr.type->is_integer() || !element)
        return {};
    if (region_.kernel()) {
        const Expr* fixed = host_.can_evaluate(expr) ? &expr : early_.fixed_member(expr, from.pointer);
        if (fixed != nullptr) {
            early_.note_host_load(expr, *fixed);
            return Value::of(Poly::symbol(symbols_.parameter(ir::HostExpr::of(*fixed), "hydra_v", false, expr.type)));
        }
    }
    return early_.integer(expr, from.pointer);
}

// The pointer that memory outside of the iteration's own holds: one that host code reads before, or looks up in a table
// at run time, or any.
Value Collector::load_pointer(const Expr& expr, const PointerValue& from) {
    const ir::TypeRef pointee = expr.type->inner;
    PointerValue pointer;
    if (host_.can_evaluate(expr)) {
        const int root =
            roots_.add({ir::print_c(expr), ir::HostExpr::of(expr), nullptr, first_variable(expr), pointee, &expr});
        pointer = PointerValue::to_root(root, pointee);
        early_.note_host_load(expr, expr);
    } else if (const Expr* fixed = early_.fixed_member(expr, from)) {
        const int root = roots_.add(
            {ir::print_c(*fixed), ir::HostExpr::of(*fixed), nullptr, roots_[from.root].base, pointee, fixed});
        pointer = PointerValue::to_root(root, pointee);
        early_.note_host_load(expr, *fixed);
    } else if (const auto known = early_.pointer(expr, from)) {
        pointer = *known;
    } else if (const auto entry = places_.entry_of_table(expr, from)) {
        pointer = *entry;
    }
    early_.note_host_pointer(expr, pointer);
    return Value::of(pointer);
}

void Collector::store(const Expr& target, const Value& value, bool also_read) {
    const Place to = places_.place(target);
    if (to.kind == Place::Kind::memory) {
        if (also_read)
            recorder_.access(target, to.pointer, AccessKind::read);
        recorder_.access(target, to.pointer, AccessKind::write);
        if (region_.kernel() && target.type != nullptr && ir::holds_pointer(target.type) &&
            to.pointer.root != PointerValue::private_memory)
            recorder_.everything(target, AccessKind::write, "the loop stores pointers in memory");
        return;
    }
    const ir::VarDecl* variable = to.variable;
    if (variable == nullptr)
        return;
    if (!region_.kernel() && target.type != nullptr && target.type->is_record())
        recorder_.whole_record(target, variable, AccessKind::write);
    if (region_.kernel() && variable->has_static_lifetime() &&
        (!frames_.in_own_text() || !region_.is_outer(variable))) {
        if (!places_.refuse_privates(target, variable, "changes") && !region_.options().priv.contains(variable))
            findings_.obstacle(target.range, frames_.in_own_text()
                                                 ? kept_between_iterations(*variable)
                                                 : fmt::format("'{}' changes '{}', which all iterations share",
                                                               frames_.current().name, variable->name));
    }
    if (region_.is_outer(variable))
        return;
    if (also_read)
        recorder_.watch(target, variable, AccessKind::read);
    recorder_.watch(target, variable, AccessKind::write);
    path_.know(variable, to.member ? Value{} : value);
}

} // namespace hydra::passes
