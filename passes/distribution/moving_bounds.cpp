// See moving_bounds.h. A variable counts along with a loop when all that the loop's rounds do to it is to add or to
// take away; locals that are set in the loop, and parameters, lead to the expressions that they get.
#include "passes/distribution/moving_bounds.h"

#include <algorithm>

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

namespace {

const Stmt* body_of(const Stmt& loop) {
    if (const auto* counted = loop.as<ir::For>())
        return counted->directive ? nullptr : counted->body.get();
    if (const auto* other = loop.as<ir::While>())
        return other->body.get();
    const auto* last = loop.as<ir::DoWhile>();
    return last == nullptr ? nullptr : last->body.get();
}

// ++v, v -= 2, v = v + 1
bool is_step(const Expr& expr, const VarDecl* variable) {
    if (expr.as<ir::Unary>() != nullptr)
        return true; // of the assignments
    const auto* binary = expr.as<ir::Binary>();
    if (binary->op != ir::BinaryOp::assign)
        return binary->op == ir::BinaryOp::add_assign || binary->op == ir::BinaryOp::sub_assign;
    const auto* sum = ir::strip(binary->rhs.get())->as<ir::Binary>();
    return sum != nullptr && (sum->op == ir::BinaryOp::add || sum->op == ir::BinaryOp::sub) &&
           (ir::named_variable(sum->lhs.get()) == variable || ir::named_variable(sum->rhs.get()) == variable);
}

// What a round of the loop does to a variable: the assignments, and the values that declarations give it.
struct Changes {
    bool any = false, steps_only = true;
    std::vector<const Expr*> values;
};

Changes changes_in(const Stmt& loop, const VarDecl* variable) {
    Changes found;
    const auto on_expr = [&](const Expr& expr) {
        if (assigned_variable(expr) != variable)
            return;
        found.any = true;
        found.steps_only = found.steps_only && is_step(expr, variable);
        const auto* binary = expr.as<ir::Binary>();
        if (binary != nullptr && binary->op == ir::BinaryOp::assign)
            found.values.push_back(binary->rhs.get());
    };
    const auto on_stmt = [&](const Stmt& stmt) {
        const auto* declared = stmt.as<ir::DeclStmt>();
        for (std::size_t i = 0; declared != nullptr && i < declared->variables.size(); ++i)
            if (declared->variables[i].get() == variable) {
                found.any = true;
                found.steps_only = false;
                if (variable->init)
                    found.values.push_back(variable->init.get());
            }
    };
    walk(*body_of(loop), on_expr, on_stmt);
    const auto* counted = loop.as<ir::For>();
    const auto* other = loop.as<ir::While>();
    const auto* last = loop.as<ir::DoWhile>();
    if (counted != nullptr && counted->inc)
        walk(*counted->inc, on_expr, on_stmt);
    if (other != nullptr || last != nullptr)
        walk(other != nullptr ? *other->cond : *last->cond, on_expr, on_stmt);
    return found;
}

// The variables of a sum with factors: what other operators make of a variable (`t % 2`, `n / 2`, `end[k]`) need not
// move along with it.
void variables_of(const Expr& expr, std::vector<const VarDecl*>& out) {
    const Expr* e = ir::strip(&expr);
    if (const VarDecl* variable = ir::named_variable(e)) {
        out.push_back(variable);
    } else if (const auto* cast = e->as<ir::Cast>()) {
        variables_of(*cast->operand, out);
    } else if (const auto* unary = e->as<ir::Unary>()) {
        if (unary->op == ir::UnaryOp::plus || unary->op == ir::UnaryOp::minus)
            variables_of(*unary->operand, out);
    } else if (const auto* choice = e->as<ir::Conditional>()) {
        if (choice->then)
            variables_of(*choice->then, out);
        variables_of(*choice->otherwise, out);
    } else if (const auto* binary = e->as<ir::Binary>()) {
        if (binary->op != ir::BinaryOp::add && binary->op != ir::BinaryOp::sub && binary->op != ir::BinaryOp::mul)
            return;
        variables_of(*binary->lhs, out);
        variables_of(*binary->rhs, out);
    }
}

} // namespace

MovingBounds::MovingBounds(const State& state) : summary_(state.summary) {
    for (const auto& unit : state.program.units)
        for (const ir::FunctionDecl& function : unit->functions)
            if (function.body && function.in_user_file)
                read(function);
}

void MovingBounds::read(const ir::FunctionDecl& function) {
    std::vector<const Stmt*> loops;
    std::vector<Call> calls;
    std::map<const ir::Call*, std::size_t> number;
    walk(
        *function.body,
        [&](const Expr& expr) {
            if (const auto* call = expr.as<ir::Call>();
                call != nullptr && summary_.definition(ir::called_function(*call)))
                if (number.try_emplace(call, calls.size()).second)
                    calls.push_back({call, {}, &function});
        },
        [&](const Stmt& stmt) {
            if (body_of(stmt) != nullptr)
                loops.push_back(&stmt);
        });
    for (const Stmt* loop : loops)
        walk(
            *body_of(*loop),
            [&](const Expr& expr) {
                if (const auto at = number.find(expr.as<ir::Call>()); at != number.end())
                    calls[at->second].around.push_back(loop);
            },
            [&](const Stmt& stmt) {
                if (const auto* inner = stmt.as<ir::For>(); inner != nullptr && inner->directive)
                    around_[&stmt].push_back(loop);
            });
    for (Call& call : calls)
        calls_[summary_.definition(ir::called_function(*call.call))].push_back(std::move(call));
}

std::vector<const Stmt*> MovingBounds::around(const ir::Kernel& kernel) const {
    const auto found = around_.find(kernel.loop);
    return found == around_.end() ? std::vector<const Stmt*>() : found->second;
}

bool MovingBounds::called_again(const ir::FunctionDecl* function) const {
    std::set<const ir::FunctionDecl*> seen;
    return called_again(function, seen);
}

bool MovingBounds::called_again(const ir::FunctionDecl* function, std::set<const ir::FunctionDecl*>& callers) const {
    const auto calls = calls_.find(function);
    if (calls == calls_.end())
        return function->name != "main";
    if (!callers.insert(function).second)
        return true; // it calls itself
    const bool again = std::any_of(calls->second.begin(), calls->second.end(), [&](const Call& call) {
        return !call.around.empty() || called_again(call.caller, callers);
    });
    callers.erase(function);
    return again;
}

bool MovingBounds::alternates(const ir::Kernel& one, const ir::Kernel& other) const {
    const Loops rounds = loops_around(one, true), all = loops_around(other, false);
    return !rounds.empty() && std::includes(all.begin(), all.end(), rounds.begin(), rounds.end());
}

MovingBounds::Loops MovingBounds::loops_around(const ir::Kernel& kernel, bool inner) const {
    const std::vector<const Stmt*> own = around(kernel); // outer ones first
    Loops loops(own.begin(), own.end());
    if (inner && !own.empty())
        return {own.back()};
    std::set<const ir::FunctionDecl*> seen;
    add_callers(kernel.function, inner, seen, loops);
    return loops;
}

void MovingBounds::add_callers(const ir::FunctionDecl* function, bool inner, std::set<const ir::FunctionDecl*>& seen,
                               Loops& loops) const {
    const auto calls = calls_.find(function);
    if (calls == calls_.end() || !seen.insert(function).second)
        return;
    for (const Call& call : calls->second) {
        if (inner && !call.around.empty())
            loops.insert(call.around.back());
        else
            loops.insert(call.around.begin(), call.around.end());
        if (!inner || call.around.empty())
            add_callers(call.caller, inner, seen, loops);
    }
}

const VarDecl* MovingBounds::of(const ir::Kernel& kernel) const {
    const ir::CanonicalLoop& loop = kernel.loop->as<ir::For>()->canonical;
    const std::vector<const Stmt*> around = this->around(kernel);
    for (const Expr* bound : {loop.start, loop.bound}) {
        Seen seen{loop.variable};
        if (bound == nullptr)
            continue;
        if (const VarDecl* variable = moved(*bound, around, kernel.function, seen))
            return variable;
    }
    return nullptr;
}

const VarDecl* MovingBounds::moved(const Expr& expr, const std::vector<const Stmt*>& around,
                                   const ir::FunctionDecl* function, Seen& seen) const {
    std::vector<const VarDecl*> variables;
    variables_of(expr, variables);
    for (const VarDecl* variable : variables) {
        if (!seen.insert(variable).second)
            continue;
        bool changed = false;
        for (const Stmt* loop : around) {
            const Changes changes = changes_in(*loop, variable);
            changed = changed || changes.any;
            if (changes.any && changes.steps_only)
                return variable;
            for (const Expr* value : changes.values)
                if (const VarDecl* source = moved(*value, around, function, seen))
                    return source;
        }
        if (variable->is_param && !changed)
            if (const VarDecl* source = moved_parameter(variable, function, seen))
                return source;
    }
    return nullptr;
}

const VarDecl* MovingBounds::moved_parameter(const VarDecl* parameter, const ir::FunctionDecl* function,
                                             Seen& seen) const {
    const auto calls = calls_.find(function);
    const auto at = std::find_if(function->params.begin(), function->params.end(),
                                 [&](const auto& declared) { return declared.get() == parameter; });
    const auto position = static_cast<std::size_t>(at - function->params.begin());
    if (calls == calls_.end() || at == function->params.end())
        return nullptr;
    for (const Call& call : calls->second)
        if (position < call.call->args.size())
            if (const VarDecl* source = moved(*call.call->args[position], call.around, call.caller, seen))
                return source;
    return nullptr;
}

} // namespace hydra::passes
