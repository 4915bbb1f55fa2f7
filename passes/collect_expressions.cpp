// Values of expressions: integers as polynomials where C's arithmetic equals the mathematics (hard case: division
// truncates, unsigned wraps, casts narrow), pointers as root and subscripts, all else unknown.
#include <fmt/format.h>

#include "passes/collector.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::UnaryOp;

bool same(const Value& a, const Value& b) {
    return a.kind == Value::Kind::integer && b.kind == Value::Kind::integer && a.poly == b.poly;
}

Value Collector::eval(const Expr& expr) {
    if (weary() && quiet_ > 0) // a pointer is one that nobody knows
        return expr.type != nullptr && expr.type->is_pointer() ? Value::of(PointerValue{}) : Value{};
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
        refuse_function_name(expr);
        PointerValue fresh;
        fresh.root = PointerValue::private_memory;
        return Value::of(fresh);
    }
    if (const auto* size = expr.as<ir::SizeOf>()) {
        const auto value = size->align ? ir::align_of(size->of) : ir::size_of(size->of);
        return value ? Value::of(Poly(*value)) : invariant_value(expr);
    }
    if (const auto* statement = expr.as<ir::StatementExpr>()) {
        if (statement->body)
            exec(*statement->body);
        return {};
    }
    ir::for_each_child(expr, [&](const Expr& child) { eval(child); });
    return {};
}

Value Collector::eval_reference(const Expr& expr) {
    const auto& decl = expr.as<ir::DeclRef>()->decl;
    if (const auto* constant = std::get_if<const ir::EnumConstant*>(&decl))
        return Value::of(Poly((*constant)->value));
    const auto* named = std::get_if<const ir::VarDecl*>(&decl);
    if (named == nullptr)
        return {};
    const ir::VarDecl* variable = *named;
    if (options_.kernel && !frames_.empty() && variable->has_static_lifetime() &&
        (variable == options_.loop_variable || options_.priv.contains(variable)))
        problem(expr,
                fmt::format("'{}' is called in a parallel loop and uses '{}', of which each iteration has its own; "
                            "hand it over as an argument",
                            frames_.back().function->name, variable->name));
    if (const auto known = env_.find(variable); known != env_.end())
        return known->second;
    if (!is_outer(variable)) {
        if (!variable->type->is_pointer())
            return {};
        return Value::of(PointerValue{});
    }
    if (variable->type->is_pointer())
        return Value::of(root_pointer(expr, variable));
    if (variable->type->is_record())
        whole_record(expr, variable, ir::AccessKind::read);
    if (!variable->type->is_integer() || !is_fixed(variable) || variable->type->quals.is_volatile ||
        !nameable(variable))
        return {};
    return Value::of(Poly::symbol(symbols_.parameter(variable)));
}

// A fixed integer expression of outside variables without memory or calls: a parameter of its own, computed by C.
Value Collector::invariant_value(const Expr& expr) {
    if (symbols_.size() > most_symbols)
        return {};
    if (expr.type == nullptr || !expr.type->is_integer() || !frames_.empty() || weary())
        return {};
    bool good = true;
    walk(
        expr,
        [&](const Expr& e) {
            weary();
            if (e.as<ir::Call>() != nullptr || e.as<ir::StatementExpr>() != nullptr ||
                e.as<ir::BuiltinExpr>() != nullptr || e.as<ir::Index>() != nullptr ||
                e.as<ir::CompoundLiteral>() != nullptr || e.as<ir::FloatLit>() != nullptr)
                good = false;
            if (const auto* unary = e.as<ir::Unary>())
                good = good && unary->op != UnaryOp::deref && unary->op != UnaryOp::address_of &&
                       (unary->op < UnaryOp::pre_inc || unary->op > UnaryOp::post_dec);
            if (const auto* binary = e.as<ir::Binary>()) {
                good = good && !ir::is_assignment(binary->op) && binary->op != BinaryOp::comma;
                if (binary->op == BinaryOp::div || binary->op == BinaryOp::rem) // host code must not divide by zero
                    good = good && ir::constant_value(*binary->rhs).value_or(0) != 0;
            }
            if (const auto* member = e.as<ir::Member>())
                good = good && !member->arrow;
            if (const ir::VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr)
                good = good && is_outer(variable) && is_fixed(variable) && !variable->type->quals.is_volatile;
        },
        [&](const ir::Stmt&) { good = false; });
    if (!good)
        return {};
    return Value::of(Poly::symbol(symbols_.parameter(ir::print_c(expr), "hydra_v", false, expr.type)));
}

Value Collector::eval_unary(const Expr& expr, const ir::Unary& unary) {
    const Expr& operand = *unary.operand;
    switch (unary.op) {
    case UnaryOp::plus:
    case UnaryOp::extension:
        return eval(operand);
    case UnaryOp::minus:
        return arithmetic(expr, BinaryOp::sub, Value::of(Poly(0)), eval(operand));
    case UnaryOp::deref:
        return load(expr);
    case UnaryOp::address_of: {
        const Place target = place(operand);
        if (target.kind == Place::Kind::memory)
            return Value::of(target.pointer);
        PointerValue pointer;
        if (target.variable != nullptr && is_outer(target.variable) && !target.member && nameable(target.variable)) {
            const ir::VarDecl* variable = target.variable;
            pointer.root = add_root({variable->name, "&" + variable->name, nullptr, variable, variable->type});
            pointer.dims = {{Poly(0), variable->type, fixed_size(variable->type), std::nullopt}};
        } else if (target.variable != nullptr && !is_outer(target.variable)) {
            pointer.root = PointerValue::private_memory;
            env_.erase(target.variable);
            changed_.insert(target.variable);
        }
        return Value::of(pointer);
    }
    case UnaryOp::pre_inc:
    case UnaryOp::post_inc:
        return step(operand, unary.op == UnaryOp::pre_inc ? Value{} : eval(operand), 1);
    case UnaryOp::pre_dec:
    case UnaryOp::post_dec:
        return step(operand, unary.op == UnaryOp::pre_dec ? Value{} : eval(operand), -1);
    default: {
        eval(operand);
        return invariant_value(expr);
    }
    }
}

// x++ and its kin. value: the expression's value where it is the old one.
Value Collector::step(const Expr& target, const Value& value, int by) {
    ++quiet_;
    Value old = eval(target);
    --quiet_;
    Value next;
    if (old.kind == Value::Kind::integer)
        next = fitted(target, old.poly.plus(Poly(by)));
    else if (old.kind == Value::Kind::pointer)
        next = Value::of(moved(old.pointer, Poly(by)));
    store(target, next, true);
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
        const Scope scope = mark();
        assume(*binary.lhs, binary.op == BinaryOp::logical_or, "it stands behind a condition on data");
        eval(*binary.rhs);
        restore(scope);
        return invariant_value(expr);
    }
    const Value left = eval(*binary.lhs);
    const Value right = eval(*binary.rhs);
    return arithmetic(expr, binary.op, left, right);
}

Value Collector::eval_assignment(const Expr& expr, const ir::Binary& binary) {
    if (binary.op == BinaryOp::assign) {
        const Value value = eval(*binary.rhs);
        store(*binary.lhs, value, false);
        return value;
    }
    const Value right = eval(*binary.rhs);
    ++quiet_;
    const Value left = eval(*binary.lhs);
    --quiet_;
    const Value value = arithmetic(expr, ir::compound_base(binary.op), left, right);
    store(*binary.lhs, value, true);
    return value;
}

Value Collector::eval_conditional(const Expr& expr, const ir::Conditional& conditional) {
    const Value condition = eval(*conditional.cond);
    const auto arm = [&](const Expr& e, bool negated) {
        const Scope scope = mark();
        assume(*conditional.cond, negated, "it stands behind a condition on data");
        Value value = eval(e);
        restore(scope);
        return value;
    };
    const Value first = conditional.then ? arm(*conditional.then, false) : condition;
    const Value second = arm(*conditional.otherwise, true);
    if (expr.type != nullptr && expr.type->is_pointer())
        return chosen_pointer(expr);
    return chosen(formula(*conditional.cond), first, second);
}

// `c ? p : q` that does not change while the launch or site runs: one pointer, which host code chooses.
Value Collector::chosen_pointer(const Expr& expr) {
    PointerValue pointer;
    if (host_can_evaluate(expr)) {
        const ir::TypeRef pointee = expr.type->inner;
        const std::string text = "(" + ir::print_c(expr) + ")";
        pointer.root = add_root({text, text, nullptr, first_variable(expr), pointee});
        pointer.dims = {{Poly(0), pointee, fixed_size(pointee), std::nullopt}};
        out_.host_loads.push_back(&expr);
    }
    return Value::of(pointer);
}

// `c ? a : b` for integers and an affine condition: a value that a formula fixes.
Value Collector::chosen(const std::optional<std::string>& condition, const Value& first, const Value& second) {
    if (same(first, second))
        return first;
    if (!condition || first.kind != Value::Kind::integer || second.kind != Value::Kind::integer)
        return {};
    const auto a = bridge_.affine(first.poly);
    const auto b = bridge_.affine(second.poly);
    if (!a || !b)
        return {};
    const std::string shown =
        fmt::format("either {} or {}", symbols_.user_text(first.poly), symbols_.user_text(second.poly));
    return Value::of(Poly::symbol(symbols_.add_defined(shown, [&](SymbolId id) {
        return fmt::format("({0} and s{1} = {2}) or (not {0} and s{1} = {3})", *condition, id, *a, *b);
    })));
}

// A polynomial as the value of an expression of this type: unknown where C's result may differ.
Value Collector::fitted(const Expr& expr, std::optional<Poly> poly) {
    if (!poly)
        return {};
    const auto range = type_range(expr.type);
    if (!range)
        return {};
    if (const auto constant = poly->constant())
        return *constant >= range->first && *constant <= range->second ? Value::of(*poly) : Value{};
    const bool narrow = range->second < (std::int64_t{1} << 40);
    if (narrow && poly->largest_coefficient() >= 65536)
        return {}; // a hash, say: 32-bit arithmetic may wrap
    if (!expr.type->is_unsigned())
        return Value::of(*poly);
    bool negative = false;
    for (const auto& [monomial, coefficient] : poly->terms())
        negative = negative || coefficient < 0;
    if (!negative)
        return Value::of(*poly);
    const std::optional<std::string> text = bridge_.affine(*poly);
    if (text && bridge_.holds(domain_, *text + " >= 0"))
        return Value::of(*poly);
    if (symbols_.invariant(*poly)) // C computes it
        return Value::of(Poly::symbol(
            symbols_.parameter(fmt::format("({})({})", ir::declare(expr.type, ""), symbols_.host_text(*poly)),
                               "hydra_v", false, expr.type)));
    return {};
}

Value Collector::arithmetic(const Expr& expr, BinaryOp op, const Value& left, const Value& right) {
    if (left.kind == Value::Kind::pointer || right.kind == Value::Kind::pointer) {
        const bool number = left.kind != right.kind;
        const Value& pointer = left.kind == Value::Kind::pointer ? left : right;
        const Value& offset = left.kind == Value::Kind::pointer ? right : left;
        if (!number || (op != BinaryOp::add && op != BinaryOp::sub))
            return expr.type != nullptr && expr.type->is_pointer() ? Value::of(PointerValue{}) : Value{};
        std::optional<Poly> by;
        if (offset.kind == Value::Kind::integer)
            by = op == BinaryOp::sub ? Poly(0).minus(offset.poly) : offset.poly;
        return Value::of(moved(pointer.pointer, by));
    }
    if (left.kind != Value::Kind::integer || right.kind != Value::Kind::integer || expr.type == nullptr ||
        !expr.type->is_integer())
        return invariant_value(expr);
    const Poly& a = left.poly;
    const Poly& b = right.poly;
    switch (op) {
    case BinaryOp::add:
        return fitted(expr, a.plus(b));
    case BinaryOp::sub:
        return fitted(expr, a.minus(b));
    case BinaryOp::mul: {
        // (i) * (n + 2): the factor n + 2 stays one parameter, so that it can be a row length
        const auto factor = [&](const Poly& p, const Poly& other) {
            return symbols_.invariant(p) && !p.constant() && !symbols_.invariant(other) && p.terms().size() > 1
                       ? Poly::symbol(symbols_.as_parameter(p))
                       : p;
        };
        return fitted(expr, factor(a, b).times(factor(b, a)));
    }
    case BinaryOp::div:
        return quotient(expr, a, b, false);
    case BinaryOp::rem:
        return quotient(expr, a, b, true);
    case BinaryOp::shl:
    case BinaryOp::shr: {
        const auto by = b.constant();
        if (!by || *by < 0 || *by > 40)
            return invariant_value(expr);
        const Poly power(std::int64_t{1} << *by);
        return op == BinaryOp::shl ? fitted(expr, a.times(power)) : quotient(expr, a, power, false);
    }
    default:
        return invariant_value(expr);
    }
}

Value Collector::quotient(const Expr& expr, const Poly& left, const Poly& right, bool remainder) {
    const auto divisor = right.constant();
    const auto dividend = left.constant();
    if (divisor && dividend && *divisor != 0)
        return Value::of(Poly(remainder ? *dividend % *divisor : *dividend / *divisor));
    if (symbols_.invariant(left) && symbols_.invariant(right)) {
        const std::string type = ir::declare(expr.type, "");
        const std::string by = fmt::format("({})({})", type, symbols_.host_text(right));
        std::string value = fmt::format("({})({}) {} {}", type, symbols_.host_text(left), remainder ? "%" : "/", by);
        if (!divisor) // evaluated before the launch, also where the program would not divide
            value = fmt::format("{} == 0 ? 0 : {}", by, value);
        return Value::of(Poly::symbol(symbols_.parameter(value, "hydra_v", false, expr.type)));
    }
    if (!divisor || *divisor <= 0)
        return {};
    const std::optional<std::string> text = bridge_.affine(left);
    if (!text || !bridge_.holds(domain_, *text + " >= 0"))
        return {};
    const std::string shown = fmt::format("({}) / {}", symbols_.user_text(left), *divisor);
    const Poly q = Poly::symbol(symbols_.add_defined(shown, [&](SymbolId id) {
        return fmt::format("{0} s{1} <= {2} and {2} <= {0} s{1} + {3}", *divisor, id, *text, *divisor - 1);
    }));
    if (!remainder)
        return Value::of(q);
    const auto product = q.times(right);
    return product ? fitted(expr, left.minus(*product)) : Value{};
}

Value Collector::eval_cast(const Expr& expr, const ir::Cast& cast) {
    const ir::TypeRef from = cast.operand->type;
    if (from != nullptr && from->is_array()) {
        const Place array = place(*cast.operand);
        if (array.kind == Place::Kind::memory)
            return decay(array.pointer, from);
        PointerValue pointer;
        if (array.kind == Place::Kind::variable && !is_outer(array.variable))
            pointer.root = PointerValue::private_memory;
        else if (array.kind == Place::Kind::variable)
            return Value::of(root_pointer(*cast.operand, array.variable));
        else if (cast.operand->as<ir::StringLit>() != nullptr || cast.operand->as<ir::CompoundLiteral>() != nullptr)
            pointer.root = PointerValue::private_memory;
        return Value::of(pointer);
    }
    if (from != nullptr && from->is_function())
        return {};
    const Value value = eval(*cast.operand);
    return convert(expr, from, cast.to != nullptr ? cast.to : expr.type, value);
}

Value Collector::convert(const Expr& expr, ir::TypeRef from, ir::TypeRef to, const Value& value) {
    if (value.kind == Value::Kind::pointer) {
        if (!to->is_pointer() || from == nullptr || !from->is_pointer())
            return {};
        PointerValue pointer = value.pointer;
        if (pointer.root < 0 || pointer.dims.empty() || pointer.sealed || to->inner->kind == ir::TypeKind::Void)
            return value;
        PointerValue::Dim& last = pointer.dims.back();
        const std::int64_t size = fixed_size(to->inner);
        if (size > 0 && size == last.elem_size && to->inner->is_scalar()) {
            last.elem = to->inner;
            return Value::of(pointer);
        }
        // Another shape: known where the pointer stands at its root.
        const bool at_root = pointer.dims.size() == 1 && last.subscript && *last.subscript == Poly(0);
        pointer.dims = {{at_root ? std::optional<Poly>(Poly(0)) : std::nullopt, to->inner, size, std::nullopt}};
        return Value::of(pointer);
    }
    if (value.kind != Value::Kind::integer)
        return value;
    const auto source = type_range(from);
    const auto target = type_range(to);
    if (!target || !source)
        return {};
    if (target->first <= source->first && source->second <= target->second)
        return value;
    if (const auto constant = value.poly.constant())
        return *constant >= target->first && *constant <= target->second ? value : Value{};
    const std::optional<std::string> text = bridge_.affine(value.poly);
    const bool low = target->first <= source->first ||
                     (text && bridge_.holds(domain_, fmt::format("{} >= {}", *text, target->first)));
    const bool wide = target->second > 1'000'000'000 && value.poly.largest_coefficient() < 65536;
    const bool high = target->second >= source->second || wide ||
                      (text && bridge_.holds(domain_, fmt::format("{} <= {}", *text, target->second)));
    if (low && high)
        return value;
    if (symbols_.invariant(value.poly))
        return Value::of(Poly::symbol(symbols_.parameter(
            fmt::format("({})({})", ir::declare(to->unqualified != nullptr ? to->unqualified : to, ""),
                        symbols_.host_text(value.poly)),
            "hydra_v", false, to)));
    (void)expr;
    return {};
}

// The condition as a formula of isl over the symbols; nullopt where it depends on anything else. Notes no accesses.
std::optional<std::string> Collector::formula(const Expr& cond) {
    const Expr* expr = ir::strip(&cond);
    if (weary())
        return std::nullopt;
    bool effects = false; // evaluated a second time here: only where that changes nothing
    walk(
        *expr,
        [&](const Expr& e) {
            weary();
            effects = effects || assigned_variable(e) != nullptr || stores_to_memory(e) || e.as<ir::Call>() != nullptr;
        },
        [&](const ir::Stmt&) { effects = true; });
    if (effects)
        return std::nullopt;
    if (const auto* unary = expr->as<ir::Unary>(); unary != nullptr && unary->op == UnaryOp::logical_not) {
        const auto inner = formula(*unary->operand);
        return inner ? std::optional("(not " + *inner + ")") : std::nullopt;
    }
    if (const auto* binary = expr->as<ir::Binary>()) {
        if (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or) {
            const auto left = formula(*binary->lhs);
            const auto right = formula(*binary->rhs);
            if (!left || !right)
                return std::nullopt;
            return fmt::format("({} {} {})", *left, binary->op == BinaryOp::logical_and ? "and" : "or", *right);
        }
        if (binary->op >= BinaryOp::lt && binary->op <= BinaryOp::ne)
            return comparison(*binary);
    }
    ++quiet_;
    const Value value = eval(*expr);
    --quiet_;
    if (value.kind != Value::Kind::integer)
        return std::nullopt;
    const auto text = bridge_.affine(value.poly);
    return text ? std::optional("(not " + *text + " = 0)") : std::nullopt;
}

std::optional<std::string> Collector::comparison(const ir::Binary& binary) {
    ++quiet_;
    const Value left = eval(*binary.lhs);
    const Value right = eval(*binary.rhs);
    --quiet_;
    if (left.kind != Value::Kind::integer || right.kind != Value::Kind::integer)
        return std::nullopt;
    const auto a = bridge_.affine(left.poly);
    const auto b = bridge_.affine(right.poly);
    if (!a || !b)
        return std::nullopt;
    switch (binary.op) {
    case BinaryOp::lt:
        return fmt::format("({} < {})", *a, *b);
    case BinaryOp::gt:
        return fmt::format("({} > {})", *a, *b);
    case BinaryOp::le:
        return fmt::format("({} <= {})", *a, *b);
    case BinaryOp::ge:
        return fmt::format("({} >= {})", *a, *b);
    case BinaryOp::eq:
        return fmt::format("({} = {})", *a, *b);
    default:
        return fmt::format("({0} < {1} or {0} > {1})", *a, *b);
    }
}

} // namespace hydra::passes
