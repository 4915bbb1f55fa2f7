// See out_parameters.h.
#include "passes/out_parameters.h"

#include <algorithm>
#include <vector>

#include "passes/arrays.h"
#include "passes/summary.h"

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

const VarDecl* named(const Expr& expr) {
    const Expr& bare = without_implicit_casts(expr);
    return bare.as<ir::DeclRef>() != nullptr ? ir::named_variable(&bare) : nullptr;
}

bool can_be_lent(ir::TypeRef type) {
    return (type->is_integer() || type->is_pointer()) && !type->quals.is_volatile && !type->quals.is_atomic;
}

using Seen = std::vector<const VarDecl*>; // parameters that are being looked at

bool only_dereferences(const Summary& summary, const FunctionDecl& function, std::size_t index, Seen& seen) {
    if (index >= function.params.size() || function.type->variadic || function.type->unprototyped)
        return false;
    const VarDecl* param = function.params[index].get();
    if (!param->type->is_pointer() || !can_be_lent(param->type->inner) || summary.ever_assigned(param) ||
        summary.address_taken().contains(param) || std::find(seen.begin(), seen.end(), param) != seen.end())
        return false;
    seen.push_back(param);
    int mentions = 0, known = 0;
    bool in_order = true; // and `&*p` nowhere
    walk(
        *function.body,
        [&](const Expr& e) {
            mentions += e.as<ir::DeclRef>() != nullptr && ir::named_variable(&e) == param ? 1 : 0;
            known += dereferenced_parameter(e) == param ? 1 : 0;
            const auto* unary = e.as<ir::Unary>();
            in_order = in_order && (unary == nullptr || unary->op != ir::UnaryOp::address_of ||
                                    dereferenced_parameter(*unary->operand) != param);
            const auto* call = e.as<ir::Call>();
            const FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
            const FunctionDecl* body = callee != nullptr ? summary.definition(callee) : nullptr;
            for (std::size_t i = 0; body != nullptr && i < call->args.size(); ++i)
                if (named(*call->args[i]) == param && i < body->params.size() && body->params[i]->type->is_pointer() &&
                    body->params[i]->type->inner->unqualified == param->type->inner->unqualified &&
                    only_dereferences(summary, *body, i, seen))
                    ++known;
        },
        [&](const ir::Stmt& stmt) {
            in_order = in_order && stmt.as<ir::Label>() == nullptr && stmt.as<ir::Goto>() == nullptr &&
                       stmt.as<ir::Asm>() == nullptr;
        });
    seen.pop_back();
    return in_order && known == mentions;
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
    Seen seen;
    return only_dereferences(summary, function, index, seen);
}

const VarDecl* lent_variable(const Summary& summary, const FunctionDecl& function, const ir::Call& call,
                             std::size_t index) {
    if (index >= call.args.size() || call.args.size() != function.params.size())
        return nullptr;
    const Expr& arg = without_implicit_casts(*call.args[index]);
    const auto* unary = arg.as<ir::Unary>();
    const bool address = unary != nullptr && unary->op == ir::UnaryOp::address_of;
    const VarDecl* variable = address ? named(*unary->operand) : named(arg);
    if (variable == nullptr || variable->has_static_lifetime() || variable->type->quals.is_volatile)
        return nullptr;
    const VarDecl* param = function.params[index].get();
    const ir::TypeRef lent = address                                              ? variable->type
                             : variable->is_param && variable->type->is_pointer() ? variable->type->inner
                                                                                  : nullptr;
    const bool fits = lent != nullptr && can_be_lent(lent) && param->type->is_pointer() &&
                      lent->unqualified == param->type->inner->unqualified;
    return fits && only_dereferences(summary, function, index) ? variable : nullptr;
}

} // namespace hydra::passes
