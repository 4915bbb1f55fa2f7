// The call is looked for again, and asked the questions that accumulate.cpp asks; the first that it does not answer
// well is the reason.
#include "frontend/reduction/refused_accumulation.h"

#include <functional>

#include <fmt/format.h>

#include "frontend/reduction/accumulate.h"
#include "frontend/reduction/choosing_functions.h"
#include "frontend/reduction/expression_forms.h"

namespace hydra::frontend {

using namespace ir;

namespace {

// The expressions below a statement, with those in the blocks of statement expressions.
void for_each_below(const Expr& expr, const std::function<void(const Expr&)>& f) {
    f(expr);
    if (const auto* block = expr.as<StatementExpr>()) {
        const std::function<void(const Stmt&)> below = [&](const Stmt& stmt) {
            for_each_child(
                stmt, [&](const Expr& child) { for_each_below(child, f); }, below);
        };
        below(*block->body);
        return;
    }
    for_each_child(expr, [&](const Expr& child) { for_each_below(child, f); });
}

// The variable, an element of it, or the address of one.
bool names(const Expr& argument, const VarDecl* variable) {
    for (const auto* at = strip(&argument);;) {
        const auto* index = at->as<Index>();
        const auto* unary = at->as<Unary>();
        const auto* sum = at->as<Binary>();
        if (index != nullptr)
            at = strip(index->base.get());
        else if (unary != nullptr && unary->op == UnaryOp::address_of)
            at = strip(unary->operand.get());
        else if (sum != nullptr && at->type->is_pointer())
            at = strip(sum->lhs.get());
        else
            return named_variable(at) == variable;
    }
}

// The call that has the variable for an argument, and which argument it is.
struct Found {
    const Call* call = nullptr;
    std::size_t argument = 0;
};

// In the whole expression of a statement that the mention belongs to.
void look_for(const Stmt& stmt, const Expr* use, Found& found) {
    const auto in_expression = [&](const Expr& expr) {
        bool here = false;
        for_each_below(
            expr, [&](const Expr& each) { here = here || &each == use; });
        for_each_below(
            expr,
            [&](const Expr& each) {
                const auto* call = each.as<Call>();
                for (std::size_t i = 0; here && call != nullptr && i < call->args.size(); ++i)
                    if (names(*call->args[i], named_variable(use)))
                        found = {call, i};
            });
    };
    for_each_child(stmt, in_expression, [&](const Stmt& child) { look_for(child, use, found); });
}

std::string quoted(TypeRef type) { return "'" + declare(type->unqualified, "") + "'"; }

std::optional<RefusedCall> refused_choice(const FunctionDecl& function, const Reduction& reduction) {
    const auto reading = choice_of(function);
    if (!reading.obstacle.empty()) {
        return RefusedCall{
            fmt::format("'{}' {}; write the comparison in the loop's body", function.name, reading.obstacle),
            reading.at};
    }
    const auto* type = element_type(reduction.variable);
    const auto* taken = function.params[0]->type;
    if (!is_same(taken, type)) {
        return RefusedCall{fmt::format("'{}' takes {}, and '{}' and the values that it is compared with are not known "
                                       "to keep all their bits in it; give all the same type",
                                       function.name, quoted(taken), reduction.variable->name),
                           function.range};
    }
    return std::nullopt;
}

std::optional<RefusedCall> refused_tally(const FunctionDecl& function, std::size_t argument, const Reduction& reduction,
                                         const Definitions& definitions) {
    const auto* param = function.params[argument].get();
    const auto name = reduction.variable->name;
    if (!param->type->is_pointer() || !is_same(param->type->inner, element_type(reduction.variable))) {
        return RefusedCall{fmt::format("'{}' takes '{}' as {}; accumulate in the loop's body", function.name, name,
                                       quoted(param->type)),
                           param->range};
    }
    const auto inside = accumulations(*function.body, param, {.named = reduction.op, .definitions = &definitions});
    for (const auto* mention : mentions(*function.body, param)) {
        if (!inside.names.contains(mention)) {
            return RefusedCall{fmt::format("'{}' does more with it, by the name '{}', than to accumulate into its "
                                           "elements; write the accumulation in the loop's body",
                                           function.name, param->name),
                               mention->range};
        }
    }
    for (const auto& form : inside.found) {
        if (form.op != reduction.op) {
            return RefusedCall{fmt::format("'{}' accumulates with '{}' into it", function.name, spelling(form.op)),
                               form.at->range};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<RefusedCall> refused_call(const Stmt& body, const Expr* use, const Reduction& reduction,
                                        const Definitions& definitions) {
    Found found;
    look_for(body, use, found);
    const auto* named = found.call != nullptr ? called_function(*found.call) : nullptr;
    if (named == nullptr)
        return std::nullopt;
    const auto* function = definitions.of(*named);
    if (function == nullptr || found.argument >= function->params.size()) {
        return RefusedCall{
            fmt::format("what '{}' does with it is not known: no file of the program defines it", named->name),
            named->range};
    }
    if (reduction.is_array() && !found.call->args[found.argument]->type->is_arithmetic())
        return refused_tally(*function, found.argument, reduction, definitions);
    const bool extreme = reduction.op == ReductionOp::min || reduction.op == ReductionOp::max;
    return extreme ? refused_choice(*function, reduction) : std::nullopt;
}

} // namespace hydra::frontend
