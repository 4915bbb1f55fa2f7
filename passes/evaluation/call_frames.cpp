// What calls do to what is known (call_frames.h).
#include "passes/evaluation/call_frames.h"

#include <algorithm>

#include "passes/evaluation/expression_shapes.h"
#include "passes/facts/out_parameters.h"

namespace hydra::passes {

using ir::Expr;

CallFrames::Frame* CallFrames::innermost(const ir::FunctionDecl& function) {
    const auto found =
        std::find_if(frames_.rbegin(), frames_.rend(), [&](const Frame& frame) { return frame.function == &function; });
    return found != frames_.rend() ? &*found : nullptr;
}

bool CallFrames::is_running(const ir::FunctionDecl* function) const {
    return std::any_of(
        frames_.begin(), frames_.end(), [&](const Frame& frame) { return frame.function == function; });
}

void CallFrames::enter(const ir::FunctionDecl& function, std::vector<Value> given, bool again) {
    Frame frame{&function, path_.mark(), path_.domain().iterators.size()};
    frame.given = std::move(given);
    frame.again = again;
    frames_.push_back(std::move(frame));
}

CallFrames::Frame CallFrames::leave() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    return frame;
}

void CallFrames::note_return(const Value& value) {
    Frame& frame = frames_.back();
    const Domain& domain = path_.domain();
    Return result{value, "1 = 1"};
    for (std::size_t i = frame.outside.formulas; i < domain.formulas.size(); ++i)
        result.path += " and (" + domain.formulas[i] + ")";
    const bool in_loop = domain.iterators.size() != frame.iterators; // it would speak of that loop's iterator
    frame.lost = frame.lost || in_loop;
    frame.inexact = frame.inexact || path_.reasons() != frame.outside.reasons;
    frame.returns.push_back(std::move(result));
}

void CallFrames::unbind(const ir::VarDecl* param) {
    bindings_.functions.erase(param);
    bindings_.lent.erase(param);
}

CallTargets CallFrames::targets(const Expr& pointer) const {
    return region_.summary().targets(pointer, bindings_.functions);
}

CallFrames::Lent CallFrames::lent_by(const ir::Call& call, const ir::FunctionDecl& body) const {
    Lent lent;
    for (std::size_t i = 0; i < body.params.size(); ++i)
        if (const ir::VarDecl* variable = lent_by(call, i))
            lent[body.params[i].get()] = variable;
    return lent;
}

void CallFrames::bind_function(const ir::VarDecl* param, const Expr& arg) {
    bindings_.functions.erase(param);
    if (!param->type->is_pointer() || !param->type->inner->is_function() || region_.summary().ever_assigned(param))
        return;
    CallTargets held = region_.summary().functions_in(arg, bindings_.functions);
    if (held.known)
        bindings_.functions[param] = std::move(held);
}

const ir::VarDecl* CallFrames::lent_by(const ir::Call& call, std::size_t index) const {
    const ir::FunctionDecl* callee = ir::called_function(call);
    const ir::FunctionDecl* body = callee != nullptr ? region_.summary().definition(callee) : nullptr;
    if (!region_.options().kernel || body == nullptr || is_deepest() || is_running(body))
        return nullptr;
    const ir::VarDecl* variable = lent_variable(region_.summary(), *body, call, index);
    if (variable == nullptr)
        return nullptr;
    const bool own = !region_.is_outer(variable) && variable != region_.options().loop_variable &&
                     !region_.summary().address_taken().contains(variable);
    return own ? variable : nullptr;
}

const ir::VarDecl* CallFrames::lent_to(const Expr& expr) const {
    const ir::VarDecl* param = bindings_.lent.empty() ? nullptr : dereferenced_parameter(expr);
    const auto found = bindings_.lent.find(param);
    return param != nullptr && found != bindings_.lent.end() ? found->second : nullptr;
}

Variables CallFrames::assigned_through_parameters(const Expr& expr) const {
    Variables out;
    const auto add = [&](const ir::VarDecl* variable) {
        for (const auto& [param, lent] : bindings_.lent)
            if (lent == variable)
                out.insert({param, lent});
    };
    if (bindings_.lent.empty())
        return out;
    if (const Expr* target = assignment_target(expr); target != nullptr && lent_to(*target) != nullptr)
        add(lent_to(*target));
    return out;
}

Variables CallFrames::changed_by(const ir::Stmt& stmt) const {
    Variables out = region_.summary().changed_by(stmt);
    walk(
        stmt, [&](const Expr& e) { out.merge(assigned_through_parameters(e)); }, [](const ir::Stmt&) {});
    return out;
}

Variables CallFrames::changed_by(const Expr& expr) const {
    Variables out = region_.summary().changed_by(expr);
    walk(
        expr, [&](const Expr& e) { out.merge(assigned_through_parameters(e)); }, [](const ir::Stmt&) {});
    return out;
}

Variables CallFrames::replaced_in(std::initializer_list<const Expr*> header, const ir::Stmt* body) const {
    Variables replaced;
    const auto on_expr = [&](const Expr& e) {
        if (const auto* binary = e.as<ir::Binary>(); binary != nullptr && binary->op == ir::BinaryOp::assign)
            replaced.insert(assigned_variable(e));
        replaced.merge(addresses_handed_out(e));
        replaced.merge(assigned_through_parameters(e));
    };
    for (const Expr* expr : header)
        if (expr != nullptr)
            walk(*expr, on_expr, [](const ir::Stmt&) {});
    if (body != nullptr)
        walk(*body, on_expr, [](const ir::Stmt&) {});
    return replaced;
}

} // namespace hydra::passes
