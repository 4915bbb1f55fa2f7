// See own_counters.h.
#include "passes/inspector/own_counters.h"

#include <set>

#include "passes/inspector/slice_scope.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;

namespace {

using Mentions = std::set<const Expr*>;

void add_mentions(const Expr& part, const ir::VarDecl* variable, Mentions& all) {
    if (part.as<ir::DeclRef>() != nullptr && ir::named_variable(&part) == variable)
        all.insert(&part);
}

bool is_assigned_in(const Stmt& stmt, const ir::VarDecl* variable) {
    bool found = false;
    walk(
        stmt, [&](const Expr& part) { found = found || assigned_variable(part) == variable; }, [](const Stmt&) {});
    return found;
}

} // namespace

bool OwnCounters::is_kept(const Expr& lvalue) const {
    const ir::VarDecl* const variable = scope_.own_variable(lvalue);
    return variable != nullptr && slice_.matters(variable);
}

const ir::VarDecl* OwnCounters::changed(const Expr& expr) const {
    const auto* binary = expr.as<ir::Binary>();
    const auto* unary = expr.as<ir::Unary>();
    const Expr* const target =
        binary != nullptr && ir::is_assignment(binary->op) ? binary->lhs.get()
        : unary != nullptr && unary->op >= ir::UnaryOp::pre_inc && unary->op <= ir::UnaryOp::post_dec
            ? unary->operand.get()
            : nullptr;
    return target != nullptr && is_kept(*target) ? scope_.own_variable(*target) : nullptr;
}

bool OwnCounters::changes_other(const Expr& expr, const ir::VarDecl* variable) const {
    bool found = false;
    walk(
        expr,
        [&](const Expr& part) {
            const ir::VarDecl* const one = changed(part);
            found = found || (one != nullptr && one != variable) || part.as<ir::StatementExpr>() != nullptr;
        },
        [](const Stmt&) {});
    return found;
}

// The variable that the loop's first expression declares, or assigns, and nothing else.
OwnCounters::Counter OwnCounters::begun(const ir::For& loop) const {
    if (!loop.init)
        return {};
    if (const auto* begin = loop.init->as<ir::DeclStmt>()) {
        const ir::VarDecl* const first = begin->variables.empty() ? nullptr : begin->variables.front().get();
        return begin->variables.size() == 1 && first->init ? Counter{first, first->init.get()} : Counter{};
    }
    const auto* begin = loop.init->as<ir::ExprStmt>();
    const auto* assignment = begin != nullptr ? begin->expr->as<ir::Binary>() : nullptr;
    if (assignment == nullptr || assignment->op != ir::BinaryOp::assign)
        return {};
    const ir::VarDecl* const variable = ir::named_variable(ir::strip(assignment->lhs.get()));
    if (variable == nullptr || scope_.own_variable(*assignment->lhs) != variable || scope_.is_escaping(variable))
        return {};
    return {variable, assignment->rhs.get()};
}

// Whether nothing mentions the variable but loops that give it its first value, none of which stands in another one.
bool OwnCounters::only_loops_use(const ir::VarDecl* variable, const Stmt& all) const {
    Mentions everywhere, in_loops, before;
    bool is_nested = false;
    walk(
        all, [&](const Expr& part) { add_mentions(part, variable, everywhere); },
        [&](const Stmt& stmt) {
            const auto* loop = stmt.as<ir::For>();
            const Counter counter = loop != nullptr ? begun(*loop) : Counter{};
            if (counter.variable != variable || loop == nullptr)
                return;
            is_nested = is_nested || is_assigned_in(*loop->body, variable);
            walk(
                stmt, [&](const Expr& part) { add_mentions(part, variable, in_loops); }, [](const Stmt&) {});
            walk(
                *counter.init, [&](const Expr& part) { add_mentions(part, variable, before); }, [](const Stmt&) {});
        });
    return !is_nested && before.empty() && everywhere == in_loops;
}

OwnCounters::Counter OwnCounters::of(const ir::For& loop, const ir::FunctionDecl* inside) {
    const Counter counter = begun(loop);
    const ir::VarDecl* const variable = counter.variable;
    if (variable == nullptr || !loop.cond || !loop.inc || !slice_.matters(variable) ||
        changes_other(*loop.cond, nullptr) || changes_other(*loop.inc, variable))
        return {};
    bool notes_behind = false;
    walk(
        *loop.inc, [&](const Expr& part) { notes_behind = notes_behind || slice_.targets.contains(&part); },
        [](const Stmt&) {});
    if (notes_behind)
        return {};
    if (loop.init->as<ir::DeclStmt>() != nullptr)
        return counter;
    if (scope_.is_accumulated(variable) || changes_other(*counter.init, nullptr))
        return {};
    const auto [known, is_new] = only_loops_use_.try_emplace(variable, false);
    if (is_new)
        known->second = only_loops_use(variable, inside != nullptr ? *inside->body : *scope_.loop().body);
    return known->second ? counter : Counter{};
}

} // namespace hydra::passes
