// The check of parallel loops: canonical form (canonical.h), no way in or out but the loop's own, and every variable
// used as its clause says. Each message names the program's own words and what to write instead.
#include "frontend/directive/loop_check.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "frontend/directive/canonical.h"
#include "frontend/directive/carried_members.h"
#include "frontend/directive/jumps.h"
#include "frontend/directive/last_stored.h"
#include "frontend/directive/loop_header.h"
#include "frontend/directive/pointer_counter.h"
#include "frontend/directive/remedy.h"
#include "frontend/reduction/accumulate.h"
#include "frontend/reduction/extremes.h"
#include "frontend/reduction/nested_extremes.h"
#include "frontend/reduction/refused_accumulation.h"
#include "frontend/sema/flow.h"
#include "ir/operators.h"

namespace hydra::frontend {

using namespace ir;

namespace {

using Diags = support::Diagnostics;

// ---- variables

class Variables {
  public:
    Variables(For& loop, const Definitions& definitions, Diags& diagnostics)
        : loop_(loop), definitions_(definitions), diagnostics_(diagnostics) {}

    void run() {
        const auto& directive = *loop_.directive;
        const auto* own = loop_.canonical.variable;
        for (const auto& reduction : directive.reductions)
            if (reduction.op == ReductionOp::min || reduction.op == ReductionOp::max)
                split_nested_extremes(*loop_.body, reduction.variable, definitions_);
        flow_ = trace(*loop_.body, definitions_);
        adopt_nested(*loop_.body, declared_in(*loop_.body));
        for (const auto* variable : directive.shared) {
            if (variable == own) {
                diagnostics_.error(directive.range, fmt::format("the loop variable '{}' cannot be shared: each "
                                                                "iteration has its own; take it out of the clause",
                                                                own->name));
            }
        }
        for (auto& reduction : loop_.directive->reductions) {
            if (reduction.variable == own) {
                diagnostics_.error(reduction.range, fmt::format("the loop variable '{}' cannot be a reduction "
                                                                "variable",
                                                                own->name));
            } else {
                check_reduction(reduction);
            }
        }
        std::erase_if(loop_.directive->reductions, [this](const Reduction& reduction) {
            return accumulated_in_order_.contains(reduction.variable); // as the variable that it is
        });
        for (const auto* list : {&directive.private_, &directive.firstprivate}) {
            for (const auto* variable : *list)
                if (variable != own)
                    check_private(variable, list == &directive.firstprivate);
        }
        check_loop_variable();
        check_atomics();
        check_shared();
        check_invariant(*loop_.canonical.bound, "bound");
        if (loop_.canonical.step != nullptr)
            check_invariant(*loop_.canonical.step, "step");
        check_calls();
        if (directive.condition != nullptr)
            check_condition(*directive.condition);
        for (const auto& each : directive.layout)
            check_condition(*each);
    }

  private:
    static std::set<const VarDecl*> declared_in(const Stmt& stmt) {
        std::set<const VarDecl*> found;
        if (const auto* declaration = stmt.as<DeclStmt>())
            for (const auto& variable : declaration->variables)
                found.insert(variable.get());
        for_each_child(
            stmt, [](const Expr&) {}, [&](const Stmt& child) { found.merge(declared_in(child)); });
        return found;
    }

    // What nested directives make an iteration's own belongs to the iterations of this loop, too: its last value is
    // what the variable holds behind both.
    void adopt_nested(const Stmt& stmt, const std::set<const VarDecl*>& inside) {
        const auto adopt = [&](const VarDecl* variable, std::vector<const VarDecl*>& list) {
            if (variable != nullptr && !inside.contains(variable) && !has_own(variable))
                list.push_back(variable);
        };
        const auto* loop = stmt.as<For>();
        if (loop != nullptr && loop->directive) {
            adopt(loop->canonical.variable, loop_.directive->private_);
            for (const auto* variable : loop->directive->private_)
                adopt(variable, loop_.directive->private_);
            for (const auto* variable : loop->directive->firstprivate)
                adopt(variable, loop_.directive->firstprivate);
        }
        for_each_child(
            stmt, [](const Expr&) {}, [&](const Stmt& child) { adopt_nested(child, inside); });
    }

    [[nodiscard]] std::vector<const Access*> accesses(const VarDecl* variable) const {
        std::vector<const Access*> found;
        for (const auto& access : flow_.accesses)
            if (access.variable == variable)
                found.push_back(&access);
        return found;
    }

    void check_reduction(Reduction& reduction) {
        const auto* variable = reduction.variable;
        const auto forms = accumulations(*loop_.body, variable, {.named = reduction.op, .definitions = &definitions_});
        for (const auto& form : forms.found) {
            if (form.op != forms.found.front().op) {
                diagnostics_.error(form.at->range,
                                   fmt::format("'{}' is accumulated with '{}' and with '{}': each iteration goes on "
                                               "from the value that the one before has left, which no reduction does; "
                                               "the loop is serial",
                                               variable->name, spelling(forms.found.front().op), spelling(form.op)));
                return;
            }
            if (form.op != reduction.op) {
                diagnostics_.error(form.at->range,
                                   fmt::format("'{0}' is in reduction({1}:{0}), but is accumulated with "
                                               "'{2}' here; write reduction({2}:{3})",
                                               variable->name, spelling(reduction.op), spelling(form.op),
                                               section_text(reduction)));
                return;
            }
        }
        const auto target = variable->name + (reduction.is_array() ? "[…]" : "");
        const auto of_any_type = accumulations(*loop_.body, variable, {.any_type = true, .definitions = &definitions_});
        for (const auto* use : mentions(*loop_.body, variable)) {
            if (!forms.names.contains(use) && of_any_type.names.contains(use)) {
                const bool cuts = std::any_of(of_any_type.found.begin(), of_any_type.found.end(),
                                              [](const auto& form) { return form.cuts; });
                if (cuts || variable->type->kind == TypeKind::Bool) {
                    accumulate_in_order(variable, use->range,
                                        fmt::format("'{0}' does not hold all values that are accumulated into it, and "
                                                    "where one is cut off, the order of the iterations counts; give "
                                                    "'{0}' the type of the values",
                                                    variable->name));
                    return;
                }
                diagnostics_.error(use->range,
                                   fmt::format("'{0}' is an integer, and a floating value is accumulated into it here: "
                                               "the fraction is cut off at each step, so the result depends on the "
                                               "order; make '{0}' floating, or convert the value with a cast",
                                               variable->name));
                return;
            }
            if (!forms.names.contains(use) && decides_else(use, reduction)) {
                accumulate_in_order(variable, use->range,
                                    fmt::format("what stands behind this 'else' depends on '{}' as the iterations "
                                                "before have left it; write two ifs without 'else'",
                                                variable->name));
                return;
            }
            if (!forms.names.contains(use)) {
                say_misused(*use, reduction, target);
                return;
            }
        }
        for (const auto& form : forms.found) {
            reduction.guarded.insert(reduction.guarded.end(), form.guarded.begin(), form.guarded.end());
            if (reduction.op == ReductionOp::logical_or && !reduction.is_array() && !variable->type->is_floating())
                reduction.noted.push_back(form.at);
            reduction.places.insert(reduction.places.end(), form.places.begin(), form.places.end());
        }
        if (!check_places(reduction))
            return;
        if (const auto reason = settle_extremes(reduction, forms.found, *loop_.body, loop_.directive->private_)) {
            accumulate_in_order(variable, forms.found.back().at->range, *reason);
        } else if (reduction.op == ReductionOp::logical_or && reduction.noted.empty() && !forms.found.empty() &&
                   element_type(variable->type)->kind != TypeKind::Bool) {
            accumulate_in_order(variable, forms.found.back().at->range,
                                fmt::format("'||' makes a 1 of what is neither 0 nor 1, but only where something is "
                                            "accumulated, which the parts of {}'{}' do not tell; use _Bool",
                                            reduction.is_array() ? "the array " : "", variable->name));
        }
    }

    // What is stored beside a minimum has no other use in the loop. Whether it is so; else that is said.
    bool check_places(const Reduction& reduction) {
        for (const auto* place : reduction.places) {
            const auto* variable = named_variable(place);
            if (flow_.locals.contains(variable) || has_own(variable)) {
                diagnostics_.error(place->range,
                                   fmt::format("'{0}' is stored where '{1}' is found, and each iteration has its own "
                                               "'{0}', so no part of the loop knows what it is in the end; {2}",
                                               variable->name, reduction.variable->name,
                                               flow_.locals.contains(variable)
                                                   ? "declare it in front of the loop"
                                                   : "take it out of the directive's clauses"));
                return false;
            }
            const auto is_beside = [&](const Expr* mention) {
                return std::find(reduction.places.begin(), reduction.places.end(), mention) != reduction.places.end();
            };
            const auto all = mentions(*loop_.body, variable);
            const auto other = std::find_if_not(all.begin(), all.end(), is_beside);
            if (other != all.end()) {
                said_.insert(variable);
                diagnostics_.error((*other)->range,
                                   fmt::format("'{0}' is stored where '{1}' is found, and known after the loop; in the "
                                               "loop it may not be used otherwise",
                                               variable->name, reduction.variable->name));
                return false;
            }
        }
        return true;
    }

    void say_misused(const Expr& use, const Reduction& reduction, const std::string& target) {
        const auto call = refused_call(*loop_.body, &use, reduction, definitions_);
        auto& error = diagnostics_.error(
            use.range,
            fmt::format("the reduction variable '{}' may only be accumulated in the loop (as in '{} {}'), "
                        "{}",
                        reduction.variable->name, target, example(reduction.op, target),
                        call ? "and " + call->reason : "not used otherwise; its value is known after the loop"));
        if (call && call->at.valid())
            error.notes.push_back({call->at, "this is what is meant"});
    }

    static TypeRef element_type(TypeRef type) {
        while (type->is_array() || type->is_pointer())
            type = type->inner;
        return type;
    }

    // Whether the mention belongs to `if (e < x) x = e; else …`.
    [[nodiscard]] bool decides_else(const Expr* use, const Reduction& reduction) const {
        const auto forms =
            accumulations(*loop_.body, reduction.variable,
                          {.any_type = true, .named = reduction.op, .any_else = true, .definitions = &definitions_});
        return forms.names.contains(use) &&
               std::all_of(forms.found.begin(), forms.found.end(),
                           [&reduction](const auto& form) { return form.op == reduction.op; });
    }

    // The loop runs as it does in C; the clause has said nothing then.
    void accumulate_in_order(const VarDecl* variable, const SourceRange& where, const std::string& reason) {
        accumulated_in_order_.insert(variable);
        keep_order(reason, where);
    }

    void keep_order(const std::string& reason, const SourceRange& where) {
        if (loop_.directive->ordered.empty()) {
            loop_.directive->ordered = reason;
            loop_.directive->ordered_range = where;
        }
    }

    static std::string example(ReductionOp op, const std::string& name) {
        switch (op) {
        case ReductionOp::min:
            return fmt::format("= e < {0} ? e : {0}", name);
        case ReductionOp::max:
            return fmt::format("= e > {0} ? e : {0}", name);
        case ReductionOp::logical_and:
            return fmt::format("= {0} && e", name);
        case ReductionOp::logical_or:
            return fmt::format("= {0} || e", name);
        default:
            return fmt::format("{}= e", spelling(op));
        }
    }

    void check_private(const VarDecl* variable, bool first) {
        const auto uses = accesses(variable);
        if (first && variable->type->is_record()) {
            if (const auto [read, certain] = carried_read(uses); read != nullptr)
                say_carried(variable, *read, certain);
            return;
        }
        const bool written = std::any_of(
            uses.begin(), uses.end(), [](const Access* a) { return a->write; });
        const auto early = std::find_if(uses.begin(), uses.end(), [](const Access* a) {
            return !a->write && !a->assigned_before && !a->by_address && !a->decays;
        });
        if (early == uses.end() || (first && !written))
            return;
        if (!first && variable->type->is_record() && (uses.front()->write || uses.front()->decays)) {
            check_members(variable, uses);
            return; // filled member by member
        }
        const bool proved =
            (*early)->certain && std::none_of(uses.begin(), early, [](const Access* a) { return a->write; });
        if (first) {
            say_carried(variable, **early, proved);
        } else if (proved || (!variable->type->is_scalar() && member_of((*early)->at).empty())) {
            // Otherwise all ways through the body are followed later, and more is known
            // (passes/flow/definite_assignment.h).
            say((*early)->at->range, proved,
                fmt::format("'{0}' is private, so it has no value when an iteration begins, and here it {1}read "
                            "before it is written; assign it first, or use firstprivate({0})",
                            variable->name, proved ? "is " : "may be "));
        }
    }

    void say_carried(const VarDecl* variable, const Access& read, bool proved) {
        say(read.at->range, proved,
            fmt::format("'{}' is firstprivate, so an iteration does not see what another one wrote to it; here it "
                        "{}read{} the value from the iteration before",
                        variable->name, proved ? "" : "may ", proved ? "s" : ""));
    }

    void say(const SourceRange& where, bool proved, const std::string& message) {
        if (proved)
            diagnostics_.error(where, message, "hydra-private");
        else
            diagnostics_.warning(where, message, "hydra-private");
    }

    // The member of the variable that an lvalue is, or is a part of; empty: the whole variable.
    static std::string member_of(const Expr* node) {
        std::string name;
        for (node = strip(node); node != nullptr && named_variable(node) == nullptr; node = strip(node)) {
            if (const auto* member = node->as<Member>()) {
                name = plain_field(*member);
                node = member->base.get();
            } else if (const auto* index = node->as<Index>()) {
                node = index->base.get();
            } else {
                return "";
            }
        }
        return name;
    }

    // Members of a private struct that are read and that nothing in the body gives a value.
    void check_members(const VarDecl* variable, const std::vector<const Access*>& uses) {
        for (const auto* read : uses) {
            const auto member = member_of(read->at);
            const bool given = std::any_of(uses.begin(), uses.end(), [&](const Access* use) {
                const bool gives = use->write || use->decays;
                const auto other = gives ? member_of(use->at) : "";
                return gives && (other.empty() || other == member);
            });
            if (!read->write && !read->by_address && !read->decays && !member.empty() && !given) {
                diagnostics_.error(
                    read->at->range,
                    fmt::format("'{0}' is private, so it has no value when an iteration begins, and here "
                                "its member '{1}' is read, which nothing in the loop assigns; use "
                                "firstprivate({0})",
                                variable->name, member),
                    "hydra-private");
                return;
            }
        }
    }

    void check_loop_variable() {
        const auto* variable = loop_.canonical.variable;
        for (const auto* access : accesses(variable)) {
            if (access->write) {
                diagnostics_.error(access->at->range,
                                   access->by_address
                                       ? fmt::format("the address of the loop variable '{0}' is taken in the body, "
                                                     "where it could be changed; use a copy: 'int copy = {0};'",
                                                     variable->name)
                                       : fmt::format("the loop variable '{}' is changed in the body of the parallel "
                                                     "loop; use a variable of the body instead",
                                                     variable->name));
                return;
            }
        }
    }

    [[nodiscard]] bool has_own(const VarDecl* variable) const {
        const auto& directive = *loop_.directive;
        const auto in = [variable](const std::vector<const VarDecl*>& list) {
            return std::find(list.begin(), list.end(), variable) != list.end();
        };
        return variable == loop_.canonical.variable || in(directive.private_) || in(directive.firstprivate) ||
               std::any_of(directive.reductions.begin(), directive.reductions.end(),
                           [variable](const Reduction& r) { return r.variable == variable; });
    }

    // An atomic update whose result nobody uses is a reduction; with any other use the order of iterations counts.
    void check_atomics() {
        std::vector<const VarDecl*> shared;
        for_each_mention(*loop_.body, [&](const Expr& expr) {
            const auto* variable = named_variable(&expr);
            if (!has_own(variable) && !flow_.locals.contains(variable) &&
                std::find(shared.begin(), shared.end(), variable) == shared.end())
                shared.push_back(variable);
        });
        for (const auto* variable : shared) {
            const auto forms = accumulations(*loop_.body, variable);
            const bool atomic = is_atomic(variable->type) ||
                                (!forms.found.empty() && std::all_of(forms.found.begin(), forms.found.end(),
                                                                     [](const auto& form) { return form.atomic; }));
            const auto all = mentions(*loop_.body, variable);
            const auto uses = accesses(variable);
            const bool only_read = variable->type->is_scalar() && !variable->type->is_pointer() &&
                                   std::none_of(uses.begin(), uses.end(), [](const Access* a) { return a->write; });
            if (!atomic || all.empty() || only_read)
                continue;
            const bool reduces = !variable->type->is_pointer() && forms.names.size() == all.size() &&
                                 std::all_of(forms.found.begin(), forms.found.end(),
                                             [&](const auto& form) { return form.op == forms.found.front().op; });
            if (reduces) {
                loop_.directive->reductions.push_back({forms.found.front().op, variable, all.front()->range});
            } else {
                keep_order(fmt::format("'{}' is atomic, and not only updated: what an iteration gets depends on the "
                                       "ones before it",
                                       variable->name),
                           all.front()->range);
            }
        }
    }

    static bool is_atomic(TypeRef type) {
        while (type->is_array() || type->is_pointer())
            type = type->inner;
        return type->quals.is_atomic;
    }

    void check_shared() {
        std::set<const VarDecl*> done;
        for (const auto& access : flow_.accesses) {
            if (!access.write || access.array_inside || access.indirect || has_own(access.variable) ||
                !done.insert(access.variable).second)
                continue;
            const auto& name = access.variable->name;
            if (accumulated_in_order_.contains(access.variable) || said_.contains(access.variable) ||
                (!loop_.directive->ordered.empty() && is_atomic(access.variable->type)))
                continue;
            if (auto stored = last_stored(accesses(access.variable)); !stored.empty()) {
                const auto* with = accumulated_with(stored.front());
                for (auto& each : stored)
                    each.with = with;
                if (with == nullptr && !stands_beside_extreme(stored.front()))
                    diagnostics_.warning(
                        access.at->range,
                        fmt::format("'{}' is shared by all iterations; after the loop it has the value "
                                    "from the last iteration that stores into it",
                                    name),
                        "hydra-last");
                for (auto& each : stored)
                    loop_.directive->last_stored.push_back(std::move(each));
                continue;
            }
            auto [advice, clause] = remedy(*loop_.body, access.variable, accesses(access.variable), definitions_);
            auto& error = diagnostics_.error(
                access.at->range,
                fmt::format("'{}' is shared by all iterations, and each one {} it; {}", name,
                            access.by_address ? "may write (through its address)" : "writes", advice));
            if (!clause.empty())
                error.fixes.push_back({loop_.directive->range, clause, true});
            error.clause = std::move(clause);
        }
    }

    // The minimum or maximum beside which the variable is stored, all of its stores (check_places); else null.
    [[nodiscard]] const VarDecl* accumulated_with(const LastStored& stored) const {
        for (const auto& reduction : loop_.directive->reductions)
            if (std::find(reduction.places.begin(), reduction.places.end(), stored.targets.front()) !=
                reduction.places.end())
                return reduction.variable;
        return nullptr;
    }

    // Whether that would be so if the clause were there that another message asks for.
    [[nodiscard]] bool stands_beside_extreme(const LastStored& stored) const {
        return std::any_of(
            flow_.accesses.begin(), flow_.accesses.end(),
            [&](const Access& access) {
                return access.write && !access.array_inside && !access.indirect && !has_own(access.variable) &&
                       places_beside(*loop_.body, access.variable, definitions_).contains(stored.targets.front());
            });
    }

    void check_condition(const Expr& expr) {
        if (header_reads(expr).read.contains(loop_.canonical.variable))
            diagnostics_.error(expr.range, fmt::format("the condition of 'if' reads '{}', which the loop sets; store "
                                                       "the condition in a variable in front of the loop",
                                                       loop_.canonical.variable->name));
    }

    void check_invariant(const Expr& expr, const char* what) {
        const auto header = header_reads(expr);
        if (header.assigns) {
            diagnostics_.error(expr.range, fmt::format("the loop's {} '{}' must not assign; store it in a variable "
                                                       "before the loop",
                                                       what, print_c(expr)));
            return;
        }
        for (const auto& access : flow_.accesses) {
            // `i < F.n` does not read the array F.w.
            const bool apart = access.array_inside && !header.subscripts && !shares_bytes(*access.at);
            if (access.write && !apart && header.read.contains(access.variable)) {
                diagnostics_.error(access.at->range, fmt::format("'{}', which the loop's {} uses, is changed in the "
                                                                 "body; store the {} in a variable before the loop",
                                                                 access.variable->name, what, what));
                return;
            }
        }
        for (const auto& memory : flow_.memory) {
            const bool apart = header.is_apart(memory) || (memory.array_inside && !header.subscripts);
            if (header.reaches_into(memory.variable) && !apart) {
                diagnostics_.error(expr.range, fmt::format("the loop's {} reads memory of '{}', which the body writes; "
                                                           "store it in a variable before the loop",
                                                           what, memory.variable->name));
                return;
            }
        }
    }

    void check_calls() {
        static const std::set<std::string> jumps{"setjmp",      "_setjmp", "__setjmp", "sigsetjmp",
                                                 "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp"};
        for (const auto* expr : flow_.calls) {
            const auto* function = called_function(*expr->as<Call>());
            if (function != nullptr && jumps.contains(function->name)) {
                diagnostics_.error(expr->range, fmt::format("'{}' in a parallel loop would jump across its border; "
                                                            "handle the error by a condition",
                                                            function->name));
            }
        }
    }

    For& loop_;
    const Definitions& definitions_;
    Diags& diagnostics_;
    Flow flow_;
    std::set<const VarDecl*> said_;                 // what is wrong with them
    std::set<const VarDecl*> accumulated_in_order_; // named as reductions, and no sum of parts
};

// ---- all loops of a function

void check(Stmt& stmt, const Stmt& whole, TranslationUnit& unit, const Definitions& definitions, Diags& diagnostics) {
    // The tree is the caller's to change; the walk over children is const for everybody else's sake.
    for_each_child(
        stmt, [](const Expr&) {},
        [&](const Stmt& child) { check(const_cast<Stmt&>(child), whole, unit, definitions, diagnostics); });
    auto* loop = stmt.as<For>();
    if (loop == nullptr || !loop->directive)
        return;
    check_jumps(*loop, whole, diagnostics);
    count_by_index(*loop, unit);
    if (check_canonical(stmt, *loop, diagnostics))
        Variables(*loop, definitions, diagnostics).run();
}

} // namespace

void check_parallel_loops(std::span<const std::unique_ptr<TranslationUnit>> units, Diags& diagnostics) {
    const Definitions definitions(units);
    for (const auto& unit : units) {
        if (!unit)
            continue;
        for (auto& function : unit->functions)
            if (function.body && function.in_user_file)
                check(*function.body, *function.body, *unit, definitions, diagnostics);
    }
}

} // namespace hydra::frontend
