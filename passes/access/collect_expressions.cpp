// Values of expressions: integers as polynomials (their arithmetic is in files of its own), pointers as root and
// subscripts, all else unknown.
#include <utility>

#include <fmt/format.h>

#include "passes/access/collector.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::UnaryOp;

Value Collector::eval(const Expr& expr) {
    if (work_.weary() && quiet_.is_on()) // a pointer is one that nobody knows
        return Value::any(expr.type);
    if (const auto* literal = expr.as<ir::IntLit>())
        return literal->value > std::uint64_t{1} << 62 ? Value{}
                                                       : Value::of(Poly(static_cast<std::int64_t>(literal->value)));
    if (expr.as<ir::DeclRef>() != nullptr)
        return eval_reference(expr);
    if (const auto* unary = expr.as<ir::Unary>())
        return eval_unary(expr, *unary);
    if (const auto* binary = expr.as<ir::Binary>())
        return eval_binary(expr, *binary);
    if (const auto* conditional = expr.as<ir::Conditional>())
        return eval_conditional(expr, *conditional);
    if (const auto* cast = expr.as<ir::Cast>())
        return eval_cast(expr, *cast);
    if (const auto* call = expr.as<ir::Call>())
        return eval_call(expr, *call);
    if (expr.as<ir::Index>() != nullptr || expr.as<ir::Member>() != nullptr)
        return load(expr);
    if (expr.as<ir::StringLit>() != nullptr || expr.as<ir::CompoundLiteral>() != nullptr) {
        ir::for_each_child(expr, [&](const Expr& child) { eval(child); });
        makes_unnamed_ = makes_unnamed_ || expr.as<ir::CompoundLiteral>() != nullptr;
        return Value::of(PointerValue::to_private());
    }
    if (const auto* size = expr.as<ir::SizeOf>()) {
        const auto value = size->align ? ir::align_of(size->of) : ir::size_of(size->of);
        if (!size->align && size->operand && size->of != nullptr && size->of->is_vla())
            eval(*size->operand);
        else if (!size->align && !value)
            eval_lengths(size->of);
        return value ? Value::of(Poly(*value)) : host_.fixed_value(expr);
    }
    if (const auto* statement = expr.as<ir::StatementExpr>())
        return statement->body ? eval_block(*statement->body) : Value{};
    ir::for_each_child(expr, [&](const Expr& child) { eval(child); });
    return {};
}

// The run-time lengths of the arrays in a type, where a declaration, cast or sizeof names it.
void Collector::eval_lengths(ir::TypeRef type) {
    for (; type != nullptr && (type->is_array() || type->is_pointer()); type = type->inner)
        if (type->vla_length != nullptr) {
            bool changes = false;
            walk(
                *type->vla_length,
                [&](const Expr& e) {
                    changes = changes || assignment_target(e) != nullptr || !addresses_handed_out(e).empty();
                },
                [&](const ir::Stmt&) { changes = true; });
            if (region_.kernel() && changes) // what is known of the loops around does not count with that
                findings_.obstacle(type->vla_length->range, "the length of an array changes variables");
            eval(*type->vla_length);
        }
}

// ({ …; last; }): the value of the last expression.
Value Collector::eval_block(const ir::Stmt& body) {
    const AccessLog::Body steps(log_);
    return run_block(body);
}

Value Collector::run_block(const ir::Stmt& body) {
    const auto* compound = body.as<ir::Compound>();
    const auto* last = compound != nullptr && !compound->items.empty() && jumps_.jump_of(body) == Jump::no
                           ? compound->items.back()->as<ir::ExprStmt>()
                           : nullptr;
    if (last == nullptr || !last->expr) {
        exec(body);
        return {};
    }
    for (std::size_t i = 0; i + 1 < compound->items.size(); ++i)
        exec(*compound->items[i]);
    log_.begin_expression();
    return eval(*last->expr);
}

Value Collector::eval_reference(const Expr& expr) {
    const auto& decl = expr.as<ir::DeclRef>()->decl;
    if (const auto* constant = std::get_if<const ir::EnumConstant*>(&decl))
        return Value::of(Poly((*constant)->value));
    const auto* named = std::get_if<const ir::VarDecl*>(&decl);
    if (named == nullptr)
        return {};
    const ir::VarDecl* variable = *named;
    places_.refuse_privates(expr, variable, "uses");
    recorder_.watch(expr, variable, ir::AccessKind::read);
    if (const Value* known = path_.value_of(variable))
        return *known;
    if (const auto constant = ir::constant_value(expr))
        return Value::of(Poly(*constant));
    if (!region_.is_outer(variable))
        return Value::any(variable->type);
    if (variable->type->is_pointer())
        return Value::of(places_.root_pointer(expr, variable));
    if (variable->type->is_record())
        recorder_.whole_record(expr, variable, ir::AccessKind::read);
    if (!variable->type->is_integer() || !region_.is_fixed(variable) || variable->type->quals.is_volatile)
        return {};
    if (host_.nameable(variable))
        return Value::of(Poly::symbol(symbols_.parameter(variable)));
    const ir::HostExpr host = host_.of(variable, ir::HostExpr::name(variable->name), false);
    if (host.empty())
        return {};
    const SymbolId id = symbols_.parameter(host, variable->name, false, variable->type);
    symbols_.edit(id).shown = variable->name;
    return Value::of(Poly::symbol(id));
}

Value Collector::eval_unary(const Expr& expr, const ir::Unary& unary) {
    const Expr& operand = *unary.operand;
    switch (unary.op) {
    case UnaryOp::plus:
    case UnaryOp::extension:
        return eval(operand);
    case UnaryOp::minus:
        return arithmetic_.operation(expr, BinaryOp::sub, Value::of(Poly(0)), number(operand));
    case UnaryOp::bit_not:
        return arithmetic_.operation(expr, BinaryOp::sub, Value::of(Poly(-1)), number(operand));
    case UnaryOp::deref:
        return load(expr);
    case UnaryOp::address_of:
        return eval_address(expr, operand);
    case UnaryOp::pre_inc:
    case UnaryOp::post_inc:
        return step(operand, unary.op == UnaryOp::pre_inc ? Value{} : rehearsed(operand), 1);
    case UnaryOp::pre_dec:
    case UnaryOp::post_dec:
        return step(operand, unary.op == UnaryOp::pre_dec ? Value{} : rehearsed(operand), -1);
    default: {
        eval(operand);
        return host_.fixed_value(expr);
    }
    }
}

Value Collector::eval_address(const Expr& expr, const Expr& operand) {
    const Place target = places_.place(operand);
    if (target.kind != Place::Kind::memory && target.variable != nullptr && target.variable->type->is_scalar())
        places_.refuse_privates(operand, target.variable, "uses");
    if (target.kind == Place::Kind::memory)
        return Value::of(target.pointer);
    PointerValue pointer;
    const bool whole = !target.member || operand.type->is_record(); // or a record in it
    const bool outside = target.variable != nullptr && region_.is_outer(target.variable) && whole;
    const ir::HostExpr own = outside ? ir::HostExpr::of(operand) : ir::HostExpr(),
                       address = ir::HostExpr::unary(UnaryOp::address_of, own);
    if (const ir::HostExpr host = outside ? host_.of(target.variable, address, true) : ir::HostExpr(); !host.empty()) {
        const bool here = host == address;
        Root root{own.text(), host, nullptr, target.variable, operand.type, here ? ir::strip(&operand) : nullptr};
        root.is_part = true;
        pointer = PointerValue::to_root(roots_.add(std::move(root)), operand.type);
    } else if (target.variable != nullptr && !region_.is_outer(target.variable)) {
        pointer.root = own_memory(expr, target.variable);
        path_.forget(target.variable);
        region_.note_changed(target.variable);
    }
    return Value::of(pointer);
}

// x++ and its kin. value: the expression's value where it is the old one.
Value Collector::step(const Expr& target, const Value& value, int by) {
    const Value old = rehearsed(target);
    Value next;
    if (old.is_number())
        next = arithmetic_.fitted(target, old.poly.plus(Poly(by)), by > 0 && old.kind == Value::Kind::integer);
    else if (old.kind == Value::Kind::pointer)
        next = Value::of(moved(old.pointer, target.type->inner->kind == ir::TypeKind::Void ? std::nullopt
                                                                                           : std::optional(Poly(by))));
    store(target, next, true);
    if (is_bit_field(target))
        return {};
    return value.kind == Value::Kind::unknown ? next : value;
}

Value Collector::eval_binary(const Expr& expr, const ir::Binary& binary) {
    if (ir::is_assignment(binary.op))
        return eval_assignment(expr, binary);
    if (binary.op == BinaryOp::comma) {
        eval(*binary.lhs);
        return eval(*binary.rhs);
    }
    if (binary.op == BinaryOp::logical_and || binary.op == BinaryOp::logical_or) {
        eval(*binary.lhs);
        const bool negated = binary.op == BinaryOp::logical_or;
        const auto left = has_effects(*binary.rhs) ? conditions_.formula(*binary.lhs) : std::nullopt;
        perhaps(*binary.rhs, left && negated ? std::optional("not " + *left) : left, [&] {
            const PathState::Scope scope(path_);
            conditions_.assume(*binary.lhs, negated);
            return eval(*binary.rhs);
        });
        return host_.fixed_value(expr);
    }
    const bool compares = binary.op >= BinaryOp::lt && binary.op <= BinaryOp::ne;
    const Value left = compares ? eval(*binary.lhs) : number(*binary.lhs);
    const Value right = compares ? eval(*binary.rhs) : number(*binary.rhs);
    return compares ? host_.fixed_value(expr) : arithmetic_.operation(expr, binary.op, left, right);
}

// The value of an expression that is counted with: a comparison is 0 or 1.
Value Collector::number(const Expr& full) {
    const Value value = eval(full);
    if (value.kind != Value::Kind::unknown)
        return value;
    const Expr& expr = *ir::strip(&full);
    const auto* binary = expr.as<ir::Binary>();
    const auto* unary = expr.as<ir::Unary>();
    const bool logical =
        (unary != nullptr && unary->op == UnaryOp::logical_not) ||
        (binary != nullptr && ((binary->op >= BinaryOp::lt && binary->op <= BinaryOp::ne) ||
                               binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or));
    const auto condition = logical ? conditions_.formula(expr) : std::nullopt;
    return condition ? defined_.truth(*condition, ir::print_c(expr)) : Value{};
}

Value Collector::eval_assignment(const Expr& expr, const ir::Binary& binary) {
    if (binary.op == BinaryOp::assign) {
        const Value value = number(*binary.rhs);
        store(*binary.lhs, value, false);
        return is_bit_field(*binary.lhs) ? Value{} : value; // a bit-field's has been cut
    }
    Value right = number(*binary.rhs);
    Value left = rehearsed(*binary.lhs);
    // C computes in the operands' common type, here in the target's: the same but for signs.
    const ir::TypeRef from = binary.rhs->type;
    if (right.is_number() && left.is_number() && from->is_unsigned() != expr.type->is_unsigned()) {
        const bool wider = ir::size_of(from).value_or(0) > ir::size_of(expr.type).value_or(0);
        const ir::TypeRef common =
            wider || (from->is_unsigned() && ir::size_of(from) == ir::size_of(expr.type)) ? from : expr.type;
        left = arithmetic_.convert(expr.type, common, left);
        right = arithmetic_.convert(from, common, right);
    }
    const BinaryOp op = ir::compound_base(binary.op);
    Value value = arithmetic_.operation(expr, op, left, right);
    // Sums and products were cut to a narrow target already; what the others give is one of int, or wider.
    const bool cut = op == BinaryOp::add || op == BinaryOp::sub || op == BinaryOp::mul;
    if (value.is_number() && !cut && ir::size_of(expr.type).value_or(8) < 4) {
        static const ir::Type promoted = [] {
            ir::Type type;
            type.kind = ir::TypeKind::Int;
            return type;
        }();
        value = arithmetic_.convert(ir::size_of(from).value_or(0) > 4 ? from : &promoted, expr.type, value);
    }
    store(*binary.lhs, value, true);
    return is_bit_field(*binary.lhs) ? Value{} : value;
}

Value Collector::eval_conditional(const Expr& expr, const ir::Conditional& conditional) {
    const Value condition = eval(*conditional.cond);
    const std::optional<std::string> when = conditions_.formula(*conditional.cond);
    const auto arm = [&](const Expr& e, bool negated) {
        const PathState::Scope scope(path_);
        conditions_.assume(*conditional.cond, negated);
        return eval(e);
    };
    const bool effects = (conditional.then && has_effects(*conditional.then)) || has_effects(*conditional.otherwise);
    std::optional<KnownValues> before;
    if (effects)
        before = path_.values();
    const Value first = conditional.then ? arm(*conditional.then, false) : condition;
    KnownValues after_first = before ? path_.replace_values(std::move(*before)) : KnownValues{};
    const Value second = arm(*conditional.otherwise, true);
    if (effects)
        join(after_first, when);
    if (expr.type != nullptr && expr.type->is_pointer())
        return chosen_pointer(expr, when, first, second);
    return defined_.chosen(when, first, second);
}

void Collector::join(const KnownValues& then, const std::optional<std::string>& condition) {
    path_.replace_values(defined_.joined(path_.replace_values({}), then, condition));
}

// `c ? p : q` that does not change while the launch or site runs: one pointer, which host code chooses. Pointers into
// one array: the subscript is chosen.
Value Collector::chosen_pointer(const Expr& expr, const std::optional<std::string>& condition, const Value& first,
                                const Value& second) {
    PointerValue pointer;
    const PointerValue& one = first.pointer;
    const PointerValue& other = second.pointer;
    if (first.kind == Value::Kind::pointer && second.kind == Value::Kind::pointer &&
        one.root == PointerValue::private_memory && other.root == PointerValue::private_memory)
        return Value::of(PointerValue::to_private()); // `n == 1 ? "" : "s"`
    if (first.kind == Value::Kind::pointer && second.kind == Value::Kind::pointer && one.root >= 0 &&
        alike(one, other)) {
        pointer = one;
        for (std::size_t d = 0; d < one.dims.size(); ++d) {
            pointer.dims[d].subscript = defined_.chosen(condition, one.dims[d].subscript, other.dims[d].subscript);
            pointer.dims[d].walks |= other.dims[d].walks;
            pointer.dims[d].part.reset();
        }
        return Value::of(pointer);
    }
    if (one.root == PointerValue::private_memory && other.root == PointerValue::private_memory)
        return first; // texts, the iteration's own arrays
    if (host_.can_evaluate(expr)) {
        const ir::TypeRef pointee = expr.type->inner;
        const ir::HostExpr host = ir::HostExpr::group(ir::HostExpr::of(expr));
        pointer =
            PointerValue::to_root(roots_.add({host.text(), host, nullptr, first_variable(expr), pointee}), pointee);
        early_.note_host_load(expr, expr);
    }
    return Value::of(pointer);
}

// What a pointer to a local variable points at: memory of the iteration's own, unless the variable outlives it.
int Collector::own_memory(const Expr& expr, const ir::VarDecl* variable) {
    if (!variable->has_static_lifetime() || region_.options().priv.contains(variable) ||
        region_.summary().never_changes(variable))
        return PointerValue::private_memory;
    if (region_.kernel())
        findings_.obstacle(expr.range, kept_between_iterations(*variable));
    return PointerValue::unknown;
}

Value Collector::eval_cast(const Expr& expr, const ir::Cast& cast) {
    if (!cast.implicit)
        eval_lengths(cast.to);
    const ir::TypeRef from = cast.operand->type;
    if (from != nullptr && from->is_array()) {
        const Place array = places_.place(*cast.operand);
        if (array.kind == Place::Kind::memory)
            return places_.decay(array.pointer, from, cast.operand.get());
        PointerValue pointer;
        if (array.kind == Place::Kind::variable && !region_.is_outer(array.variable))
            pointer.root = own_memory(expr, array.variable);
        else if (array.kind == Place::Kind::variable)
            return Value::of(places_.root_pointer(*cast.operand, array.variable));
        else if (cast.operand->as<ir::StringLit>() != nullptr || cast.operand->as<ir::CompoundLiteral>() != nullptr)
            pointer.root = PointerValue::private_memory;
        return Value::of(pointer);
    }
    if (from != nullptr && from->is_function()) {
        if (const auto* behind = ir::strip(cast.operand.get())->as<ir::Unary>()) // (*table[i])()
            eval(*behind->operand);
        return {};
    }
    const ir::TypeRef to = cast.to != nullptr ? cast.to : expr.type;
    const Value value = to->is_integer() ? number(*cast.operand) : eval(*cast.operand);
    if (value.kind == Value::Kind::pointer)
        return to->is_pointer() && from != nullptr && from->is_pointer() ? places_.other_view(value.pointer, to)
                                                                         : Value{};
    if (to->is_pointer() && value.kind == Value::Kind::integer && value.poly == Poly(0))
        return Value::of(PointerValue::to_private()); // whoever follows it has no meaning in C
    return arithmetic_.convert(from, to, value);
}

} // namespace hydra::passes
