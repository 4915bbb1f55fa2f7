// See live_globals.h. A read is one of a value from elsewhere where no write stands before it on some way from its
// function's beginning, from behind the loop, or from behind a call of a function that comes to the variable, too.
// Where there is no such read, whoever reads has written before, in the same activation.
#include "passes/flow/live_globals.h"

#include <algorithm>
#include <set>

#include "passes/flow/liveness.h"
#include "passes/flow/step_uses.h"

namespace hydra::passes {
namespace {

using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;
using ir::VarDecl;

class Uses {
  public:
    Uses(const ir::Program& program, const Summary& summary, CfgCache& graphs, const VarDecl* variable)
        : summary_(summary), graphs_(graphs), variable_(summary.canonical(variable)) {
        for (const auto& unit : program.units)
            for (const FunctionDecl& function : unit->functions)
                if (function.body) {
                    all_.push_back(&function);
                    if (!names_in(function).empty())
                        reaching_.insert(&function);
                }
        for (std::size_t before = 0; before != reaching_.size();) { // their callers
            before = reaching_.size();
            for (const FunctionDecl* function : all_)
                if (!reaching_.contains(function) && calls(*function))
                    reaching_.insert(function);
        }
    }

    bool reads_from_elsewhere(const Stmt& loop) const {
        for (const FunctionDecl* function : all_) {
            const std::set<const VarDecl*> names = names_in(*function);
            if (names.empty())
                continue;
            if (names.size() > 1 || may_come_back(*function->body) ||
                reads_in(graphs_.of(*function->body), loop, *names.begin()))
                return true;
        }
        return false;
    }

  private:
    // The declarations that the function knows the variable by.
    std::set<const VarDecl*> names_in(const FunctionDecl& function) const {
        std::set<const VarDecl*> names;
        walk(
            *function.body,
            [&](const Expr& expr) {
                if (const VarDecl* name = named_in(expr))
                    names.insert(name);
            },
            [](const Stmt&) {});
        return names;
    }
    const VarDecl* named_in(const Expr& expr) const {
        const VarDecl* name = expr.as<ir::DeclRef>() != nullptr ? ir::named_variable(&expr) : nullptr;
        return name != nullptr && summary_.canonical(name) == variable_ ? name : nullptr;
    }
    // Whether it is a call that may come to the variable.
    bool is_call(const Expr& expr) const {
        const auto* call = expr.as<ir::Call>();
        if (call == nullptr)
            return false;
        const FunctionDecl* callee = ir::called_function(*call);
        const FunctionDecl* definition = callee != nullptr ? summary_.definition(callee) : nullptr;
        const bool calls_back =
            definition == nullptr && std::any_of(call->args.begin(), call->args.end(), [](const ir::ExprPtr& argument) {
                const ir::TypeRef type = ir::strip(argument.get())->type;
                return type != nullptr && (type->is_function() || (type->is_pointer() && type->inner->is_function()));
            });
        return callee == nullptr || calls_back || reaching_.contains(definition);
    }
    bool calls(const FunctionDecl& function) const {
        bool found = false;
        walk(
            *function.body, [&](const Expr& expr) { found = found || is_call(expr); }, [](const Stmt&) {});
        return found;
    }

    // name: what the function calls the variable.
    bool reads_in(const Cfg& function, const Stmt& loop, const VarDecl* name) const {
        const Cfg::ParallelLoop* const around = function.parallel_around(loop);
        const StepUses uses(function, name);
        const LiveValue value(
            function,
            [&](const Cfg::Block& block, const Cfg::Step& step) {
                return calls_and_names(function, step) ? FirstUse::read : uses.of(block, step, around);
            });
        return value.at_entry() || value.behind_any([&](const Cfg::Step& step) { return calls(function, step); }) ||
               (function.behind(loop) && value.behind(loop));
    }
    bool calls(const Cfg& function, const Cfg::Step& step) const {
        bool found = false;
        function.for_each_expression(step, [&](const Expr& expr) { found = found || is_call(expr); });
        return found;
    }
    // Which of the two comes first is not looked into.
    bool calls_and_names(const Cfg& function, const Cfg::Step& step) const {
        bool names = false;
        function.for_each_expression(step, [&](const Expr& expr) { names = names || named_in(expr) != nullptr; });
        return names && calls(function, step);
    }

    const Summary& summary_;
    CfgCache& graphs_;
    const VarDecl* variable_;
    std::vector<const FunctionDecl*> all_;
    std::set<const FunctionDecl*> reaching_; // functions that name it, and their callers
};

} // namespace

bool live_in_program(const ir::Program& program, const Summary& summary, CfgCache& graphs, const Stmt& loop,
                     const VarDecl* variable) {
    const bool shared = variable->storage == ir::Storage::thread || variable->type->quals.is_volatile ||
                        (variable->storage != ir::Storage::static_ && summary.is_wanted_outside(variable->name));
    if (shared || !variable->type->is_scalar() || summary.address_taken().contains(summary.canonical(variable)))
        return true;
    return Uses(program, summary, graphs, variable).reads_from_elsewhere(loop);
}

} // namespace hydra::passes
