// Variables that all iterations share and whose address a body hands to a call through a pointer. All functions that
// the pointer may hold are known here: where each only reads, the variable is read; else it would be written.
#include "passes/privates/private_escapes.h"

#include <algorithm>

#include <fmt/format.h>

#include "passes/facts/record_parts.h"

namespace hydra::passes {

using ir::Expr;
using ir::VarDecl;

namespace {

bool has_own(const ir::For& loop, const VarDecl* variable) {
    const auto in = [&](const std::vector<const VarDecl*>& list) {
        return std::find(list.begin(), list.end(), variable) != list.end();
    };
    const ir::Directive& directive = *loop.directive;
    return variable == loop.canonical.variable || in(directive.private_) || in(directive.firstprivate) ||
           std::any_of(directive.reductions.begin(), directive.reductions.end(),
                       [&](const ir::Reduction& reduction) { return reduction.variable == variable; });
}

} // namespace

void check_pointer_calls(Context& context, const ir::For& loop) {
    const Variables inside = Summary::declared_in(*loop.body);
    const auto check = [&](const ir::Call& call, std::size_t index) {
        const Expr* object = ir::addressed_object(*call.args[index]);
        const VarDecl* variable = object != nullptr ? base_variable(object) : nullptr;
        if (variable == nullptr || inside.contains(variable) || has_own(loop, variable) || variable->type->is_array() ||
            context.summary.only_reads(call, index))
            return;
        context.diagnostics.error(
            object->range,
            fmt::format("'{0}' is shared by all iterations, and a function that is called through a pointer may write "
                        "it through its address; where none does, let the parameter point to const; where each "
                        "iteration needs its own, add 'private({0})' or 'firstprivate({0})'",
                        variable->name));
    };
    walk(
        *loop.body,
        [&](const Expr& expr) {
            const auto* call = expr.as<ir::Call>();
            for (std::size_t i = 0; call != nullptr && ir::called_function(*call) == nullptr && i < call->args.size();
                 ++i)
                check(*call, i);
        },
        [](const ir::Stmt&) {});
}

} // namespace hydra::passes
