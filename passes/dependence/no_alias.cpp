// See no_alias.h. One look at every assignment of the program; a pointer whose address goes anywhere is not followed.
#include "passes/dependence/no_alias.h"

#include <string_view>

#include "ir/operators.h"
#include "passes/worth.h"

namespace hydra::passes {

using ir::Expr;
using ir::VarDecl;

namespace {

bool allocates(const std::string& name) {
    static const std::set<std::string_view> names{"malloc", "calloc", "realloc", "aligned_alloc"};
    return names.contains(name);
}

} // namespace

NoAlias::NoAlias(const State& state) : summary_(state.summary) {
    for (const auto& unit : state.program.units) {
        for (const VarDecl& global : unit->globals)
            if (global.storage != ir::Storage::static_)
                shared_.insert(summary_.canonical(&global)); // other files may set it
        for (const ir::FunctionDecl& function : unit->functions)
            if (function.body)
                walk(
                    *function.body, [this](const Expr& e) { look(e); },
                    [this](const ir::Stmt& stmt) {
                        if (const auto* declared = stmt.as<ir::DeclStmt>())
                            for (const auto& variable : declared->variables)
                                if (variable->init)
                                    assign(variable.get(), *variable->init);
                    });
    }
}

void NoAlias::look(const Expr& expr) {
    const VarDecl* variable = assigned_variable(expr);
    if (variable == nullptr)
        return;
    const auto* binary = expr.as<ir::Binary>();
    if (binary != nullptr && binary->op == ir::BinaryOp::assign)
        assign(variable, *binary->rhs);
    else
        shared_.insert(summary_.canonical(variable)); // p++
}

void NoAlias::assign(const VarDecl* to, const Expr& from) {
    if (to->type->is_pointer() && !is_fresh(from, 0))
        shared_.insert(summary_.canonical(to));
}

bool NoAlias::is_fresh(const Expr& value, int depth) const {
    const Expr* e = ir::strip(&value);
    while (const auto* cast = e->as<ir::Cast>())
        e = ir::strip(cast->operand.get());
    if (const auto constant = ir::constant_value(*e))
        return *constant == 0;
    const auto* call = e->as<ir::Call>();
    const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    if (callee == nullptr)
        return false;
    return summary_.definition(callee) != nullptr ? returns_fresh(summary_.definition(callee), depth)
                                                  : allocates(callee->name);
}

// Memory that each call asks for anew: every result is a call of malloc, or a variable of the function's own that holds
// one.
bool NoAlias::returns_fresh(const ir::FunctionDecl* function, int depth) const {
    if (depth > worth::most_allocating_calls)
        return false;
    bool fresh = true;
    std::set<const VarDecl*> results;
    walk(
        *function->body, [](const Expr&) {},
        [&](const ir::Stmt& stmt) {
            const auto* back = stmt.as<ir::Return>();
            if (back == nullptr || !back->value)
                return;
            const VarDecl* variable = ir::named_variable(ir::strip(back->value.get()));
            if (variable != nullptr)
                results.insert(variable);
            else
                fresh = fresh && is_fresh(*back->value, depth + 1);
        });
    const auto stored = [&](const VarDecl* variable, const Expr& value) {
        if (results.contains(variable))
            fresh = fresh && is_fresh(value, depth + 1);
    };
    for (const VarDecl* variable : results)
        fresh = fresh && !variable->is_param && !variable->has_static_lifetime() &&
                !summary_.address_taken().contains(summary_.canonical(variable));
    walk(
        *function->body,
        [&](const Expr& e) {
            const VarDecl* variable = assigned_variable(e);
            const auto* binary = e.as<ir::Binary>();
            if (variable != nullptr && binary != nullptr && binary->op == ir::BinaryOp::assign)
                stored(variable, *binary->rhs);
            else
                fresh = fresh && !results.contains(variable);
        },
        [&](const ir::Stmt& stmt) {
            if (const auto* declared = stmt.as<ir::DeclStmt>())
                for (const auto& variable : declared->variables)
                    if (variable->init)
                        stored(variable.get(), *variable->init);
        });
    return fresh;
}

const VarDecl* NoAlias::owner(const Root& root) const {
    const VarDecl* variable = root.variable;
    if (variable == nullptr || root.depth > 0)
        return nullptr;
    const VarDecl* same = summary_.canonical(variable);
    if (variable->type->is_array() && !variable->is_param)
        return same;
    const bool followed = variable->type->is_pointer() && !variable->is_param && !shared_.contains(same) &&
                          !summary_.address_taken().contains(same);
    return followed ? same : nullptr;
}

bool NoAlias::certainly(const Root& a, const Root& b) const {
    const VarDecl* one = owner(a);
    const VarDecl* other = owner(b);
    return one != nullptr && other != nullptr && one != other;
}

} // namespace hydra::passes
