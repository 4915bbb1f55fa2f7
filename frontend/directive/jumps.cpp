// Statement expressions are looked into, too: checking macros leave loops from inside of them.
#include "frontend/directive/jumps.h"

#include <functional>
#include <set>

#include <fmt/format.h>

namespace hydra::frontend {

using namespace ir;

namespace {

using Diags = support::Diagnostics;

// The statements directly inside of a statement, those of statement expressions included.
void for_each_inside(const Stmt& stmt, const std::function<void(const Stmt&)>& visit) {
    const std::function<void(const Expr&)> look = [&](const Expr& expr) {
        if (const auto* block = expr.as<StatementExpr>(); block != nullptr && block->body)
            visit(*block->body);
        else
            for_each_child(expr, look);
    };
    for_each_child(stmt, look, visit);
}

void labels_in(const Stmt& stmt, std::set<std::string>& labels) {
    if (const auto* label = stmt.as<Label>())
        labels.insert(label->name);
    for_each_inside(stmt, [&](const Stmt& child) { labels_in(child, labels); });
}

// Jumps out of the body: `breakable` says whether a loop or switch of the body's own is around.
void jumps_out(const Stmt& stmt, const std::set<std::string>& labels, bool breakable, Diags& diagnostics) {
    if (stmt.as<Break>() != nullptr && !breakable) {
        diagnostics.error(stmt.range, "'break' leaves the parallel loop, whose iterations run in any order; use a "
                                      "condition inside the body, or take the directive away");
    } else if (stmt.as<Return>() != nullptr) {
        diagnostics.error(stmt.range, "'return' leaves the parallel loop, whose iterations run in any order; remember "
                                      "the result and return after the loop");
    } else if (const auto* jump = stmt.as<Goto>();
               jump != nullptr && (jump->computed || !labels.contains(jump->label))) {
        diagnostics.error(stmt.range, jump->computed ? "a computed 'goto' in a parallel loop may leave it; use 'switch'"
                                                     : fmt::format("'goto {}' leaves the parallel loop; its label must "
                                                                   "be in the loop's body",
                                                                   jump->label));
    }
    const bool inner = breakable || stmt.as<For>() != nullptr || stmt.as<While>() != nullptr ||
                       stmt.as<DoWhile>() != nullptr || stmt.as<Switch>() != nullptr;
    for_each_inside(stmt, [&](const Stmt& child) { jumps_out(child, labels, inner, diagnostics); });
}

// Jumps from outside to labels of the body.
void jumps_in(const Stmt& stmt, const Stmt* body, const std::set<std::string>& labels, Diags& diagnostics) {
    if (&stmt == body)
        return;
    if (const auto* jump = stmt.as<Goto>(); jump != nullptr && labels.contains(jump->label)) {
        diagnostics.error(stmt.range, fmt::format("'goto {}' jumps into a parallel loop; it can only be entered at its "
                                                  "'for'",
                                                  jump->label));
    }
    for_each_inside(stmt, [&](const Stmt& child) { jumps_in(child, body, labels, diagnostics); });
}

} // namespace

void check_jumps(const For& loop, const Stmt& whole, Diags& diagnostics) {
    std::set<std::string> labels;
    labels_in(*loop.body, labels);
    jumps_out(*loop.body, labels, false, diagnostics);
    if (!labels.empty())
        jumps_in(whole, loop.body.get(), labels, diagnostics);
}

} // namespace hydra::frontend
