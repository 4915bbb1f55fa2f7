// Values of expressions: integers as polynomials (their arithmetic is in files of its own), pointers as root and
// subscripts, all else unknown.
#include <utility>

#include <fmt/format.h>

#include "passes/access/collector.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::UnaryOp;

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
        out_.makes_unnamed = out_.makes_unnamed || expr.as<ir::CompoundLiteral>() != nullptr;
        PointerValue fresh;
        fresh.root = PointerValue::private_memory;
        return Value::of(fresh);
    }
    if (const auto* size = expr.as<ir::SizeOf>()) {
        const auto value = size->align ? ir::align_of(size->of) : ir::size_of(size->of);
        if (!size->align && size->operand && size->of != nullptr && size->of->is_vla())
            eval(*size->operand);
        else if (!size->align && !value)
            eval_lengths(size->of);
        return value ? Value::of(Poly(*value)) : invariant_value(expr);
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
            if (options_.kernel && changes) // what is known of the loops around does not count with that
                obstacle(type->vla_length->range, "the length of an array changes variables");
            eval(*type->vla_length);
        }
}

// ({ …; last; }): the value of the last expression.
Value Collector::eval_block(const ir::Stmt& body) {
    steps_.emplace_back(moment_ + 1, moment_ + 1);
    Value value = run_block(body);
    steps_.pop_back();
    return value;
}

Value Collector::run_block(const ir::Stmt& body) {
    const auto* compound = body.as<ir::Compound>();
    const auto* last = compound != nullptr && !compound->items.empty() && jump_of(body) == Jump::no
                           ? compound->items.back()->as<ir::ExprStmt>()
                           : nullptr;
    if (last == nullptr || !last->expr) {
        exec(body);
        return {};
    }
    for (std::size_t i = 0; i + 1 < compound->items.size(); ++i)
        exec(*compound->items[i]);
    begin_expression();
    return eval(*last->expr);
}

// A local variable's value from now on. Nothing is known of one that may be changed otherwise than by its name.
void Collector::know(const ir::VarDecl* variable, const Value& value) {
    if (value.kind == Value::Kind::unknown || untracked_.contains(variable) ||
        summary_.address_taken().contains(summary_.canonical(variable)))
        env_.erase(variable);
    else
        env_[variable] = value;
}

Value Collector::eval_reference(const Expr& expr) {
    const auto& decl = expr.as<ir::DeclRef>()->decl;
    if (const auto* constant = std::get_if<const ir::EnumConstant*>(&decl))
        return Value::of(Poly((*constant)->value));
    const auto* named = std::get_if<const ir::VarDecl*>(&decl);
    if (named == nullptr)
        return {};
    const ir::VarDecl* variable = *named;
    refuse_privates(expr, variable, "uses");
    watch(expr, variable, ir::AccessKind::read);
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
    if (!variable->type->is_integer() || !is_fixed(variable) || variable->type->quals.is_volatile)
        return {};
    if (nameable(variable))
        return Value::of(Poly::symbol(symbols_.parameter(variable)));
    const std::string host = host_text(variable, variable->name, false);
    if (host.empty())
        return {};
    const SymbolId id = symbols_.parameter(host, variable->name, false, variable->type);
    symbols_.edit(id).shown = variable->name;
    return Value::of(Poly::symbol(id));
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
                good = good && !may_trap(*binary);
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
        return arithmetic(expr, BinaryOp::sub, Value::of(Poly(0)), number(operand));
    case UnaryOp::bit_not:
        return arithmetic(expr, BinaryOp::sub, Value::of(Poly(-1)), number(operand));
    case UnaryOp::deref:
        return load(expr);
    case UnaryOp::address_of: {
        const Place target = place(operand);
        if (target.kind == Place::Kind::memory)
            return Value::of(target.pointer);
        PointerValue pointer;
        const bool whole = !target.member || operand.type->is_record(); // or a record in it
        const bool outside = target.variable != nullptr && is_outer(target.variable) && whole;
        const std::string name = outside ? ir::print_c(*ir::strip(&operand)) : "";
        if (const std::string host = outside ? host_text(target.variable, "&" + name, true) : ""; !host.empty()) {
            const bool here = host == "&" + name;
            Root root{name, host, nullptr, target.variable, operand.type, here ? ir::strip(&operand) : nullptr};
            root.is_part = true;
            pointer.root = add_root(std::move(root));
            pointer.dims = {{Poly(0), operand.type, fixed_size(operand.type), std::nullopt}};
        } else if (target.variable != nullptr && !is_outer(target.variable)) {
            pointer.root = own_memory(expr, target.variable);
            env_.erase(target.variable);
            changed_.insert(target.variable);
        }
        return Value::of(pointer);
    }
    case UnaryOp::pre_inc:
    case UnaryOp::post_inc:
        return step(operand, unary.op == UnaryOp::pre_inc ? Value{} : rehearsed(operand), 1);
    case UnaryOp::pre_dec:
    case UnaryOp::post_dec:
        return step(operand, unary.op == UnaryOp::pre_dec ? Value{} : rehearsed(operand), -1);
    default: {
        eval(operand);
        return invariant_value(expr);
    }
    }
}

// x++ and its kin. value: the expression's value where it is the old one.
Value Collector::step(const Expr& target, const Value& value, int by) {
    const Value old = rehearsed(target);
    Value next;
    if (old.is_number())
        next = fitted(target, old.poly.plus(Poly(by)), by > 0 && old.kind == Value::Kind::integer);
    else if (old.kind == Value::Kind::pointer)
        next = Value::of(moved(old.pointer, Poly(by)));
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
        const auto left = has_effects(*binary.rhs) ? formula(*binary.lhs) : std::nullopt;
        perhaps(*binary.rhs, left && negated ? std::optional("not " + *left) : left, [&] {
            const Scope scope = mark();
            assume(*binary.lhs, negated);
            Value value = eval(*binary.rhs);
            restore(scope);
            return value;
        });
        return invariant_value(expr);
    }
    const bool compares = binary.op >= BinaryOp::lt && binary.op <= BinaryOp::ne;
    const Value left = compares ? eval(*binary.lhs) : number(*binary.lhs);
    const Value right = compares ? eval(*binary.rhs) : number(*binary.rhs);
    return compares ? invariant_value(expr) : arithmetic(expr, binary.op, left, right);
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
    const auto condition = logical ? formula(expr) : std::nullopt;
    return condition ? truth(*condition, ir::print_c(expr)) : Value{};
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
        left = convert(expr.type, common, left);
        right = convert(from, common, right);
    }
    const BinaryOp op = ir::compound_base(binary.op);
    Value value = arithmetic(expr, op, left, right);
    // Sums and products were cut to a narrow target already; what the others give is one of int, or wider.
    const bool cut = op == BinaryOp::add || op == BinaryOp::sub || op == BinaryOp::mul;
    if (value.is_number() && !cut && ir::size_of(expr.type).value_or(8) < 4) {
        static const ir::Type promoted = [] {
            ir::Type type;
            type.kind = ir::TypeKind::Int;
            return type;
        }();
        value = convert(ir::size_of(from).value_or(0) > 4 ? from : &promoted, expr.type, value);
    }
    store(*binary.lhs, value, true);
    return is_bit_field(*binary.lhs) ? Value{} : value;
}

Value Collector::eval_conditional(const Expr& expr, const ir::Conditional& conditional) {
    const Value condition = eval(*conditional.cond);
    const std::optional<std::string> when = formula(*conditional.cond);
    const auto arm = [&](const Expr& e, bool negated) {
        const Scope scope = mark();
        assume(*conditional.cond, negated);
        Value value = eval(e);
        restore(scope);
        return value;
    };
    const bool effects = (conditional.then && has_effects(*conditional.then)) || has_effects(*conditional.otherwise);
    std::optional<KnownValues> before;
    if (effects)
        before = env_;
    const Value first = conditional.then ? arm(*conditional.then, false) : condition;
    if (before)
        std::swap(env_, *before);
    const Value second = arm(*conditional.otherwise, true);
    if (before)
        merge(std::move(*before), when);
    if (expr.type != nullptr && expr.type->is_pointer())
        return chosen_pointer(expr, when, first, second);
    return chosen(when, first, second);
}

// `c ? p : q` that does not change while the launch or site runs: one pointer, which host code chooses. Pointers into
// one array: the subscript is chosen.
Value Collector::chosen_pointer(const Expr& expr, const std::optional<std::string>& condition, const Value& first,
                                const Value& second) {
    PointerValue pointer;
    const PointerValue& one = first.pointer;
    const PointerValue& other = second.pointer;
    if (first.kind == Value::Kind::pointer && second.kind == Value::Kind::pointer &&
        one.root == PointerValue::private_memory && other.root == PointerValue::private_memory) {
        pointer.root = PointerValue::private_memory; // `n == 1 ? "" : "s"`
        return Value::of(pointer);
    }
    if (first.kind == Value::Kind::pointer && second.kind == Value::Kind::pointer && one.root >= 0 &&
        alike(one, other)) {
        pointer = one;
        for (std::size_t d = 0; d < one.dims.size(); ++d) {
            pointer.dims[d].subscript = chosen(condition, one.dims[d].subscript, other.dims[d].subscript);
            pointer.dims[d].walks |= other.dims[d].walks;
            pointer.dims[d].part.reset();
        }
        return Value::of(pointer);
    }
    if (one.root == PointerValue::private_memory && other.root == PointerValue::private_memory)
        return first; // texts, the iteration's own arrays
    if (host_can_evaluate(expr)) {
        const ir::TypeRef pointee = expr.type->inner;
        const std::string text = "(" + ir::print_c(expr) + ")";
        pointer.root = add_root({text, text, nullptr, first_variable(expr), pointee});
        pointer.dims = {{Poly(0), pointee, fixed_size(pointee), std::nullopt}};
        note_host_load(expr, expr);
    }
    return Value::of(pointer);
}

// What a pointer to a local variable points at: memory of the iteration's own, unless the variable outlives it.
int Collector::own_memory(const Expr& expr, const ir::VarDecl* variable) {
    if (!variable->has_static_lifetime() || options_.priv.contains(variable) || summary_.never_changes(variable))
        return PointerValue::private_memory;
    if (options_.kernel)
        obstacle(expr.range, fmt::format("'{}' keeps its value from one iteration to the next", variable->name));
    return PointerValue::unknown;
}

Value Collector::eval_cast(const Expr& expr, const ir::Cast& cast) {
    if (!cast.implicit)
        eval_lengths(cast.to);
    const ir::TypeRef from = cast.operand->type;
    if (from != nullptr && from->is_array()) {
        const Place array = place(*cast.operand);
        if (array.kind == Place::Kind::memory)
            return decay(array.pointer, from, cast.operand.get());
        PointerValue pointer;
        if (array.kind == Place::Kind::variable && !is_outer(array.variable))
            pointer.root = own_memory(expr, array.variable);
        else if (array.kind == Place::Kind::variable)
            return Value::of(root_pointer(*cast.operand, array.variable));
        else if (cast.operand->as<ir::StringLit>() != nullptr || cast.operand->as<ir::CompoundLiteral>() != nullptr)
            pointer.root = PointerValue::private_memory;
        return Value::of(pointer);
    }
    if (from != nullptr && from->is_function())
        return {};
    const ir::TypeRef to = cast.to != nullptr ? cast.to : expr.type;
    const Value value = to->is_integer() ? number(*cast.operand) : eval(*cast.operand);
    if (value.kind == Value::Kind::pointer)
        return to->is_pointer() && from != nullptr && from->is_pointer() ? other_view(value.pointer, to) : Value{};
    if (to->is_pointer() && value.kind == Value::Kind::integer && value.poly == Poly(0)) {
        PointerValue null; // whoever follows it has no meaning in C
        null.root = PointerValue::private_memory;
        return Value::of(null);
    }
    return convert(from, to, value);
}

// A pointer converted to another pointer type.
Value Collector::other_view(PointerValue pointer, ir::TypeRef to) {
    if (pointer.root < 0 || pointer.dims.empty() || pointer.sealed || to->inner->kind == ir::TypeKind::Void)
        return Value::of(pointer);
    PointerValue::Dim& last = pointer.dims.back();
    const std::int64_t size = fixed_size(to->inner);
    if ((size > 0 && size == last.elem_size && to->inner->is_scalar()) || differ_in_qualifiers(last.elem, to->inner)) {
        last.elem = to->inner;
        return Value::of(pointer);
    }
    const bool carried = std::exchange(pointer.carried, 0) != 0;
    if (in_table(pointer)) { // known where it stands at the pointer that the table holds
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
    const Value value = settled(eval(*expr), expr->type);
    --quiet_;
    if (value.kind != Value::Kind::integer)
        return std::nullopt;
    const auto text = bridge_.affine(value.poly);
    return text ? std::optional("(not " + *text + " = 0)") : std::nullopt;
}

} // namespace hydra::passes
