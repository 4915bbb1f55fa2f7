// See unsequenced_accesses.h.
#include "passes/coherence/unsequenced_accesses.h"

#include <algorithm>

#include <fmt/format.h>

#include "passes/facts/expressions.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;

namespace {

template <class F> void walk_part(const Stmt* statement, const Expr* expression, const F& on_expr) {
    if (statement != nullptr)
        walk(*statement, on_expr, [](const Stmt&) {});
    if (expression != nullptr)
        walk(*expression, on_expr, [](const Stmt&) {});
}

bool runs_loop(const State& state, const ir::Call& call) {
    const ir::FunctionDecl* callee = ir::called_function(call);
    return callee != nullptr ? state.summary.may_launch(callee) : state.summary.indirect_call_may_launch();
}

// What a call that runs no loop itself touches of the memory behind its arguments, one of which runs a loop. It has
// evaluated them all before.
class BehindArguments {
  public:
    BehindArguments(const State& state, const Stmt* statement, const Expr* expression) {
        walk_part(
            statement, expression,
            [&](const Expr& e) {
                const auto* call = e.as<ir::Call>();
                if (call == nullptr || runs_loop(state, *call))
                    return;
                const bool beside = std::any_of(
                    call->args.begin(), call->args.end(),
                    [&](const auto& arg) { return state.summary.holds_launch(*arg); });
                for (const auto& arg : call->args)
                    if (beside && !state.summary.holds_launch(*arg)) {
                        arguments_.push_back(arg->range);
                        if (leads_to_text(*arg))
                            texts_.push_back(arg->range);
                    }
            });
    }
    bool contain(const RawAccess& raw) const {
        return raw.element == nullptr && raw.root != RawAccess::everything &&
               std::any_of(
                   arguments_.begin(), arguments_.end(),
                   [&](const support::SourceRange& range) { return is_within(raw.place, range); });
    }
    // Whether it is of bytes, by a pointer to such.
    bool hold_text(const RawAccess& raw) const {
        return raw.element == nullptr && !raw.called && raw.kind == ir::AccessKind::read &&
               std::any_of(
                   texts_.begin(), texts_.end(),
                   [&](const support::SourceRange& range) { return is_within(raw.place, range); });
    }

  private:
    std::vector<support::SourceRange> arguments_, texts_;
};

// An element of a table of constants, which loops leave as it is: `names[1]`.
bool is_constant(const Expr& load) {
    const Expr* e = ir::strip(&load);
    while (const auto* element = e->as<ir::Index>())
        e = ir::strip(element->base.get());
    const ir::VarDecl* table = ir::named_variable(e);
    return table != nullptr && is_constant_array(table);
}

// Whether the expression touches something, and writes nothing.
bool only_reads(const RegionAccesses& found, const Expr& expr) {
    bool reads = false;
    for (const RawAccess& raw : found.accesses) {
        if (!is_within(raw.place, expr.range))
            continue;
        if (raw.kind != ir::AccessKind::read || raw.root == RawAccess::everything)
            return false;
        reads = true;
    }
    return reads;
}

// `vec b = halve(&a), c = a;`: whether the expression is all that a variable gets.
bool is_initializer(const Stmt* statement, const Expr& expr) {
    const auto* declaration = statement != nullptr ? statement->as<ir::DeclStmt>() : nullptr;
    return declaration != nullptr &&
           std::any_of(declaration->variables.begin(), declaration->variables.end(), [&](const auto& variable) {
               return variable->init && ir::strip(variable->init.get()) == ir::strip(&expr);
           });
}

// `norm(*a) / norm(*b)`: whether the expression is all of an argument, of which the function gets a copy.
bool is_argument(const Stmt* statement, const Expr* expression, const Expr& expr) {
    bool found = false;
    walk_part(statement, expression, [&](const Expr& e) {
        const auto* call = e.as<ir::Call>();
        found = found || (call != nullptr && std::any_of(call->args.begin(), call->args.end(), [&](const auto& arg) {
                              return ir::strip(arg.get()) == ir::strip(&expr);
                          }));
    });
    return found;
}

// Variables that are assigned in the expression, or stepped: `e[k++] = energy(x)`.
Variables changed_variables(const Stmt* statement, const Expr* expression) {
    Variables changed;
    walk_part(statement, expression, [&](const Expr& e) {
        if (const Expr* target = assignment_target(e); target != nullptr)
            if (const ir::VarDecl* variable = ir::named_variable(target))
                changed.insert(variable);
    });
    return changed;
}

// Variables that statements inside of the expression declare, which nobody outside of them can name.
Variables inner_variables(const Stmt* statement, const Expr* expression) {
    Variables inner;
    walk_part(statement, expression, [&](const Expr& e) {
        if (const auto* block = e.as<ir::StatementExpr>())
            walk(
                *block->body, [](const Expr&) {},
                [&](const Stmt& inside) {
                    if (const auto* declaration = inside.as<ir::DeclStmt>())
                        for (const auto& variable : declaration->variables)
                            inner.insert(variable.get());
                });
    });
    return inner;
}

bool mentions_any(const Expr& expr, const Variables& variables) {
    bool found = false;
    walk(
        expr, [&](const Expr& e) { found = found || variables.contains(ir::named_variable(&e)); }, [](const Stmt&) {});
    return found;
}

bool depends_on(const RawAccess& raw, const Variables& changed) {
    return (raw.called && !changed.empty()) || (raw.expr != nullptr && mentions_any(*raw.expr, changed));
}

void widen_to_whole(RawAccess& raw) {
    if (!raw.tables.empty())
        raw.root = RawAccess::everything;
    raw.known = false;
    raw.rows = nullptr;
    raw.subscripts.clear();
    raw.lengths.clear();
    raw.tables.clear();
    raw.reason = "its subscript changes in the expression";
}

} // namespace

LaunchingCalls launching_calls(const State& state, const Stmt* statement, const Expr* expression) {
    LaunchingCalls found;
    walk_part(statement, expression, [&](const Expr& e) {
        const auto* call = e.as<ir::Call>();
        if (call != nullptr && runs_loop(state, *call))
            found.calls.push_back(&e);
    });
    return found;
}

std::vector<const Expr*> LaunchingCalls::beside(const support::SourceRange& place) const {
    std::vector<const Expr*> all = calls;
    std::erase_if(all, [&](const Expr* call) {
        const auto& args = call->as<ir::Call>()->args;
        return std::any_of(args.begin(), args.end(), [&](const auto& arg) { return is_within(place, arg->range); });
    });
    return all;
}

std::vector<const Expr*> unsequenced_elements(const State& state, const LaunchedTypes& launched,
                                              const RegionAccesses& found, const LaunchingCalls& calls,
                                              const Stmt* statement, const Expr* expression) {
    std::vector<const Expr*> elements;
    const Variables own = inner_variables(statement, expression);
    walk_part(statement, expression, [&](const Expr& e) {
        const bool outer = std::none_of(elements.begin(), elements.end(),
                                        [&](const Expr* one) { return is_within(e.range, one->range); });
        if (&e != expression && outer && e.as<ir::Call>() != nullptr && e.range.verbatim &&
            !state.summary.holds_launch(e) && only_reads(found, e) && e.type != nullptr && e.type->is_scalar() &&
            !mentions_any(e, own) && !calls.beside(e.range).empty())
            elements.push_back(&e);
    });
    for (const RawAccess& raw : found.accesses) {
        const bool plain = raw.kind == ir::AccessKind::read && raw.element != nullptr && !raw.called &&
                           raw.element != expression && raw.range.verbatim && raw.object != nullptr &&
                           (raw.object->is_scalar() || is_initializer(statement, *raw.element) ||
                            (raw.object->is_record() && is_argument(statement, expression, *raw.element))) &&
                           launched.may_touch(raw.object) && !state.summary.holds_launch(*raw.element) &&
                           !mentions_any(*raw.element, own);
        const bool target = std::any_of(
            found.accesses.begin(), found.accesses.end(),
            [&](const RawAccess& other) {
                return other.kind != ir::AccessKind::read && is_within(other.place, raw.range);
            });
        const bool taken = std::any_of(elements.begin(), elements.end(),
                                       [&](const Expr* outer) { return is_within(raw.place, outer->range); });
        if (!plain || target || taken || calls.beside(raw.place).empty())
            continue;
        std::erase_if(elements, [&](const Expr* inner) { return is_within(inner->range, raw.range); });
        elements.push_back(raw.element);
    }
    return elements;
}

bool leads_to_text(const Expr& expr) {
    const ir::TypeRef type = ir::strip(&expr)->type;
    return type != nullptr && (type->is_pointer() || type->is_array()) && type->inner->is_arithmetic() &&
           ir::size_of(type->inner) == 1;
}

bool is_handed_on(const Expr& element, const RawAccess& raw) {
    const bool whole = raw.place.begin == element.range.begin && raw.place.end == element.range.end;
    const ir::TypeRef type = ir::strip(&element)->type;
    const bool decays = type != nullptr && type->is_array(); // which by itself reads nothing
    return decays || (raw.element == nullptr && !raw.called && (whole || element.as<ir::Call>() == nullptr));
}

bool loops_may_write_texts(const State& state) {
    const auto numbers = [](ir::TypeRef type) {
        return type != nullptr && type->is_arithmetic() && ir::size_of(type).value_or(1) > 1;
    };
    return std::any_of(state.program.kernels.begin(), state.program.kernels.end(), [&](const ir::Kernel& kernel) {
        const std::vector<RawAccess>& all = state.kernels[static_cast<std::size_t>(kernel.id.value)]->accesses.accesses;
        return std::any_of(all.begin(), all.end(), [&](const RawAccess& raw) {
            return raw.kind != ir::AccessKind::read && (raw.root == RawAccess::everything || !numbers(raw.object));
        });
    });
}

void refuse_unsequenced_access(State& state, const RawAccess& raw) {
    state.diagnostics.error(raw.range,
                            fmt::format("not in this version: '{}' is used in one expression with a call that "
                                        "runs a parallel loop; split it into two statements",
                                        raw.text));
}

std::vector<RawAccess> refuse_unsequenced(State& state, const LaunchedTypes& launched, const RegionAccesses& found,
                                          const LaunchingCalls& calls, const Stmt* statement, const Expr* expression) {
    std::vector<RawAccess> again;
    const BehindArguments behind(state, statement, expression);
    const Variables changed = changed_variables(statement, expression);
    const bool fixed = std::all_of(found.host_loads.begin(), found.host_loads.end(),
                                   [](const Expr* load) { return is_constant(*load); });
    for (const RawAccess& raw : found.accesses) {
        if (!launched.may_touch(raw.object))
            continue;
        const std::size_t beside = calls.beside(raw.place).size();
        if (beside == 0)
            continue;
        const bool stores = raw.kind != ir::AccessKind::read && raw.element != nullptr;
        if (stores || (beside == calls.calls.size() && fixed && behind.contain(raw))) {
            again.push_back(raw);
            if (raw.kind == ir::AccessKind::write) { // the loops see what was there before
                again.back().kind = ir::AccessKind::may_write;
                again.back().reason = "a call beside it runs a loop";
            }
            if (depends_on(raw, changed)) // behind the call, they may have changed already
                widen_to_whole(again.back());
            continue;
        }
        if (!behind.hold_text(raw) || loops_may_write_texts(state)) // else every rank has it
            refuse_unsequenced_access(state, raw);
    }
    return again;
}

void refuse_beside_setjmp(State& state, const LaunchedTypes& launched, const RegionAccesses& found,
                          const Stmt* statement, const Expr* expression) {
    std::vector<const Expr*> calls;
    walk_part(statement, expression, [&](const Expr& e) {
        if (e.as<ir::Call>() != nullptr && may_come_back(e))
            calls.push_back(&e);
    });
    for (const RawAccess& raw : found.accesses) {
        const bool inside = std::any_of(calls.begin(), calls.end(),
                                        [&](const Expr* call) { return is_within(raw.place, call->range); });
        if (calls.empty() || inside || !launched.may_touch(raw.object))
            continue;
        state.diagnostics.error(raw.range, fmt::format("not in this version: '{}' is used in one expression with "
                                                       "setjmp; keep the result in a variable first",
                                                       raw.text));
    }
}

} // namespace hydra::passes
