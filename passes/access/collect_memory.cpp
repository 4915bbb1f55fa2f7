// Memory in the symbolic run: places, loads and stores, the making of an access out of a pointer, and calls.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "passes/access/collector.h"
#include "passes/facts/library.h"

namespace hydra::passes {

using ir::AccessKind;
using ir::Expr;

int Collector::add_root(Root root) {
    for (std::size_t i = 0; i < out_.roots.size(); ++i)
        if (out_.roots[i].host == root.host && out_.roots[i].tables == root.tables)
            return static_cast<int>(i);
    out_.roots.push_back(std::move(root));
    return static_cast<int>(out_.roots.size()) - 1;
}

// Whether a pointer in a struct variable stays as it is, though other members may change: nothing that runs here stores
// pointers, or whole structs, where it stands.
bool Collector::is_fixed_member(const Expr& member, const ir::VarDecl* variable) {
    if (member.as<ir::Member>() == nullptr || stores_to(member) != Summary::CellStores::none)
        return false;
    bool assigned = false;
    const auto look = [&](const Expr& e) {
        assigned = assigned || (assigned_variable(e) == variable && !assignment_target(e)->type->is_arithmetic());
    };
    if (statement_ != nullptr)
        walk(*statement_, look, [](const ir::Stmt&) {});
    if (expression_ != nullptr)
        walk(*expression_, look, [](const ir::Stmt&) {});
    return !assigned;
}

// The pointer that an outside variable, or an array member of one, holds or is.
PointerValue Collector::root_pointer(const Expr& expr, const ir::VarDecl* variable) {
    PointerValue pointer;
    const Expr& named = *ir::strip(&expr);
    bool moved = false;
    const std::string text = ir::print_c(named), host = host_text(variable, text, true);
    if (host.empty())
        return pointer;
    if (named.type->is_pointer() && !is_fixed(variable) && !is_fixed_member(named, variable)) {
        if (!options_.leaf) {
            obstacle(expr.range, ir::named_variable(&named) != nullptr
                                     ? fmt::format("the pointer '{}' changes here", variable->name)
                                     : fmt::format("the loop may change the pointer '{}'", ir::print_c(named)));
            return pointer;
        }
        moved = true; // stays inside its array: an assignment of another pointer was refused by the caller
    }
    const ir::TypeRef pointee = named.type->inner;
    pointer.root =
        add_root({text, host, ir::named_variable(&named), variable, pointee, host == text ? &named : nullptr});
    pointer.dims = {{moved ? std::nullopt : std::optional<Poly>(Poly(0)), pointee, fixed_size(pointee), std::nullopt}};
    return pointer;
}

void Collector::everything(const Expr& expr, AccessKind kind, std::string why, ir::TypeRef object) {
    if (quiet_ > 0)
        return;
    RawAccess raw;
    raw.root = RawAccess::everything;
    raw.kind = kind == AccessKind::read ? kind : AccessKind::may_write;
    raw.known = false;
    raw.reason = std::move(why);
    raw.range = expr.range;
    raw.place = frames_.empty() ? expr.range : outermost_call_;
    raw.text = ir::print_c(*ir::strip(&expr));
    raw.object = object;
    raw.element = expr.as<ir::Call>() == nullptr ? &expr : nullptr;
    raw.expr = raw.element != nullptr ? ir::strip(&expr) : nullptr;
    raw.called = !frames_.empty();
    out_.accesses.push_back(std::move(raw));
}

// Whether a length that was evaluated with its declaration may be another one by now.
bool Collector::may_have_changed(const Expr& length) const {
    bool changes = false;
    walk(
        length,
        [&](const Expr& e) {
            const ir::VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
            const bool own = variable != nullptr && !is_outer(variable);
            changes =
                changes || assigned_variable(e) != nullptr ||
                (own && (variable->is_param ? summary_.ever_assigned(variable) : !summary_.assigned_once(variable)));
        },
        [&](const ir::Stmt&) { changes = true; });
    return changes;
}

std::optional<Poly> Collector::length_of(ir::TypeRef array_type, int root, std::size_t level) {
    if (array_type->length >= 0)
        return Poly(array_type->length);
    if (array_type->vla_length == nullptr)
        return std::nullopt;
    const ir::VarDecl* named = first_variable(*array_type->vla_length);
    // A VLA parameter of a function that is run through: its length is another parameter.
    if (!frames_.empty() || (named != nullptr && !is_outer(named))) {
        if (may_have_changed(*array_type->vla_length))
            return std::nullopt;
        const Value length = rehearsed(*array_type->vla_length);
        if (length.kind == Value::Kind::integer && symbols_.invariant(length.poly))
            return length.poly;
        return std::nullopt;
    }
    const ir::VarDecl* variable = ir::named_variable(array_type->vla_length);
    if (variable != nullptr && is_outer(variable) && is_fixed(variable) && variable->type->is_integer())
        if (variable->is_param && !summary_.ever_assigned(variable))
            return Poly::symbol(symbols_.parameter(variable));
    if (variable != nullptr && is_outer(variable) && is_fixed(variable) && summary_.assigned_once(variable))
        return Poly::symbol(symbols_.parameter(variable));
    if (root < 0 || !out_.roots[static_cast<std::size_t>(root)].tables.empty())
        return std::nullopt;
    // As the root has it, unless the pointer was converted to one to other rows.
    std::string rows = out_.roots[static_cast<std::size_t>(root)].host;
    ir::TypeRef row = out_.roots[static_cast<std::size_t>(root)].pointee;
    for (std::size_t i = 0; i < level; ++i) {
        rows += "[0]";
        row = row == nullptr || i == 0 ? row : row->inner;
    }
    if (level > 0 && (row == nullptr || row->vla_length != array_type->vla_length))
        return std::nullopt;
    return Poly::symbol(symbols_.parameter(fmt::format("sizeof {0} / sizeof {0}[0]", rows), "hydra_v", false, nullptr));
}

// What a called function calls by name is not the iteration's own copy, which has the same name in the loop's body.
bool Collector::refuse_privates(const Expr& expr, const ir::VarDecl* variable, const char* what) {
    if (!options_.kernel || frames_.empty() || !variable->has_static_lifetime())
        return false;
    const auto same = [&](const ir::VarDecl* other) {
        return other == variable || (other != nullptr && summary_.canonical(other) == summary_.canonical(variable));
    };
    if (!same(options_.loop_variable) && std::none_of(options_.priv.begin(), options_.priv.end(), same))
        return false;
    problem(expr, fmt::format("'{}' is called in a parallel loop and {} '{}', of which each iteration has its own; "
                              "hand it over as an argument",
                              frames_.back().function->name, what, variable->name));
    return true;
}

Place Collector::place(const Expr& full) {
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
        const Value base = eval(*element->base);
        const std::optional<Poly> by = offset(number(*element->index), element->index->type);
        note_overrun(expr, *element, by);
        pointer = base;
        if (base.kind == Value::Kind::pointer)
            pointer.pointer = moved(base.pointer, by, ir::strip(element->base.get())->type->is_array());
    } else if (const ir::VarDecl* variable = lent_to(expr)) {
        result.kind = Place::Kind::variable;
        result.variable = variable;
        return result;
    } else if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::deref) {
        pointer = eval(*unary->operand);
    } else if (expr.as<ir::ErrorExpr>() == nullptr && expr.as<ir::BuiltinExpr>() == nullptr) {
        eval(expr); // f(x).member: a value of its own, which the call makes
        pointer = Value::of(PointerValue{});
        pointer.pointer.root = PointerValue::private_memory;
    } else {
        ir::for_each_child(expr, [&](const Expr& child) { eval(child); });
    }
    result.kind = Place::Kind::memory;
    if (pointer.kind == Value::Kind::pointer)
        result.pointer = pointer.pointer;
    return result;
}

// A struct variable, or a struct that is a member of one, copied as a whole: arrays inside included.
void Collector::whole_record(const Expr& expr, const ir::VarDecl* variable, AccessKind kind) {
    if (quiet_ > 0 || !is_outer(variable) || expr.type == nullptr || !ir::holds_array(expr.type))
        return;
    const std::string name = ir::print_c(*ir::strip(&expr)), host = host_text(variable, "&" + name, true);
    if (host.empty()) {
        everything(expr, kind, fmt::format("'{}' is copied by a function that is called", ir::print_c(expr)));
        return;
    }
    PointerValue pointer;
    Root root{name, host, nullptr, variable, expr.type};
    root.is_part = true;
    pointer.root = add_root(std::move(root));
    pointer.dims = {{Poly(0), expr.type, fixed_size(expr.type), std::nullopt}};
    access(expr, pointer, kind);
}

// A variable with elements of which each iteration begins with a copy: whoever has iterations reads all of it.
void Collector::copy_in(const ir::Stmt& body, const ir::VarDecl* variable) {
    const Expr* mention = nullptr;
    walk(
        body,
        [&](const Expr& e) {
            if (mention == nullptr && e.as<ir::DeclRef>() != nullptr && ir::named_variable(&e) == variable)
                mention = &e;
        },
        [](const ir::Stmt&) {});
    if (mention == nullptr)
        return;
    const std::int64_t bytes = fixed_size(variable->type);
    PointerValue pointer;
    pointer.root = add_root({variable->name, "&" + variable->name, nullptr, variable, variable->type});
    pointer.dims = {{Poly(0), variable->type, bytes, std::nullopt}};
    if (bytes > 0)
        access(*mention, pointer, AccessKind::read);
    else
        whole_access(*mention, pointer, AccessKind::read, "each iteration begins with a copy of it");
}

// A use of a scalar by its name, where somebody asks for the uses of that one: an access without subscripts.
void Collector::watch(const Expr& expr, const ir::VarDecl* variable, AccessKind kind) {
    if (quiet_ > 0 || !frames_.empty() || !options_.watched.contains(variable))
        return;
    RawAccess raw;
    raw.root = add_root({variable->name, "&" + variable->name, variable, variable, variable->type});
    raw.range = expr.range;
    raw.text = variable->name;
    raw.element = &expr;
    raw.domain = domain_;
    raw.reason = inexact_.empty() ? "" : inexact_.back();
    raw.kind = kind == AccessKind::write && !raw.reason.empty() ? AccessKind::may_write : kind;
    add_access(std::move(raw));
}

bool Collector::in_table(const PointerValue& pointer) const {
    return pointer.root >= 0 && !out_.roots[static_cast<std::size_t>(pointer.root)].tables.empty();
}

// Whether the site may store pointers before it has loaded all that it loads. A single assignment or call
// does not.
bool Collector::stores_pointers_early() const {
    const auto* alone = statement_ != nullptr ? statement_->as<ir::ExprStmt>() : nullptr;
    const Expr* whole = alone != nullptr ? alone->expr.get() : expression_;
    const auto* binary = whole != nullptr ? ir::strip(whole)->as<ir::Binary>() : nullptr;
    const auto* call = whole != nullptr ? ir::strip(whole)->as<ir::Call>() : nullptr;
    const auto early = [&](const ir::ExprPtr& part) { return summary_.may_store_pointers(nullptr, part.get()); };
    if (binary != nullptr && binary->op == ir::BinaryOp::assign)
        return early(binary->lhs) || early(binary->rhs);
    const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    if (callee != nullptr)
        return std::any_of(call->args.begin(), call->args.end(), early);
    return summary_.may_store_pointers(statement_, expression_);
}

// The pointer that stands at a place that is known: where it leads is looked up at run time. nullopt: the place is not
// known, or what runs here may change it.
std::optional<PointerValue> Collector::entry_of_table(const Expr& expr, const PointerValue& table) {
    constexpr std::size_t most_levels = 3, most_dims = 8;
    if (table.root < 0 || table.sealed || table.mixed || table.dims.empty() || table.member_offset >= 0 ||
        table.carried != 0 || table.dims.back().elem_size != ir::size_of(expr.type) || table.dims.back().unit > 0 ||
        table.dims.size() >= most_dims)
        return std::nullopt;
    // What counts from a pointer may be any element; a record's members are at one place.
    for (std::size_t d = 0; d < table.dims.size(); ++d)
        if (!table.dims[d].subscript && d > 0 && !table.dims[d].loaded)
            return std::nullopt;
    if (!options_.kernel && stores_pointers_early())
        return std::nullopt;
    Root root = out_.roots[static_cast<std::size_t>(table.root)];
    if (root.tables.size() >= most_levels)
        return std::nullopt;
    root.variable = nullptr;
    root.is_part = false;
    root.pointee = expr.type->inner;
    root.tables.push_back(static_cast<int>(table.dims.size()));
    PointerValue pointer = table;
    pointer.root = add_root(std::move(root));
    pointer.dims.push_back({Poly(0), expr.type->inner, fixed_size(expr.type->inner), std::nullopt, true});
    return pointer;
}

Value Collector::load(const Expr& expr) {
    if (const ir::VarDecl* variable = lent_to(expr)) {
        const auto known = env_.find(variable);
        return known != env_.end() ? known->second : variable->type->is_pointer() ? Value::of(PointerValue{}) : Value{};
    }
    if (const Value entry = table_value(expr); entry.kind != Value::Kind::unknown) {
        out_.settled.insert(ir::strip(&expr));
        return entry;
    }
    if (const Value entry = own_pointer(expr); entry.kind != Value::Kind::unknown)
        return entry;
    if (const Value known = field_of_variable(expr); known.kind != Value::Kind::unknown) {
        out_.settled.insert(ir::strip(&expr));
        note_host_pointer(expr, known.pointer);
        return known;
    }
    const Place from = place(expr);
    note_certain(from.pointer);
    if (from.kind == Place::Kind::variable && expr.type != nullptr && expr.type->is_pointer() &&
        is_outer(from.variable))
        return Value::of(root_pointer(expr, from.variable)); // s.cells
    if (from.kind == Place::Kind::variable && expr.type != nullptr && expr.type->is_record())
        whole_record(expr, from.variable, AccessKind::read);
    if (from.kind != Place::Kind::memory)
        return invariant_value(expr);
    if (expr.type == nullptr || expr.type->is_array() || expr.type->is_function())
        return {};
    access(expr, from.pointer, AccessKind::read);
    if (from.pointer.root == PointerValue::private_memory)
        out_.settled.insert(ir::strip(&expr));
    if (leads_outside(expr)) {
        PointerValue outside;
        outside.root = PointerValue::private_memory;
        return Value::of(outside);
    }
    // What was stored there may lead anywhere.
    if (from.pointer.root == PointerValue::private_memory)
        return expr.type->is_pointer() ? Value::of(PointerValue{}) : Value{};
    if (expr.type->is_pointer()) {
        PointerValue pointer;
        if (host_can_evaluate(expr)) {
            const ir::TypeRef pointee = expr.type->inner;
            pointer.root =
                add_root({ir::print_c(expr), ir::print_c(expr), nullptr, first_variable(expr), pointee, &expr});
            pointer.dims = {{Poly(0), pointee, fixed_size(pointee), std::nullopt}};
            note_host_load(expr, expr);
        } else if (const Expr* fixed = fixed_member(expr, from.pointer)) {
            const ir::VarDecl* base = out_.roots[static_cast<std::size_t>(from.pointer.root)].base;
            const std::string host = ir::print_c(*fixed);
            pointer.root = add_root({host, host, nullptr, base, expr.type->inner, fixed});
            pointer.dims = {{Poly(0), expr.type->inner, fixed_size(expr.type->inner), std::nullopt}};
            note_host_load(expr, *fixed);
        } else if (const auto known = early_pointer(expr, from.pointer)) {
            pointer = *known;
        } else if (const auto entry = entry_of_table(expr, from.pointer)) {
            pointer = *entry;
        }
        note_host_pointer(expr, pointer);
        return Value::of(pointer);
    }
    const bool element = ir::strip(&expr)->as<ir::Member>() != nullptr || ir::strip(&expr)->as<ir::Index>() != nullptr;
    if (!expr.type->is_integer() || !element)
        return {};
    if (options_.kernel) {
        const Expr* fixed = host_can_evaluate(expr) ? &expr : fixed_member(expr, from.pointer);
        if (fixed != nullptr) {
            note_host_load(expr, *fixed);
            return Value::of(Poly::symbol(symbols_.parameter(ir::print_c(*fixed), "hydra_v", false, expr.type)));
        }
    }
    return early_integer(expr, from.pointer);
}

void Collector::store(const Expr& target, const Value& value, bool also_read) {
    const Place to = place(target);
    if (to.kind == Place::Kind::memory) {
        if (also_read)
            access(target, to.pointer, AccessKind::read);
        access(target, to.pointer, AccessKind::write);
        if (options_.kernel && target.type != nullptr && ir::holds_pointer(target.type) &&
            to.pointer.root != PointerValue::private_memory)
            everything(target, AccessKind::write, "the loop stores pointers in memory");
        return;
    }
    const ir::VarDecl* variable = to.variable;
    if (variable == nullptr)
        return;
    if (!options_.kernel && target.type != nullptr && target.type->is_record())
        whole_record(target, variable, AccessKind::write);
    if (options_.kernel && variable->has_static_lifetime() && (!frames_.empty() || !is_outer(variable))) {
        if (!refuse_privates(target, variable, "changes") && !options_.priv.contains(variable))
            obstacle(target.range, frames_.empty() ? fmt::format("'{}' keeps its value from one iteration to the next",
                                                                 variable->name)
                                                   : fmt::format("'{}' changes '{}', which all iterations share",
                                                                 frames_.back().function->name, variable->name));
    }
    if (is_outer(variable))
        return;
    if (also_read)
        watch(target, variable, AccessKind::read);
    watch(target, variable, AccessKind::write);
    know(variable, to.member ? Value{} : value);
}

} // namespace hydra::passes
