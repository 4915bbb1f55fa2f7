// See out_parameters.h.
#include "passes/facts/out_parameters.h"

#include <algorithm>

#include "passes/facts/record_parts.h"
#include "passes/facts/summary.h"

namespace hydra::passes {

using ir::Expr;
using ir::FunctionDecl;
using ir::VarDecl;

namespace {

const Expr& without_implicit_casts(const Expr& expr) {
    const Expr* bare = ir::strip(&expr);
    for (const auto* cast = bare->as<ir::Cast>(); cast != nullptr && cast->implicit; cast = bare->as<ir::Cast>())
        bare = ir::strip(cast->operand.get());
    return *bare;
}

// Whether the address of the variable, or a store into it, stands in the expression.
bool takes_part(const Expr& expr, const VarDecl* variable) {
    bool found = false;
    walk(
        expr,
        [&](const Expr& e) {
            const auto* unary = e.as<ir::Unary>();
            const bool address = unary != nullptr && unary->op == ir::UnaryOp::address_of;
            found = found || assigned_variable(e) == variable ||
                    (address && variable_of_part(unary->operand.get()) == variable);
        },
        [&](const ir::Stmt&) { found = true; });
    return found;
}

bool can_be_lent(ir::TypeRef type) {
    return (type->is_integer() || type->is_pointer()) && !type->quals.is_volatile && !type->quals.is_atomic;
}

// Whether the body runs from its beginning to its end, which may be the only `return`; and no type in it counts.
bool runs_to_its_end(const FunctionDecl& function) {
    bool good = std::none_of(function.params.begin(), function.params.end(),
                             [](const auto& param) { return ir::has_run_time_length(param->type); });
    const auto* body = function.body->as<ir::Compound>();
    const ir::Stmt* last = body != nullptr && !body->items.empty() ? body->items.back().get() : nullptr;
    walk(
        *function.body,
        [&](const Expr& e) { good = good && e.as<ir::StatementExpr>() == nullptr && !ir::has_run_time_length(e.type); },
        [&](const ir::Stmt& stmt) {
            good = good && stmt.as<ir::Label>() == nullptr && stmt.as<ir::Goto>() == nullptr &&
                   stmt.as<ir::Asm>() == nullptr && (stmt.as<ir::Return>() == nullptr || &stmt == last);
            if (const auto* declaration = stmt.as<ir::DeclStmt>())
                for (const auto& variable : declaration->variables)
                    good = good && !ir::has_run_time_length(variable->type);
        });
    return good;
}

} // namespace

const VarDecl* dereferenced_parameter(const Expr& expr) {
    const auto* unary = ir::strip(&expr)->as<ir::Unary>();
    const bool deref = unary != nullptr && unary->op == ir::UnaryOp::deref;
    const Expr* operand = deref ? ir::strip(unary->operand.get()) : nullptr;
    const VarDecl* variable =
        operand != nullptr && operand->as<ir::DeclRef>() != nullptr ? ir::named_variable(operand) : nullptr;
    return variable != nullptr && variable->is_param ? variable : nullptr;
}

bool only_dereferences(const Summary& summary, const FunctionDecl& function, std::size_t index) {
    if (index >= function.params.size() || function.type->variadic || function.type->unprototyped)
        return false;
    const VarDecl* param = function.params[index].get();
    if (!param->type->is_pointer() || !can_be_lent(param->type->inner) || summary.ever_assigned(param) ||
        summary.address_taken().contains(param))
        return false;
    int mentions = 0, known = 0, stores = 0, statements = 0;
    bool in_order = runs_to_its_end(function); // and `&*p` nowhere
    walk(
        *function.body,
        [&](const Expr& e) {
            mentions += e.as<ir::DeclRef>() != nullptr && ir::named_variable(&e) == param ? 1 : 0;
            known += dereferenced_parameter(e) == param ? 1 : 0;
            const Expr* target = assignment_target(e);
            stores += target != nullptr && dereferenced_parameter(*target) == param ? 1 : 0;
            const auto* unary = e.as<ir::Unary>();
            in_order = in_order && (unary == nullptr || unary->op != ir::UnaryOp::address_of ||
                                    dereferenced_parameter(*unary->operand) != param);
        },
        [&](const ir::Stmt& stmt) {
            const auto* own = stmt.as<ir::ExprStmt>();
            const Expr* target = own != nullptr && own->expr ? assignment_target(*ir::strip(own->expr.get())) : nullptr;
            statements += target != nullptr && dereferenced_parameter(*target) == param ? 1 : 0;
        });
    return in_order && known == mentions && stores == statements;
}

const VarDecl* lent_variable(const Summary& summary, const FunctionDecl& function, const ir::Call& call,
                             std::size_t index) {
    if (index >= call.args.size() || call.args.size() != function.params.size())
        return nullptr;
    const auto* unary = without_implicit_casts(*call.args[index]).as<ir::Unary>();
    const bool address = unary != nullptr && unary->op == ir::UnaryOp::address_of;
    const Expr* operand = address ? ir::strip(unary->operand.get()) : nullptr;
    const VarDecl* variable =
        operand != nullptr && operand->as<ir::DeclRef>() != nullptr ? ir::named_variable(operand) : nullptr;
    if (variable == nullptr || variable->has_static_lifetime() || !can_be_lent(variable->type))
        return nullptr;
    // Another argument may lead to it, or change it, too.
    for (std::size_t other = 0; other < call.args.size(); ++other)
        if (other != index && takes_part(*call.args[other], variable))
            return nullptr;
    const ir::TypeRef param = function.params[index]->type;
    const bool fits = param->is_pointer() && variable->type->unqualified == param->inner->unqualified;
    return fits && only_dereferences(summary, function, index) ? variable : nullptr;
}

} // namespace hydra::passes
