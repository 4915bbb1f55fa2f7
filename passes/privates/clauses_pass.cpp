// Pass: checks the clauses of each directive (private, firstprivate, reduction), and finds which private variables are
// read after the loop. After it: Analysis::last_values.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "passes/access/state.h"
#include "passes/facts/expressions.h"
#include "passes/facts/library.h"
#include "passes/flow/constant_paths.h"
#include "passes/flow/definite_assignment.h"
#include "passes/flow/live_globals.h"
#include "passes/flow/liveness.h"
#include "passes/passes.h"
#include "passes/privates/changed_headers.h"
#include "passes/privates/private_escapes.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

namespace {

// The clauses of one loop.
class Clauses {
  public:
    Clauses(State& state, CfgCache& graphs, ir::Kernel& kernel)
        : state_(state), graphs_(graphs), kernel_(kernel), function_(kernel.function) {}

    void check() {
        const ir::For& loop = *kernel_.loop->as<ir::For>();
        refuse_thread_locals(loop);
        refuse_changed_headers(state_, loop);
        check_private_members(state_, loop);
        check_pointer_calls(state_, loop);
        last_values(kernel_, loop);
        refuse_guarded_effects(loop);
        check_private_escapes(state_, loop);
    }

  private:
    void refuse_thread_locals(const ir::For& loop) {
        walk(
            *loop.body,
            [&](const Expr& expr) {
                const ir::VarDecl* v = expr.as<ir::DeclRef>() != nullptr ? ir::named_variable(&expr) : nullptr;
                if (v != nullptr && v->storage == ir::Storage::thread)
                    state_.diagnostics.error(expr.range, fmt::format("thread-local '{}' in a parallel loop", v->name));
            },
            [](const Stmt&) {});
    }

    // Whether the variable may be read after the loop, by its name or through a pointer.
    [[nodiscard]] bool is_live(const VarDecl* variable, const Stmt& loop) const {
        if (variable->storage == ir::Storage::static_ && variable->type->is_array() && is_private_only(variable))
            return false;
        if (variable->has_static_lifetime())
            return live_in_program(state_.program, state_.summary, graphs_, loop, variable);
        const bool pointed_at = state_.summary.address_taken().contains(state_.summary.canonical(variable)) ||
                                (variable->type->is_array() && decays_outside(*function_->body, loop, variable));
        const Cfg& graph = graphs_.of(*function_->body);
        return (pointed_at && live_behind_pointers(graph, loop, variable)) || live_after(graph, loop, variable);
    }

    // Whether the whole program uses a static array in loops alone in which it is private.
    [[nodiscard]] bool is_private_only(const VarDecl* array) const {
        for (const auto& unit : state_.program.units) {
            for (const VarDecl& global : unit->globals)
                if (global.init && mentions(*global.init, array))
                    return false;
            for (const auto& function : unit->functions)
                if (function.body && mentions(*function.body, array))
                    return false;
        }
        return true;
    }
    [[nodiscard]] bool is_same(const VarDecl* one, const VarDecl* other) const {
        return state_.summary.canonical(one) == state_.summary.canonical(other);
    }
    [[nodiscard]] bool mentions(const Expr& expr, const VarDecl* array) const {
        bool found = false;
        walk(
            expr,
            [&](const Expr& e) {
                const VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
                found = found || (variable != nullptr && is_same(variable, array));
            },
            [](const Stmt&) {});
        return found;
    }
    [[nodiscard]] bool mentions(const Stmt& stmt, const VarDecl* array) const {
        const auto* loop = stmt.as<ir::For>();
        const bool is_private = loop != nullptr && loop->directive &&
                                std::any_of(loop->directive->private_.begin(), loop->directive->private_.end(),
                                            [&](const VarDecl* v) { return is_same(v, array); });
        bool found = false;
        ir::for_each_child(
            stmt, [&](const Expr& e) { found = found || mentions(e, array); },
            [&](const Stmt& s) { found = found || (!(is_private && &s == loop->body.get()) && mentions(s, array)); });
        return found;
    }

    // Whether an array's address goes anywhere but into a subscript, sizeof, or an argument of a call.
    static bool decays_outside(const Stmt& body, const Stmt& loop, const VarDecl* array) {
        int uses = 0;
        const auto count = [&](const Expr* e, int by) { uses += ir::named_variable(e) == array ? by : 0; };
        const auto count_all = [&](const Stmt& where, int by) {
            walk(
                where,
                [&](const Expr& e) {
                    if (e.as<ir::DeclRef>() != nullptr)
                        count(&e, by);
                    else if (const auto* element = e.as<ir::Index>())
                        count(ir::strip(element->base.get()), -by);
                    else if (const auto* size = e.as<ir::SizeOf>(); size != nullptr && size->operand)
                        count(ir::strip(size->operand.get()), -by);
                    else if (const auto* call = e.as<ir::Call>())
                        for (const auto& arg : call->args)
                            count(ir::strip(arg.get()), -by);
                },
                [](const Stmt&) {});
        };
        count_all(body, 1);
        count_all(loop, -1);
        walk(
            body, [](const Expr&) {},
            [&](const Stmt& s) { // where it is private, another array has the name
                const auto* other = s.as<ir::For>();
                const bool own =
                    &s != &loop && other != nullptr && other->directive &&
                    std::count(other->directive->private_.begin(), other->directive->private_.end(), array) > 0;
                if (own && other->body)
                    count_all(*other->body, -1);
            });
        return uses > 0;
    }

    static std::string when_asked(const ir::Reduction& reduction) {
        const auto& name = reduction.variable->name;
        switch (reduction.op) {
        case ir::ReductionOp::logical_and:
            return fmt::format("while '{}' is true", name);
        case ir::ReductionOp::logical_or:
            return fmt::format("while '{}' is false", name);
        default:
            return fmt::format("where a value replaces that of '{}'", name);
        }
    }

    // `ok = ok && check(i)`: iterations that C would not ask any more may not do anything else.
    void refuse_guarded_effects(const ir::For& loop) {
        for (const ir::Reduction& reduction : loop.directive->reductions)
            for (const Expr* guarded : reduction.guarded) {
                looked_into_.clear();
                if (does_more(*guarded, nullptr))
                    state_.diagnostics.error(
                        guarded->range,
                        fmt::format("this is evaluated only {0}, and it does more than to give a value, so what an "
                                    "iteration does depends on the others; evaluate it first, in a variable of the "
                                    "iteration's own",
                                    when_asked(reduction)));
            }
    }

    // Whether evaluating the expression changes anything but what the function that it stands in has of its own.
    bool does_more(const Expr& expr, const ir::FunctionDecl* function) {
        if (const Expr* target = assignment_target(expr))
            if (function == nullptr || !is_own(*target))
                return true;
        if (const auto* call = expr.as<ir::Call>()) {
            const ir::FunctionDecl* callee = ir::called_function(*call);
            const ir::FunctionDecl* body = callee != nullptr ? state_.summary.definition(callee) : nullptr;
            const LibraryEffect* effect = callee != nullptr && body == nullptr ? library_effect(callee->name) : nullptr;
            if (body == nullptr && (effect == nullptr || !effect->state.empty() || effect->ends || effect->writes()))
                return true;
            if (body != nullptr &&
                (doing_more_.contains(body) || (looked_into_.insert(body).second && does_more(*body->body, body)))) {
                doing_more_.insert(body);
                return true;
            }
        }
        if (const auto* block = expr.as<ir::StatementExpr>())
            return function == nullptr || does_more(*block->body, function);
        bool found = false;
        ir::for_each_child(expr, [&](const Expr& child) { found = found || does_more(child, function); });
        return found;
    }
    bool does_more(const Stmt& stmt, const ir::FunctionDecl* function) {
        bool found = false;
        ir::for_each_child(
            stmt, [&](const Expr& child) { found = found || does_more(child, function); },
            [&](const Stmt& child) { found = found || does_more(child, function); });
        return found;
    }
    // A local variable, or a part of one.
    static bool is_own(const Expr& target) {
        const ir::VarDecl* variable = variable_of_part(&target);
        return variable != nullptr && !variable->has_static_lifetime();
    }

    void last_values(ir::Kernel& kernel, const ir::For& loop) {
        for (const ir::VarDecl* v : loop.directive->private_) {
            if (v == loop.canonical.variable)
                continue;
            const FirstUse in_body = first_use(graphs_.of(*loop.body), v);
            const Assignment assignment = assignment_in(state_.summary, *loop.body, v);
            const bool scalar = v->type->is_scalar();
            if (scalar && in_body == FirstUse::read && assignment.read_unwritten)
                state_.diagnostics.error(
                    loop.directive->range,
                    fmt::format("'{0}' is private, but each iteration reads it before it writes it; "
                                "use firstprivate({0}) for its value from before the loop",
                                v->name));
            else if (scalar && assignment.may_read_first &&
                     !(assignment.first_read != nullptr &&
                       finds_values(loop, *assignment.first_read, CheckedReads::all_reads)))
                say_read_first(loop, v, assignment);
            if (!is_live(v, *kernel.loop))
                continue;
            const auto& walking = loop.directive->walking;
            if (std::find(walking.begin(), walking.end(), v) != walking.end())
                state_.diagnostics.error(
                    kernel.loop->range,
                    fmt::format(
                        "'{0}' may be read after the loop, which hydracc counts by numbers, so that '{0}' stays "
                        "as it is; give the loop a pointer of its own, and set '{0}' behind it",
                        v->name));
            else if (!scalar || !assignment.always || assignment.may_read_first)
                state_.diagnostics.error(
                    loop.directive->range,
                    fmt::format("the private '{}' may be read after the loop, but it is not certain that "
                                "the last iteration assigns it; assign it after the loop",
                                v->name));
            else
                kernel.analysis.last_values.push_back(v);
        }
        for (const ir::VarDecl* v : loop.directive->firstprivate)
            check_firstprivate(loop, v, *kernel.loop);
    }

    void say_read_first(const ir::For& loop, const ir::VarDecl* v, const Assignment& found) {
        const support::SourceRange where =
            found.first_read != nullptr ? found.first_read->range : loop.directive->range;
        auto& said = state_.diagnostics.warning(
            where,
            fmt::format("an iteration may read the private '{0}' before it writes it; its value is undefined there: "
                        "assign '{0}' at the beginning of the body",
                        v->name),
            "hydra-private");
        if (found.filler != nullptr)
            said.notes.push_back({found.filler->range, fmt::format("this call stores in '{}' on some ways only, and "
                                                                   "the result is not asked on all",
                                                                   v->name)});
    }

    // Addresses through which the body only reads: arguments of calls that do no more, and what pointers of its own
    // begin with.
    std::set<const Expr*> addresses_read(const Stmt& body) const {
        std::set<const Expr*> found;
        walk(
            body,
            [&](const Expr& e) {
                const auto* call = e.as<ir::Call>();
                for (std::size_t i = 0; call != nullptr && i < call->args.size(); ++i)
                    if (state_.summary.only_reads(*call, i))
                        found.insert(without_casts(*call->args[i]));
            },
            [](const Stmt&) {});
        walk(
            body, [](const Expr&) {},
            [&](const Stmt& s) {
                const auto* declared = s.as<ir::DeclStmt>();
                for (std::size_t k = 0; declared != nullptr && k < declared->variables.size(); ++k) {
                    const VarDecl& each = *declared->variables[k];
                    if (each.init && each.type->is_pointer() && !each.has_static_lifetime() &&
                        only_reads_through(body, each, found))
                        found.insert(without_casts(*each.init));
                }
            });
        return found;
    }
    // Whether all that the body does with the pointer is to load scalars through it, or to hand it to `readers`.
    static bool only_reads_through(const Stmt& body, const VarDecl& pointer, const std::set<const Expr*>& readers) {
        std::set<const Expr*> loaded, touched; // touched: stored to, or its address is taken
        int uses = 0;
        walk(
            body,
            [&](const Expr& e) {
                const auto* unary = e.as<ir::Unary>();
                const auto* index = e.as<ir::Index>();
                const bool deref = unary != nullptr && unary->op == ir::UnaryOp::deref;
                if (const Expr* target = assignment_target(e))
                    touched.insert(ir::strip(target));
                if (unary != nullptr && unary->op == ir::UnaryOp::address_of)
                    touched.insert(ir::strip(unary->operand.get()));
                if (e.as<ir::DeclRef>() != nullptr && ir::named_variable(&e) == &pointer)
                    uses += readers.contains(&e) ? 0 : 1;
                const Expr* base = deref ? unary->operand.get() : index != nullptr ? index->base.get() : nullptr;
                if (base != nullptr && e.type->is_scalar() && ir::named_variable(base) == &pointer)
                    loaded.insert(&e);
            },
            [](const Stmt&) {});
        return uses == static_cast<int>(loaded.size()) &&
               std::none_of(loaded.begin(), loaded.end(), [&](const Expr* e) { return touched.contains(e); });
    }

    void check_firstprivate(const ir::For& loop, const ir::VarDecl* v, const Stmt& stmt) {
        // Pointers from outside of the loop lead to the original, not to an iteration's copy.
        if (!v->has_static_lifetime() && !v->type->is_array() && !Summary::may_change_parts(*loop.body, v))
            return;
        const Variables changed = state_.summary.changed_by(*loop.body);
        if (!changed.contains(v) && !changed.contains(state_.summary.canonical(v)) &&
            !(v->type->is_array() && Summary::may_change_elements(*loop.body, v)) &&
            !(v->type->is_record() && ir::holds_array(v->type) &&
              Summary::may_change_parts(*loop.body, v, addresses_read(*loop.body))))
            return;
        const FirstUse use = first_use(graphs_.of(*loop.body), v);
        const std::string starts = fmt::format("each iteration starts with the value that '{}' has before the loop; a "
                                               "value that the loop stores in it does not reach the next iteration",
                                               v->name);
        if (use == FirstUse::read && v->type->is_scalar())
            state_.diagnostics.error(loop.directive->range, starts + "; use a variable of the iteration's own");
        else if (use == FirstUse::perhaps_read && v->type->is_scalar()) // others: by their elements and members
            state_.diagnostics.warning(loop.directive->range, starts, "hydra-private");
        if (is_live(v, stmt))
            state_.diagnostics.error(
                loop.directive->range,
                fmt::format("'{}' is firstprivate and changed in the loop, and may be read after it; keep "
                            "the value in another variable",
                            v->name));
    }

    State& state_;
    CfgCache& graphs_;
    ir::Kernel& kernel_;
    const ir::FunctionDecl* function_;
    std::set<const ir::FunctionDecl*> looked_into_, doing_more_; // functions: of does_more
};

} // namespace

void clauses_pass(State& state) {
    CfgCache graphs(&state.summary);
    for (std::vector<ir::Kernel>* kernels : {&state.program.kernels, &state.nested})
        for (ir::Kernel& kernel : *kernels)
            Clauses(state, graphs, kernel).check();
}

} // namespace hydra::passes
