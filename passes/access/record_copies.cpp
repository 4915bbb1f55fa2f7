// Records that functions are handed as copies: where neither the copy nor the original changes, the parameter's members
// are those of the original.
#include "passes/access/places.h"

#include <algorithm>

namespace hydra::passes {

using ir::Expr;

namespace {

constexpr int deepest_copy = 4; // functions that hand a record on to one another

// Whether the function uses no more of its parameter, a record, than parts of it, and hands it on to functions that do
// the same; where it is used as a whole, it is all read at the call.
bool uses_parts(const Summary& summary, const ir::FunctionDecl& function, const ir::VarDecl* param, int depth = 0) {
    std::set<const Expr*> parts;
    bool good = !Summary::may_change_parts(*function.body, param);
    const auto is_param = [&](const Expr& e) { return ir::named_variable(&e) == param; };
    const auto hands_on = [&](const ir::Call& call) {
        const ir::FunctionDecl* callee = summary.definition(ir::called_function(call));
        for (std::size_t i = 0; callee != nullptr && i < call.args.size() && i < callee->params.size(); ++i)
            if (is_param(*call.args[i]) && callee != &function && depth < deepest_copy &&
                uses_parts(summary, *callee, callee->params[i].get(), depth + 1))
                parts.insert(ir::strip(call.args[i].get()));
    };
    walk(
        *function.body,
        [&](const Expr& e) {
            if (const auto* member = e.as<ir::Member>(); member != nullptr && !member->arrow)
                parts.insert(ir::strip(member->base.get()));
            if (const auto* call = e.as<ir::Call>())
                hands_on(*call);
            if (e.as<ir::DeclRef>() != nullptr && is_param(e))
                good = good && parts.contains(&e);
        },
        [](const ir::Stmt&) {});
    return good;
}

} // namespace

// Whether the parameter's members mean those of the record that is handed over.
bool Places::stays_as_given(const ir::FunctionDecl& callee, const ir::VarDecl* param, const Expr& source) const {
    return param->type->kind == ir::TypeKind::Struct && source.lvalue && source.as<ir::Call>() == nullptr &&
           !region_.summary().ever_assigned(param) && !region_.summary().address_taken().contains(param) &&
           uses_parts(region_.summary(), callee, param);
}

bool Places::binds_variable(const ir::FunctionDecl& callee, std::size_t index, const Expr& arg) const {
    const Expr& source = *ir::strip(&arg);
    const ir::VarDecl* variable = source.as<ir::DeclRef>() != nullptr ? ir::named_variable(&source) : nullptr;
    return region_.kernel() && variable != nullptr && index < callee.params.size() &&
           stays_as_given(callee, callee.params[index].get(), source) &&
           (path_.original_of(variable) != nullptr ||
            (region_.is_outer(variable) && region_.is_fixed(variable) && host_.nameable(variable)));
}

void Places::bind_record(const ir::FunctionDecl& callee, const ir::VarDecl* param, const Expr& arg) {
    const Expr& source = *ir::strip(&arg);
    if (!stays_as_given(callee, param, source))
        return;
    const Place from = evaluator_.rehearse(source, [&] { return place(source); });
    const std::vector<PointerValue::Dim>& dims = from.pointer.dims;
    const bool known = std::all_of(dims.begin(), dims.end(), [](const auto& dim) { return dim.subscript.has_value(); });
    if (from.kind == Place::Kind::memory && from.pointer.root >= 0) {
        if (known) // else it is any of an array's, all of which is read where it is handed over
            path_.know_original(param, from.pointer);
    } else if (from.kind == Place::Kind::variable && !from.member && from.variable != nullptr) {
        const ir::VarDecl* variable = from.variable;
        if (const auto* copy = path_.original_of(variable); copy != nullptr) {
            path_.know_original(param, *copy);
        } else if (region_.is_outer(variable) && region_.is_fixed(variable) && host_.nameable(variable)) {
            PointerValue pointer = PointerValue::to_root(
                roots_.add({variable->name, host_address(*variable), nullptr, variable, variable->type, &source}),
                variable->type);
            path_.know_original(param, pointer);
        }
    }
}

} // namespace hydra::passes
