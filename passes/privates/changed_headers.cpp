// See changed_headers.h.
#include "passes/privates/changed_headers.h"

#include <set>

#include <fmt/format.h>

#include "passes/facts/expressions.h"

namespace hydra::passes {

namespace {

using Functions = std::set<const ir::FunctionDecl*>;

// The function among those that a body calls, directly or not, which assigns to the variable; null: none.
const ir::FunctionDecl* changer(const State& state, const ir::Stmt& body, const ir::VarDecl* variable,
                                Functions& seen) {
    for (const ir::FunctionDecl* callee : state.summary.callees(body)) {
        const ir::FunctionDecl* function = state.summary.definition(callee);
        if (function == nullptr || !seen.insert(function).second)
            continue;
        bool assigns = false;
        walk(
            *function->body,
            [&](const ir::Expr& e) {
                const ir::VarDecl* assigned = assigned_variable(e);
                assigns = assigns || (assigned != nullptr && assigned->has_static_lifetime() &&
                                      state.summary.canonical(assigned) == state.summary.canonical(variable));
            },
            [](const ir::Stmt&) {});
        if (assigns)
            return function;
        if (const ir::FunctionDecl* found = changer(state, *function->body, variable, seen))
            return found;
    }
    return nullptr;
}

} // namespace

void refuse_changed_headers(State& state, const ir::For& loop) {
    for (const ir::Expr* part : {loop.canonical.bound, loop.canonical.step}) {
        if (part == nullptr)
            continue;
        std::set<const ir::VarDecl*> read;
        walk(
            *part,
            [&](const ir::Expr& e) {
                const ir::VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
                if (variable != nullptr && variable->has_static_lifetime())
                    read.insert(variable);
            },
            [](const ir::Stmt&) {});
        for (const ir::VarDecl* variable : read) {
            Functions seen;
            if (const ir::FunctionDecl* function = changer(state, *loop.body, variable, seen)) {
                state.diagnostics.error(
                    part->range,
                    fmt::format("'{0}', which the loop's header reads, is changed by '{1}', which its body "
                                "calls; take its value into a variable of your own before the loop",
                                variable->name, function->name));
                return;
            }
        }
    }
}

} // namespace hydra::passes
