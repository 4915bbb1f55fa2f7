// See record_values.h. What loops store is found by one walk over their bodies and the functions that these call; units
// have types of their own, so records are compared by their names.
#include "passes/record_values.h"

#include <vector>

#include "passes/arrays.h"
#include "passes/library.h"

namespace hydra::passes {

using ir::Expr;

namespace {

const ir::Member* as_member(const Expr& expr) { return ir::strip(&expr)->as<ir::Member>(); }

ir::TypeRef record_of(const ir::Member& member) {
    const ir::TypeRef base = ir::strip(member.base.get())->type;
    return member.arrow ? base->inner : base;
}

std::string name_of(ir::TypeRef record) {
    return record->tag == nullptr ? "" : record->tag->name.empty() ? record->tag->alias : record->tag->name;
}

// Calls f(record, expression) for each step of `v.a.b`, outermost first.
template <class F> void for_each_step(const Expr& expr, const F& f) {
    const Expr* at = ir::strip(&expr);
    for (const auto* member = at->as<ir::Member>(); member != nullptr && !member->arrow;
         member = at->as<ir::Member>()) {
        f(record_of(*member), *member);
        at = ir::strip(member->base.get());
    }
}

// Whether the way from the variable to the member leads through a union that holds an array.
bool shares_bytes_with_array(const Expr& expr) {
    bool shares = false;
    for_each_step(expr, [&](ir::TypeRef record, const ir::Member& member) {
        for (const int index : member.path) {
            shares = shares || (record->kind == ir::TypeKind::Union && ir::holds_array(record));
            record = record->tag->fields[static_cast<std::size_t>(index)].type;
        }
    });
    return shares;
}

} // namespace

RecordValues::RecordValues(const State& state) : summary_(state.summary) {
    for (const ir::Function& function : state.program.functions)
        walk(
            *function.decl->body, [&](const Expr& e) { note_address(e); }, [](const ir::Stmt&) {});
    std::vector<const ir::Stmt*> work;
    std::set<const ir::FunctionDecl*> seen;
    for (const ir::Kernel& kernel : state.program.kernels)
        work.push_back(kernel.loop);
    while (!work.empty()) {
        const ir::Stmt* stmt = work.back();
        work.pop_back();
        walk(
            *stmt,
            [&](const Expr& e) {
                if (const Expr* target = assignment_target(e); target != nullptr && base_variable(target) == nullptr)
                    note_store(*target);
                const auto* call = e.as<ir::Call>();
                std::set<const ir::FunctionDecl*> callees;
                if (call != nullptr && ir::called_function(*call) != nullptr)
                    callees.insert(ir::called_function(*call));
                else if (call != nullptr)
                    callees = summary_.targets(*call).functions;
                for (const ir::FunctionDecl* callee : callees)
                    if (const ir::FunctionDecl* body = summary_.definition(callee);
                        body != nullptr && seen.insert(body).second)
                        work.push_back(body->body.get());
            },
            [](const ir::Stmt&) {});
    }
}

// Library functions keep no address (`scanf("%d", &g.n)`).
void RecordValues::note_address(const Expr& expr) {
    const auto* call = expr.as<ir::Call>();
    const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    if (callee != nullptr && summary_.definition(callee) == nullptr && library_effect(callee->name) != nullptr)
        for (const auto& argument : call->args)
            harmless_.insert(without_casts(*argument));
    const auto* unary = expr.as<ir::Unary>();
    if (unary == nullptr || unary->op != ir::UnaryOp::address_of || harmless_.contains(&expr))
        return;
    const Expr& operand = *ir::strip(unary->operand.get());
    if (const ir::VarDecl* variable = base_variable(&operand))
        pointed_at_.insert(summary_.canonical(variable));
    if (const auto* member = operand.as<ir::Member>())
        addressed_.emplace(name_of(record_of(*member)), member->field);
}

void RecordValues::note_store(const Expr& target) {
    if (const ir::TypeRef type = target.type; type != nullptr && type->is_record())
        records_.insert(name_of(type));
    else if (const auto* member = as_member(target))
        members_.emplace(name_of(record_of(*member)), member->field);
    else if (type != nullptr)
        scalars_.insert(type);
}

bool RecordValues::in_memory(const Expr& member) const {
    const ir::VarDecl* variable = as_member(member) != nullptr ? base_variable(&member) : nullptr;
    if (variable == nullptr || !variable->type->is_record() || !ir::holds_array(variable->type) ||
        member.type == nullptr || member.type->is_array())
        return false;
    if (shares_bytes_with_array(member))
        return true;
    if (!pointed_at_.contains(summary_.canonical(variable)))
        return false;
    bool stored = false;
    for_each_step(member, [&](ir::TypeRef record, const ir::Member& step) {
        const Field field{name_of(record), step.field};
        stored = stored || records_.contains(field.first) || members_.contains(field);
        if (addressed_.contains(field))
            for (const ir::TypeRef type : scalars_)
                stored = stored || may_alias(type, member.type);
    });
    return stored;
}

} // namespace hydra::passes
