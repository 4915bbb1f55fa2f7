// See inductions.h.
#include "passes/evaluation/inductions.h"

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

using Amount = std::optional<std::int64_t>; // nullopt: it depends

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

// By how much the expression moves the variable, whenever it is evaluated.
Amount moved_in(const Expr& expr, const VarDecl* variable) {
    if (!changes(expr, variable))
        return 0;
    if (expr.as<ir::StatementExpr>() != nullptr || expr.as<ir::SizeOf>() != nullptr)
        return std::nullopt;
    if (assigned_variable(expr) == variable) {
        int times = 0;
        walk(
            expr, [&](const Expr& e) { times += assigned_variable(e) == variable ? 1 : 0; }, [](const Stmt&) {});
        const std::int64_t step = ir::named_variable(assignment_target(expr)) == variable ? step_of(expr) : 0;
        return times == 1 && step != 0 ? Amount(step) : std::nullopt;
    }
    const auto* binary = expr.as<ir::Binary>();
    if (binary != nullptr && (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or))
        return changes(*binary->rhs, variable) ? std::nullopt : moved_in(*binary->lhs, variable);
    if (expr.as<ir::Conditional>() != nullptr)
        return std::nullopt;
    Amount all = 0;
    ir::for_each_child(expr, [&](const Expr& child) {
        const Amount part = all ? moved_in(child, variable) : std::nullopt;
        all = part ? Amount(*all + *part) : std::nullopt;
    });
    return all;
}

Amount moved_in(const Stmt& stmt, const VarDecl* variable) {
    if (!changes(stmt, variable))
        return 0;
    Amount all = 0;
    const auto add = [&](const auto& part) {
        const Amount more = all ? moved_in(part, variable) : std::nullopt;
        all = more ? Amount(*all + *more) : std::nullopt;
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
    } else {
        return std::nullopt;
    }
    return all;
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

bool is_known(const Value& value) {
    return value.kind == Value::Kind::integer ||
           (value.kind == Value::Kind::pointer && value.pointer.root >= 0 && !value.pointer.dims.empty() &&
            value.pointer.dims.back().subscript && !value.pointer.sealed);
}

} // namespace

std::optional<Value> Induction::after(const Poly& rounds) const {
    const auto far = rounds.times(Poly(by));
    if (!far)
        return std::nullopt;
    if (before.kind == Value::Kind::pointer)
        return Value::of(moved(before.pointer, far));
    const auto sum = before.poly.plus(*far);
    return sum ? std::optional(Value::of(*sum)) : std::nullopt;
}

std::vector<Induction> inductions(const PathState& path, const Stmt& body, const std::vector<const Expr*>& parts,
                                  const Variables& changed) {
    std::vector<Induction> all;
    for (const VarDecl* variable : is_straight(body) ? changed : Variables{}) {
        const Value* before = path.value_of(variable);
        if (before == nullptr || !is_known(*before))
            continue;
        Amount by = moved_in(body, variable);
        for (const Expr* part : parts) {
            const Amount more = by && part != nullptr ? moved_in(*part, variable) : Amount(0);
            by = by && more ? Amount(*by + *more) : std::nullopt;
        }
        if (by && *by != 0 && counts_on(*variable, *by))
            all.push_back({variable, *before, *by});
    }
    return all;
}

} // namespace hydra::passes
