// Questions about jumps and labels in the text of statements (jump_shapes.h).
#include "passes/evaluation/jump_shapes.h"

#include "ir/operators.h"
#include "passes/facts/summary.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;

bool holds_label(const Stmt& stmt) {
    bool found = false;
    walk(
        stmt, [](const Expr&) {},
        [&](const Stmt& s) {
            found =
                found || s.as<ir::Label>() != nullptr || s.as<ir::Case>() != nullptr || s.as<ir::Default>() != nullptr;
        });
    return found;
}

bool holds_goto_label(const Stmt& stmt) {
    bool found = false;
    walk(
        stmt, [](const Expr&) {}, [&](const Stmt& s) { found = found || s.as<ir::Label>() != nullptr; });
    return found;
}

bool entered_inside(const Stmt& stmt) {
    if (stmt.as<ir::Label>() != nullptr || stmt.as<ir::Case>() != nullptr || stmt.as<ir::Default>() != nullptr)
        return true;
    if (stmt.as<ir::Switch>() != nullptr)
        return holds_goto_label(stmt);
    bool found = false;
    ir::for_each_child(
        stmt, [](const Expr&) {}, [&](const Stmt& child) { found = found || entered_inside(child); });
    return found || holds_goto_label(stmt);
}

namespace {

// The same of a block inside of an expression.
bool block_escapes(const Expr& expr, bool breaks, bool continues) {
    bool found = false;
    walk(
        expr,
        [&](const Expr& e) {
            const auto* block = e.as<ir::StatementExpr>();
            found = found || (block != nullptr && block->body && escapes(*block->body, breaks, continues));
        },
        [](const Stmt&) {});
    return found;
}

} // namespace

bool escapes(const Stmt& stmt, bool breaks, bool continues) {
    if (stmt.as<ir::Return>() != nullptr || stmt.as<ir::Goto>() != nullptr ||
        (breaks && stmt.as<ir::Break>() != nullptr) || (continues && stmt.as<ir::Continue>() != nullptr))
        return true;
    const bool loop =
        stmt.as<ir::For>() != nullptr || stmt.as<ir::While>() != nullptr || stmt.as<ir::DoWhile>() != nullptr;
    const bool choice = stmt.as<ir::Switch>() != nullptr;
    bool found = false;
    ir::for_each_child(
        stmt, [&](const Expr& e) { found = found || block_escapes(e, breaks, continues); },
        [&](const Stmt& s) { found = found || escapes(s, breaks && !loop && !choice, continues && !loop); });
    return found;
}

bool jumps(const Expr& expr) { return block_escapes(expr, true, true); }

bool jumps_in_expressions(const Stmt& stmt) {
    bool found = false;
    ir::for_each_child(
        stmt, [&](const Expr& e) { found = found || jumps(e); }, [](const Stmt&) {});
    return found;
}

bool leaves_loop(const Stmt& body) { return escapes(body, true, false); }

bool runs_once(const Stmt& loop) {
    const auto* body = loop.as<ir::DoWhile>();
    const auto its_own = [](const Stmt& stmt, const auto& again) -> bool {
        bool found = stmt.as<ir::Break>() != nullptr || stmt.as<ir::Continue>() != nullptr;
        const bool choice = stmt.as<ir::Switch>() != nullptr;
        const bool inner =
            stmt.as<ir::For>() != nullptr || stmt.as<ir::While>() != nullptr || stmt.as<ir::DoWhile>() != nullptr;
        ir::for_each_child(
            stmt, [&](const Expr& e) { found = found || jumps(e); },
            [&](const Stmt& s) { found = found || (!inner && (choice ? escapes(s, false, true) : again(s, again))); });
        return found;
    };
    return body != nullptr && body->body && body->cond && ir::constant_value(*body->cond) == 0 &&
           !its_own(*body->body, its_own);
}

const ir::Stmt* last_of(std::span<const ir::StmtPtr> items) {
    const ir::Stmt* last = items.back().get();
    while (last != nullptr && (last->as<ir::Case>() != nullptr || last->as<ir::Default>() != nullptr))
        last = last->as<ir::Case>() != nullptr ? last->as<ir::Case>()->body.get() : last->as<ir::Default>()->body.get();
    return last;
}

} // namespace hydra::passes
