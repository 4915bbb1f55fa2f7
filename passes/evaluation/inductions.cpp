// See inductions.h.
#include "passes/evaluation/inductions.h"

#include <algorithm>

#include "passes/evaluation/jump_shapes.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;
using ir::UnaryOp;
using ir::VarDecl;

std::int64_t step_of(const Expr& change) {
    if (const auto* unary = change.as<ir::Unary>())
        return unary->op == UnaryOp::pre_inc || unary->op == UnaryOp::post_inc   ? 1
               : unary->op == UnaryOp::pre_dec || unary->op == UnaryOp::post_dec ? -1
                                                                                 : 0;
    const auto* binary = change.as<ir::Binary>();
    const bool adds = binary != nullptr && binary->op == BinaryOp::add_assign;
    if (!adds && (binary == nullptr || binary->op != BinaryOp::sub_assign))
        return 0;
    constexpr std::int64_t most = 1 << 20;
    const std::int64_t by = ir::constant_value(*binary->rhs).value_or(0);
    return by <= 0 || by > most ? 0 : adds ? by : -by;
}

namespace {

template <class Node> bool takes_address(const Node& node, const VarDecl* variable) {
    bool found = false;
    walk(
        node,
        [&](const Expr& e) {
            const auto* unary = e.as<ir::Unary>();
            found = found || (unary != nullptr && unary->op == UnaryOp::address_of &&
                              base_variable(ir::strip(unary->operand.get())) == variable);
        },
        [](const Stmt&) {});
    return found;
}

template <class Node> bool changes(const Node& node, const VarDecl* variable) {
    bool found = false;
    walk(
        node, [&](const Expr& e) { found = found || assigned_variable(e) == variable; },
        [&](const Stmt& s) {
            if (const auto* declaration = s.as<ir::DeclStmt>())
                for (const auto& one : declaration->variables)
                    found = found || one.get() == variable;
        });
    return found;
}

// Whether control may leave the middle of a round, or come there.
bool is_straight(const Stmt& body) {
    bool jumps = escapes(body, false, true) || entered_inside(body);
    walk(
        body, [&](const Expr& e) { jumps = jumps || e.as<ir::StatementExpr>() != nullptr; },
        [&](const Stmt& s) { jumps = jumps || s.as<ir::Goto>() != nullptr || s.as<ir::Label>() != nullptr; });
    return !jumps;
}

// Of so many bits that adding to it does not go round.
bool counts_on(const VarDecl& variable, std::int64_t by) {
    if (variable.type->is_pointer())
        return true;
    const std::int64_t bytes = ir::size_of(variable.type).value_or(0);
    constexpr int whole = 4, wide = 8;
    return variable.type->is_integer() && (variable.type->is_unsigned() ? by > 0 && bytes >= wide : bytes >= whole);
}

// A pointer to void is moved by bytes, whatever the array is that it leads into.
bool has_elements(const VarDecl& variable) {
    return !variable.type->is_pointer() || variable.type->inner->kind != ir::TypeKind::Void;
}

bool is_known(const Value& value) {
    return value.kind == Value::Kind::integer ||
           (value.kind == Value::Kind::pointer && value.pointer.root >= 0 && !value.pointer.dims.empty() &&
            value.pointer.dims.back().subscript && !value.pointer.sealed);
}

} // namespace

bool lends(const Stmt& stmt, const VarDecl* variable) { return takes_address(stmt, variable); }

bool lends(const Expr& expr, const VarDecl* variable) { return takes_address(expr, variable); }

std::optional<Value> Induction::after(const Poly& rounds) const {
    const auto far = rounds.times(by);
    if (!far)
        return std::nullopt;
    if (before.kind == Value::Kind::pointer)
        return Value::of(moved(before.pointer, far));
    const auto sum = before.poly.plus(*far);
    return sum ? std::optional(Value::of(*sum)) : std::nullopt;
}

std::optional<Poly> Inductions::moved_by(const Expr& change) const {
    if (const std::int64_t step = step_of(change); step != 0)
        return Poly(step);
    const auto* binary = change.as<ir::Binary>();
    const bool adds = binary != nullptr && binary->op == BinaryOp::add_assign;
    if ((!adds && (binary == nullptr || binary->op != BinaryOp::sub_assign)) || !binary->rhs->type->is_integer() ||
        binary->rhs->type->is_unsigned())
        return std::nullopt;
    const auto by = amount_(*binary->rhs);
    return by && !adds ? Poly(0).minus(*by) : by;
}

// By how much the expression moves the variable, whenever it is evaluated; nullopt: it depends.
std::optional<Poly> Inductions::moved_in(const Expr& expr, const VarDecl* variable) {
    if (!changes(expr, variable))
        return Poly(0);
    if (expr.as<ir::StatementExpr>() != nullptr || expr.as<ir::SizeOf>() != nullptr)
        return std::nullopt;
    if (assigned_variable(expr) == variable) {
        int times = 0;
        walk(
            expr, [&](const Expr& e) { times += assigned_variable(e) == variable ? 1 : 0; }, [](const Stmt&) {});
        return times == 1 && ir::named_variable(assignment_target(expr)) == variable ? moved_by(expr) : std::nullopt;
    }
    const auto* binary = expr.as<ir::Binary>();
    if (binary != nullptr && (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or))
        return changes(*binary->rhs, variable) ? std::nullopt : moved_in(*binary->lhs, variable);
    if (expr.as<ir::Conditional>() != nullptr)
        return std::nullopt;
    std::optional<Poly> all = Poly(0);
    ir::for_each_child(expr, [&](const Expr& child) {
        const auto part = all ? moved_in(child, variable) : std::nullopt;
        all = part ? all->plus(*part) : std::nullopt;
    });
    return all;
}

std::optional<Poly> Inductions::moved_in(const Stmt& stmt, const VarDecl* variable) {
    if (!changes(stmt, variable))
        return Poly(0);
    std::optional<Poly> all = Poly(0);
    const auto add = [&](const auto& part) {
        const ir::For* const known = inside_;
        const auto more = all ? moved_in(part, variable) : std::nullopt;
        // (Where it is known only inside of a loop, nothing may have moved it in front of that.)
        all = more && (inside_ == known || *all == Poly(0)) ? all->plus(*more) : std::nullopt;
    };
    if (const auto* compound = stmt.as<ir::Compound>()) {
        for (const auto& item : compound->items)
            add(*item);
    } else if (const auto* expression = stmt.as<ir::ExprStmt>()) {
        add(*expression->expr);
    } else if (const auto* declaration = stmt.as<ir::DeclStmt>()) {
        for (const auto& one : declaration->variables) {
            if (one.get() == variable)
                return std::nullopt;
            if (one->init)
                add(*one->init);
        }
    } else if (const auto* loop = stmt.as<ir::For>()) {
        return moved_in_loop(*loop, variable);
    } else {
        return std::nullopt;
    }
    return all;
}

std::optional<Poly> Inductions::moved_in_loop(const ir::For& loop, const VarDecl* variable) {
    const bool in_head = (loop.init && changes(*loop.init, variable)) || (loop.cond && changes(*loop.cond, variable)) ||
                         (loop.inc && changes(*loop.inc, variable));
    if (in_head || !loop.body || !is_straight(*loop.body) || leaves_loop(*loop.body) || inside_ != nullptr)
        return std::nullopt;
    const auto count = rounds_(loop);
    const auto each = count ? moved_in(*loop.body, variable) : std::nullopt;
    if (inside_ != nullptr || (count && !count->certain))
        inside_ = &loop;
    return each ? count->rounds.times(*each) : std::nullopt;
}

std::vector<Induction> Inductions::of(const Stmt& body, const std::vector<const Expr*>& parts,
                                      const Variables& changed) {
    std::vector<Induction> all;
    for (const VarDecl* variable : is_straight(body) ? changed : Variables{}) {
        const Value* before = path_.value_of(variable);
        if (before == nullptr || !is_known(*before) || variable->has_static_lifetime() || !has_elements(*variable) ||
            lends(body, variable))
            continue;
        if (std::any_of(parts.begin(), parts.end(),
                        [&](const Expr* part) { return part != nullptr && lends(*part, variable); }))
            continue;
        inside_ = nullptr;
        auto by = moved_in(body, variable);
        for (const Expr* part : parts) {
            const auto more = by && part != nullptr ? moved_in(*part, variable) : Poly(0);
            by = by && more ? by->plus(*more) : std::nullopt;
        }
        if (by && *by != Poly(0) && counts_on(*variable, by->constant().value_or(-1)))
            all.push_back({variable, *before, *by, inside_});
    }
    return all;
}

} // namespace hydra::passes
