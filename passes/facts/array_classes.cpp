// See array_classes.h. Places are variables, members (by record and name), and results of functions; whatever is
// loaded through a pointer belongs to the pointer's own class, so that a table and its rows are one.
#include "passes/facts/array_classes.h"

#include <algorithm>

#include <fmt/format.h>

namespace hydra::passes {

using ir::Expr;
using ir::VarDecl;

namespace {

bool leads_somewhere(ir::TypeRef type) {
    return type != nullptr && (type->is_pointer() || type->is_array() || type->is_record());
}

} // namespace

int DisjointSets::add() {
    up_.push_back(static_cast<int>(up_.size()));
    return up_.back();
}

int DisjointSets::representative(int member) const {
    while (up_[static_cast<std::size_t>(member)] != member)
        member = up_[static_cast<std::size_t>(member)];
    return member;
}

void DisjointSets::unite(int a, int b) {
    a = representative(a);
    b = representative(b);
    up_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b); // whatever the order of the unions
}

ArrayClasses::ArrayClasses(const ir::Program& program, const Summary& summary) : summary_(summary) {
    for (const auto& unit : program.units) {
        for (const VarDecl& global : unit->globals)
            if (global.init)
                assign(&global, *global.init);
        for (const ir::FunctionDecl& function : unit->functions)
            if (function.body && function.in_user_file)
                read(function);
    }
}

void ArrayClasses::read(const ir::FunctionDecl& function) {
    const int result = place("result " + function.name);
    walk(
        *function.body, [this](const Expr& expr) { see(expr); },
        [this, result](const ir::Stmt& stmt) {
            if (const auto* declared = stmt.as<ir::DeclStmt>())
                for (const auto& variable : declared->variables)
                    if (variable->init)
                        assign(variable.get(), *variable->init);
            if (const auto* back = stmt.as<ir::Return>(); back != nullptr && back->value)
                if (leads_somewhere(back->value->type))
                    unite(result, of(*back->value));
        });
}

void ArrayClasses::assign(const VarDecl* to, const Expr& from) {
    if (leads_somewhere(to->type) && leads_somewhere(from.type))
        unite(of_variable(to), of(from));
}

void ArrayClasses::see(const Expr& expr) {
    if (const auto* binary = expr.as<ir::Binary>(); binary != nullptr && binary->op == ir::BinaryOp::assign)
        if (leads_somewhere(binary->lhs->type) && leads_somewhere(binary->rhs->type))
            unite(of(*binary->lhs), of(*binary->rhs));
    const auto* call = expr.as<ir::Call>();
    const ir::FunctionDecl* body = call == nullptr ? nullptr : summary_.definition(ir::called_function(*call));
    for (std::size_t i = 0; body != nullptr && i < std::min(call->args.size(), body->params.size()); ++i)
        assign(body->params[i].get(), *call->args[i]);
}

int ArrayClasses::of(const VarDecl& variable) { return sets_.representative(of_variable(&variable)); }

int ArrayClasses::of(const Expr& expr) {
    const Expr* e = ir::strip(&expr);
    if (const VarDecl* variable = ir::named_variable(e))
        return sets_.representative(of_variable(variable));
    if (const auto* cast = e->as<ir::Cast>())
        return of(*cast->operand);
    if (const auto* unary = e->as<ir::Unary>())
        return of(*unary->operand);
    if (const auto* index = e->as<ir::Index>())
        return of(*index->base);
    if (const auto* choice = e->as<ir::Conditional>())
        return of(*choice->otherwise);
    if (const auto* call = e->as<ir::Call>())
        return of_call(*call);
    if (const auto* binary = e->as<ir::Binary>()) {
        const bool left = !ir::is_assignment(binary->op) && leads_somewhere(binary->lhs->type);
        return of(left && binary->op != ir::BinaryOp::comma ? *binary->lhs : *binary->rhs);
    }
    if (const auto* member = e->as<ir::Member>()) {
        ir::TypeRef record = member->base->type;
        if (member->arrow && record != nullptr)
            record = record->inner;
        if (record != nullptr && record->tag != nullptr)
            return sets_.representative(
                place(fmt::format("{}.{}", static_cast<const void*>(record->tag), member->field)));
    }
    return none;
}

int ArrayClasses::of_call(const ir::Call& call) {
    const ir::FunctionDecl* body = summary_.definition(ir::called_function(call));
    return body == nullptr ? none : sets_.representative(place("result " + body->name));
}

int ArrayClasses::of_variable(const VarDecl* variable) {
    return place(fmt::format("{}", static_cast<const void*>(summary_.canonical(variable))));
}

int ArrayClasses::place(const std::string& name) {
    const auto at = places_.find(name);
    return at != places_.end() ? at->second : places_[name] = sets_.add();
}

void ArrayClasses::unite(int a, int b) {
    if (a != none && b != none)
        sets_.unite(a, b);
}

} // namespace hydra::passes
