// Variables, elements and pointers as places (places.h).
#include "passes/access/places.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/operators.h"

namespace hydra::passes {

using ir::Expr;
using ir::HostExpr;

namespace {

// So many steps of `step` bytes in elements of `size` bytes; nullopt: not a whole number of them, whatever the values.
std::optional<Poly> in_elements(const Poly& steps, std::int64_t step, std::int64_t size) {
    Poly elements(0);
    if (step <= 0 || size <= 0)
        return std::nullopt;
    for (const auto& [monomial, coefficient] : steps.terms()) {
        std::int64_t bytes = 0;
        if (__builtin_mul_overflow(coefficient, step, &bytes) || bytes % size != 0)
            return std::nullopt;
        Poly term(bytes / size);
        for (const SymbolId id : monomial)
            term = *term.times(Poly::symbol(id));
        const auto sum = elements.plus(term);
        if (!sum)
            return std::nullopt;
        elements = *sum;
    }
    return elements;
}

} // namespace

PointerValue Places::root_pointer(const Expr& expr, const ir::VarDecl* variable) {
    PointerValue pointer;
    const Expr& named = *ir::strip(&expr);
    bool moved = false;
    const HostExpr own = HostExpr::of(named), host = host_.of(variable, own, true);
    if (host.empty())
        return pointer;
    if (named.type->is_pointer() && !region_.is_fixed(variable) && !region_.is_fixed_member(named, variable)) {
        if (!region_.options().leaf) {
            findings_.obstacle(expr.range,
                               ir::named_variable(&named) != nullptr
                                   ? fmt::format("the pointer '{}' changes here", variable->name)
                                   : fmt::format("the loop may change the pointer '{}'", ir::print_c(named)));
            return pointer;
        }
        moved = true; // stays inside its array: an assignment of another pointer was refused by the caller
    }
    const ir::TypeRef pointee = named.type->inner;
    pointer.root =
        roots_.add({own.text(), host, ir::named_variable(&named), variable, pointee, host == own ? &named : nullptr});
    pointer.dims = {{moved ? std::nullopt : std::optional<Poly>(Poly(0)), pointee, fixed_size(pointee), std::nullopt}};
    return pointer;
}

// Whether a length that was evaluated with its declaration may be another one by now.
bool Places::may_have_changed(const Expr& length) const {
    bool changes = false;
    walk(
        length,
        [&](const Expr& e) {
            const ir::VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
            const bool own = variable != nullptr && !region_.is_outer(variable);
            changes = changes || assigned_variable(e) != nullptr ||
                      (own && (variable->is_param ? region_.summary().ever_assigned(variable)
                                                  : !region_.summary().assigned_once(variable)));
        },
        [&](const ir::Stmt&) { changes = true; });
    return changes;
}

std::optional<Poly> Places::length_of(ir::TypeRef array_type, int root, std::size_t level) {
    if (array_type->length >= 0)
        return Poly(array_type->length);
    if (array_type->vla_length == nullptr)
        return std::nullopt;
    const ir::VarDecl* named = first_variable(*array_type->vla_length);
    // A VLA parameter of a function that is run through: its length is another parameter.
    if (!frames_.in_own_text() || (named != nullptr && !region_.is_outer(named))) {
        if (may_have_changed(*array_type->vla_length))
            return std::nullopt;
        const Value length = evaluator_.rehearsed(*array_type->vla_length);
        if (length.kind == Value::Kind::integer && symbols_.invariant(length.poly))
            return length.poly;
        return std::nullopt;
    }
    const ir::VarDecl* variable = ir::named_variable(array_type->vla_length);
    if (variable != nullptr && region_.is_outer(variable) && region_.is_fixed(variable) && variable->type->is_integer())
        if (variable->is_param && !region_.summary().ever_assigned(variable))
            return Poly::symbol(symbols_.parameter(variable));
    if (variable != nullptr && region_.is_outer(variable) && region_.is_fixed(variable) &&
        region_.summary().assigned_once(variable))
        return Poly::symbol(symbols_.parameter(variable));
    if (root < 0 || !roots_[root].tables.empty())
        return std::nullopt;
    // As the root has it, unless the pointer was converted to one to other rows.
    HostExpr rows = roots_[root].host;
    ir::TypeRef row = roots_[root].pointee;
    for (std::size_t i = 0; i < level; ++i) {
        rows = HostExpr::index(rows, HostExpr::number(0));
        row = row == nullptr || i == 0 ? row : row->inner;
    }
    if (level > 0 && (row == nullptr || row->vla_length != array_type->vla_length))
        return std::nullopt;
    return Poly::symbol(symbols_.parameter(HostExpr::rows_in(rows, ir::has_run_time_length(array_type->inner)),
                                           "hydra_v", false, nullptr));
}

bool Places::refuse_privates(const Expr& expr, const ir::VarDecl* variable, const char* what) {
    if (!region_.kernel() || frames_.in_own_text() || !variable->has_static_lifetime())
        return false;
    const auto same = [&](const ir::VarDecl* other) {
        return other == variable ||
               (other != nullptr && region_.summary().canonical(other) == region_.summary().canonical(variable));
    };
    if (!same(region_.options().loop_variable) &&
        std::none_of(region_.options().priv.begin(), region_.options().priv.end(), same))
        return false;
    findings_.problem(expr,
                      fmt::format("'{}' is called in a parallel loop and {} '{}', of which each iteration has its own; "
                                  "hand it over as an argument",
                                  frames_.current().name, what, variable->name));
    return true;
}

Place Places::place(const Expr& full) {
    const Expr& expr = *ir::strip(&full);
    Place result;
    if (const ir::VarDecl* variable = ir::named_variable(&expr)) {
        if (variable->type->is_array() || variable->type->is_record())
            refuse_privates(expr, variable, "uses");
        result.kind = Place::Kind::variable;
        result.variable = variable;
        return result;
    }
    if (const auto* member = expr.as<ir::Member>())
        return member_place(expr, *member);
    Value pointer;
    if (const auto* element = expr.as<ir::Index>()) {
        const Value base = evaluator_.eval(*element->base);
        const std::optional<Poly> by = arithmetic_.offset(evaluator_.number(*element->index), element->index->type);
        overruns_.look_at(expr, *element, by);
        pointer = base;
        if (base.kind == Value::Kind::pointer)
            pointer.pointer = moved(base.pointer, by, ir::strip(element->base.get())->type->is_array());
    } else if (const ir::VarDecl* variable = frames_.lent_to(expr)) {
        result.kind = Place::Kind::variable;
        result.variable = variable;
        return result;
    } else if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::deref) {
        pointer = evaluator_.eval(*unary->operand);
    } else if (expr.as<ir::ErrorExpr>() == nullptr && expr.as<ir::BuiltinExpr>() == nullptr) {
        evaluator_.eval(expr); // f(x).member: a value of its own, which the call makes
        pointer = Value::of(PointerValue{});
        pointer.pointer.root = PointerValue::private_memory;
    } else {
        ir::for_each_child(
            expr, [&](const Expr& child) { evaluator_.eval(child); });
    }
    result.kind = Place::Kind::memory;
    if (pointer.kind == Value::Kind::pointer)
        result.pointer = pointer.pointer;
    return result;
}

std::optional<PointerValue> Places::entry_of_table(const Expr& expr, const PointerValue& table) {
    constexpr std::size_t most_levels = 3, most_dims = 8;
    if (table.root < 0 || table.sealed || table.mixed || table.dims.empty() || table.member_offset >= 0 ||
        table.carried != 0 || table.dims.back().elem_size != ir::size_of(expr.type) || table.dims.back().unit > 0 ||
        table.dims.size() >= most_dims)
        return std::nullopt;
    // What counts from a pointer may be any element; a record's members are at one place.
    for (std::size_t d = 0; d < table.dims.size(); ++d)
        if (!table.dims[d].subscript && d > 0 && !table.dims[d].loaded)
            return std::nullopt;
    if (!region_.kernel() && region_.stores_pointers_early())
        return std::nullopt;
    Root root = roots_[table.root];
    if (root.tables.size() >= most_levels)
        return std::nullopt;
    root.variable = nullptr;
    root.is_part = false;
    root.pointee = expr.type->inner;
    root.tables.push_back(static_cast<int>(table.dims.size()));
    PointerValue pointer = table;
    pointer.root = roots_.add(std::move(root));
    pointer.dims.push_back({Poly(0), expr.type->inner, fixed_size(expr.type->inner), std::nullopt, true});
    return pointer;
}

Value Places::field_of_variable(const Expr& expr) {
    const auto* member = ir::strip(&expr)->as<ir::Member>();
    if (member == nullptr || !member->arrow || !(expr.type->is_integer() || expr.type->is_pointer()))
        return {};
    const Value base = evaluator_.rehearsed(*member->base);
    if (base.kind != Value::Kind::pointer || base.pointer.root < 0 || base.pointer.dims.size() != 1)
        return {};
    const Root root = roots_[base.pointer.root];
    const PointerValue::Dim& dim = base.pointer.dims.front();
    if (!root.host.is_address() || !dim.subscript || *dim.subscript != Poly(0) || !region_.is_fixed(root.base) ||
        !root.pointee->is_record() || dim.elem != root.pointee || base.pointer.carried != 0 ||
        member->path.size() != 1 || region_.summary().address_taken().contains(root.base))
        return {};
    const HostExpr host = HostExpr::member(root.host.operands()[0], false, member->field);
    if (expr.type->is_integer())
        return Value::of(Poly::symbol(symbols_.parameter(host, "hydra_v", false, expr.type)));
    return Value::of(
        PointerValue::to_root(roots_.add({host.text(), host, nullptr, root.base, expr.type->inner}), expr.type->inner));
}

Value Places::other_view(PointerValue pointer, ir::TypeRef to) {
    if (pointer.root < 0 || pointer.dims.empty() || pointer.sealed || to->inner->kind == ir::TypeKind::Void)
        return Value::of(pointer);
    PointerValue::Dim& last = pointer.dims.back();
    const std::int64_t size = fixed_size(to->inner);
    if ((size > 0 && size == last.elem_size && to->inner->is_scalar()) || differ_in_qualifiers(last.elem, to->inner)) {
        last.elem = to->inner;
        return Value::of(pointer);
    }
    const bool carried = std::exchange(pointer.carried, 0) != 0;
    if (roots_.in_table(pointer)) { // known where it stands at the pointer that the table holds
        const bool fresh = last.loaded && last.subscript && *last.subscript == Poly(0) && !carried;
        last = {fresh ? std::optional<Poly>(Poly(0)) : std::nullopt, to->inner, size, std::nullopt, true};
        return Value::of(fresh ? pointer : PointerValue{});
    }
    // Another shape: known where the bytes in front of the pointer are whole elements of it, as none are.
    std::optional<Poly> place;
    if (pointer.dims.size() == 1 && last.subscript && !carried)
        place = *last.subscript == Poly(0)
                    ? Poly(0)
                    : in_elements(*last.subscript, last.unit > 0 ? last.unit : last.elem_size, size);
    pointer.dims = {{place, to->inner, size, std::nullopt}};
    pointer.dims.back().shifted = !place;
    return Value::of(pointer);
}

} // namespace hydra::passes
