// One walk over all functions: an array's name that is not the base of a subscript lets its address go.
#include "passes/arrays.h"

namespace hydra::passes {

using ir::Expr;
using ir::VarDecl;

namespace {

// The array variable of `v[i]`, `v[i][j]` with all its subscripts; a row that decays to a pointer is no element.
const VarDecl* element_of(const Expr& expr) {
    const Expr* e = ir::strip(&expr);
    const auto* element = e->as<ir::Index>();
    if (element == nullptr || e->type == nullptr || e->type->is_array())
        return nullptr;
    while (element != nullptr) {
        e = ir::strip(element->base.get());
        element = e->as<ir::Index>();
    }
    return ir::named_variable(e);
}

} // namespace

bool is_constant_array(const VarDecl* variable) {
    if (!variable->type->is_array())
        return false;
    ir::TypeRef type = variable->type;
    while (type->is_array())
        type = type->inner;
    return type->quals.is_const && variable->has_static_lifetime();
}

Arrays::Arrays(const State& state) : summary_(state.summary) {
    std::map<const VarDecl*, int> uses;
    std::map<const VarDecl*, int> subscripted;
    for (const auto& unit : state.program.units)
        for (const ir::FunctionDecl& function : unit->functions) {
            if (!function.body)
                continue;
            walk(
                *function.body,
                [&](const Expr& e) {
                    if (e.as<ir::DeclRef>() != nullptr) {
                        if (const VarDecl* variable = ir::named_variable(&e))
                            ++uses[summary_.canonical(variable)];
                    } else if (const auto* unary = e.as<ir::Unary>();
                               unary != nullptr && unary->op == ir::UnaryOp::address_of) {
                        if (const VarDecl* variable = element_of(*unary->operand))
                            --subscripted[summary_.canonical(variable)];
                    } else if (const VarDecl* variable = element_of(e)) {
                        ++subscripted[summary_.canonical(variable)];
                    }
                },
                [](const ir::Stmt&) {});
        }
    for (const auto& [variable, count] : uses)
        if (count > subscripted[variable])
            escaping_.insert(variable);
    for (const auto& region : state.kernels)
        for (const Root& root : region->accesses.roots)
            if (root.base != nullptr)
                escaping_.insert(summary_.canonical(root.base));
}

bool Arrays::may_be_distributed(const VarDecl* variable) const {
    if (variable == nullptr || !variable->type->is_array())
        return true;
    if (is_constant_array(variable)) // nobody writes it
        return false;
    return escaping_.contains(summary_.canonical(variable)) || variable->type->inner->is_record();
}

bool Arrays::needs_announcement(const VarDecl* variable) const {
    if (variable->type->is_array())
        return may_be_distributed(variable);
    return variable->type->is_record() && ir::holds_array(variable->type) &&
           escaping_.contains(summary_.canonical(variable));
}

} // namespace hydra::passes
