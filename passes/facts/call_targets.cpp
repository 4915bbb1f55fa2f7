// See call_targets.h: one walk notes what flows into each pointer to a function; a question follows that backwards.
#include "passes/facts/call_targets.h"

#include <algorithm>

#include "passes/facts/expressions.h"
#include "passes/facts/library.h"
#include "passes/facts/summary.h"

namespace hydra::passes {

using ir::Expr;
using ir::FunctionDecl;
using ir::VarDecl;

namespace {

bool points_at_function(ir::TypeRef type) {
    return type != nullptr && type->is_pointer() && type->inner->is_function();
}

const FunctionDecl* named_function(const Expr& expr) {
    const auto* ref = expr.as<ir::DeclRef>();
    const auto* named = ref != nullptr ? std::get_if<const FunctionDecl*>(&ref->decl) : nullptr;
    return named != nullptr ? *named : nullptr;
}

// Whether a pointer to a function may be found in an object of the type, or where its pointers lead.
bool may_hold_function(ir::TypeRef type) {
    while (type != nullptr && (type->is_array() || type->is_pointer()))
        type = type->inner;
    return type == nullptr || !type->is_arithmetic();
}

// Whether a value of the one type may be handed over as one of the other: pointers all look alike.
bool are_alike(ir::TypeRef one, ir::TypeRef other) {
    if (one == nullptr || other == nullptr)
        return true;
    if (one->is_pointer() || other->is_pointer())
        return one->is_pointer() && other->is_pointer();
    if (one->is_integer() && other->is_integer())
        return ir::size_of(one) == ir::size_of(other);
    if (one->is_record() || other->is_record())
        return one->kind == other->kind && ir::size_of(one) == ir::size_of(other);
    return one->kind == other->kind;
}

bool are_alike_functions(ir::TypeRef one, ir::TypeRef other) {
    if (one == nullptr || other == nullptr || one->unprototyped || other->unprototyped || one->variadic ||
        other->variadic)
        return true;
    return one->params.size() == other->params.size() &&
           std::equal(one->params.begin(), one->params.end(), other->params.begin(), are_alike);
}

// The variable whose parts `v[i]`, `v.x`, `v[i].x` name, without following a pointer.
const VarDecl* variable_of(const Expr& expr) {
    const Expr* e = ir::strip(&expr);
    while (true) {
        if (const auto* element = e->as<ir::Index>()) {
            e = ir::strip(element->base.get());
            if (e->type == nullptr || !e->type->is_array())
                return nullptr;
        } else if (const auto* member = e->as<ir::Member>(); member != nullptr && !member->arrow) {
            if (ir::in_union(*member))
                return nullptr;
            e = ir::strip(member->base.get());
        } else {
            return ir::named_variable(e);
        }
    }
}

} // namespace

FunctionPointers::FunctionPointers(const ir::Program& program, const std::set<std::string>& wanted_outside,
                                   const Summary& summary)
    : summary_(summary), wanted_outside_(wanted_outside) {
    const auto on_expr = [this](const Expr& e) { see(e); };
    const auto on_stmt = [this](const ir::Stmt& s) {
        if (const auto* declaration = s.as<ir::DeclStmt>())
            for (const auto& variable : declaration->variables)
                see(*variable);
    };
    for (const auto& unit : program.units) {
        for (const VarDecl& global : unit->globals) {
            see(global);
            if (global.init)
                walk(*global.init, on_expr, on_stmt);
        }
        for (const FunctionDecl& function : unit->functions) {
            for (const auto& param : function.params)
                function_of_[param.get()] = &function;
            const bool before = foreign_;
            if (function.body)
                walk(*function.body, on_expr, on_stmt);
            if (!function.in_user_file) // a header's: what that calls is the library's own
                foreign_ = before;
        }
    }
    foreign_ = foreign_ || names_foreign_pointers(program);
}

// Whether code outside of the program may hand it functions: in variables that are defined there, or as arguments.
bool FunctionPointers::names_foreign_pointers(const ir::Program& program) const {
    std::set<const VarDecl*> defined;
    for (const auto& unit : program.units)
        for (const VarDecl& global : unit->globals)
            if (global.storage != ir::Storage::extern_ || global.init)
                defined.insert(summary_.canonical(&global));
    for (const auto& unit : program.units) {
        for (const VarDecl& global : unit->globals)
            if (global.in_user_file && !defined.contains(summary_.canonical(&global)) && may_hold_function(global.type))
                return true;
        for (const FunctionDecl& function : unit->functions)
            if (function.body && function.storage != ir::Storage::static_ && wanted_outside_.contains(function.name))
                return true;
    }
    return false;
}

void FunctionPointers::see(const VarDecl& variable) {
    if (variable.init && points_at_function(variable.type))
        holders_[summary_.canonical(&variable)].values.push_back(variable.init.get());
}

void FunctionPointers::see(const Expr& expr) {
    if (const auto* binary = expr.as<ir::Binary>(); binary != nullptr && ir::is_assignment(binary->op))
        if (const VarDecl* variable = ir::named_variable(binary->lhs.get());
            variable != nullptr && points_at_function(variable->type))
            holders_[summary_.canonical(variable)].values.push_back(binary->rhs.get());
    if (const auto* call = expr.as<ir::Call>())
        see_call(*call);
    if (const auto* cast = expr.as<ir::Cast>(); cast != nullptr && points_at_function(expr.type)) {
        const ir::TypeRef from = cast->operand->type;
        const ir::TypeRef function = points_at_function(from) ? from->inner : from;
        const bool is_null = ir::constant_value(*without_casts(expr)) == 0;
        any_type_ = any_type_ || (!is_null && (function == nullptr || !function->is_function() ||
                                               !are_alike_functions(function, expr.type->inner)));
    }
    const auto* unary = expr.as<ir::Unary>();
    if (unary != nullptr && unary->op == ir::UnaryOp::address_of)
        if (const VarDecl* variable = ir::named_variable(unary->operand.get()))
            holders_[summary_.canonical(variable)].open = true;
    if (const FunctionDecl* named = named_function(expr); named != nullptr && !callees_.contains(&expr))
        addressed_.insert(function_of(named));
}

// The definition, where the program has one.
const FunctionDecl* FunctionPointers::function_of(const FunctionDecl* named) const {
    const FunctionDecl* body = summary_.definition(named);
    return body != nullptr ? body : named;
}

void FunctionPointers::see_call(const ir::Call& call) {
    const FunctionDecl* callee = ir::called_function(call);
    if (callee == nullptr)
        return;
    for (const Expr* e = call.callee.get(); e != nullptr;) {
        callees_.insert(e);
        const auto* cast = e->as<ir::Cast>();
        const auto* unary = e->as<ir::Unary>();
        e = cast != nullptr ? cast->operand.get() : unary != nullptr ? unary->operand.get() : nullptr;
    }
    const FunctionDecl* body = summary_.definition(callee);
    if (body == nullptr) {
        foreign_ = foreign_ || library_effect(callee->name) == nullptr;
        return;
    }
    for (std::size_t i = 0; i < std::min(call.args.size(), body->params.size()); ++i)
        if (points_at_function(body->params[i]->type))
            holders_[body->params[i].get()].values.push_back(call.args[i].get());
}

CallTargets FunctionPointers::held_by(const Expr& expr, const Bound& bound) const {
    Seen seen;
    return held(expr, bound, seen);
}

CallTargets FunctionPointers::held(const Expr& full, const Bound& bound, Seen& seen) const {
    const Expr& expr = *ir::strip(&full);
    if (const FunctionDecl* named = named_function(expr))
        return {{function_of(named)}};
    if (const VarDecl* variable = ir::named_variable(&expr); variable != nullptr && points_at_function(variable->type))
        return held_by_variable(variable, bound, seen);
    if (ir::constant_value(*without_casts(expr)) == 0)
        return {};
    if (const auto* unary = expr.as<ir::Unary>();
        unary != nullptr && (unary->op == ir::UnaryOp::deref || unary->op == ir::UnaryOp::address_of)) {
        const ir::TypeRef type = ir::strip(unary->operand.get())->type;
        if (type != nullptr && (type->is_function() || points_at_function(type)))
            return held(*unary->operand, bound, seen);
    }
    if (const auto* cast = expr.as<ir::Cast>()) {
        const ir::TypeRef from = cast->operand->type;
        if (from != nullptr && (from->is_function() || points_at_function(from)))
            return held(*cast->operand, bound, seen);
    }
    if (const auto* choice = expr.as<ir::Conditional>(); choice != nullptr && choice->then) {
        CallTargets both = held(*choice->then, bound, seen);
        both.add(held(*choice->otherwise, bound, seen));
        return both;
    }
    if (const auto* binary = expr.as<ir::Binary>();
        binary != nullptr && (binary->op == ir::BinaryOp::comma || binary->op == ir::BinaryOp::assign))
        return held(*binary->rhs, bound, seen);
    if (const auto* call = expr.as<ir::Call>())
        if (const FunctionDecl* body = summary_.definition(ir::called_function(*call)))
            return returned_by(*body, seen);
    if (expr.as<ir::Index>() != nullptr || expr.as<ir::Member>() != nullptr)
        if (const VarDecl* table = variable_of(expr); table != nullptr && table->init && !table->is_param &&
                                                      points_at_function(expr.type) && summary_.never_changes(table))
            return listed(*table->init, bound, seen);
    return {{}, false};
}

CallTargets FunctionPointers::held_by_variable(const VarDecl* variable, const Bound& bound, Seen& seen) const {
    if (const auto known = bound.find(variable); known != bound.end())
        return known->second;
    const auto found = holders_.find(summary_.canonical(variable));
    const auto function = function_of_.find(variable);
    const bool called_elsewhere = function != function_of_.end() && (addressed_.contains(function->second) ||
                                                                     wanted_outside_.contains(function->second->name));
    const bool external = variable->file_scope && variable->storage != ir::Storage::static_;
    const bool named_elsewhere = external && (foreign_ || !wanted_outside_.empty() || found == holders_.end());
    if (called_elsewhere || named_elsewhere || (found != holders_.end() && found->second.open))
        return {{}, false};
    CallTargets all;
    if (found == holders_.end() || !seen.insert(variable).second)
        return all; // null, or what the others give
    for (const Expr* value : found->second.values)
        all.add(held(*value, bound, seen));
    return all;
}

CallTargets FunctionPointers::returned_by(const FunctionDecl& function, Seen& seen) const {
    CallTargets all;
    if (!seen.insert(&function).second)
        return all;
    walk(
        *function.body, [](const Expr&) {},
        [&](const ir::Stmt& s) {
            if (const auto* back = s.as<ir::Return>(); back != nullptr && back->value)
                all.add(held(*back->value, {}, seen));
        });
    return all;
}

// What the pointers in an initialiser are set to.
CallTargets FunctionPointers::listed(const Expr& init, const Bound& bound, Seen& seen) const {
    CallTargets all;
    if (const auto* list = ir::strip(&init)->as<ir::InitList>())
        for (const ir::InitItem& item : list->items)
            all.add(listed(*item.value, bound, seen));
    else if (init.type == nullptr || init.type->is_record()) // a copy of another object
        all.known = false;
    else if (points_at_function(init.type))
        all = held(init, bound, seen);
    return all;
}

CallTargets FunctionPointers::like(ir::TypeRef pointer) const {
    const ir::TypeRef type = points_at_function(pointer) ? pointer->inner : pointer;
    CallTargets all;
    all.known = !foreign_;
    for (const FunctionDecl* function : addressed_)
        if (any_type_ || are_alike_functions(function->type, type))
            all.functions.insert(function);
    return all;
}

} // namespace hydra::passes
