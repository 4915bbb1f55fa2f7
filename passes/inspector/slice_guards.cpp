// See slice_guards.h.
#include "passes/inspector/slice_guards.h"

#include <algorithm>

#include "passes/flow/counting.h"
#include "passes/inspector/guard_parts.h"
#include "passes/inspector/slice_closure.h"
#include "passes/worth.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;
using ir::UnaryOp;
using ir::VarDecl;

namespace {

// Whether it may trap.
bool divides(const Expr& expr) {
    const auto* binary = expr.as<ir::Binary>();
    const bool division =
        binary != nullptr && (binary->op == BinaryOp::div || binary->op == BinaryOp::rem ||
                              binary->op == BinaryOp::div_assign || binary->op == BinaryOp::rem_assign);
    return division && expr.type->is_integer() && ir::constant_value(*binary->rhs).value_or(0) == 0;
}

template <class Node> bool contains(const Node& node, const std::function<bool(const Expr&)>& wanted) {
    bool found = false;
    walk(
        node, [&](const Expr& e) { found = found || wanted(e); }, [](const Stmt&) {});
    return found;
}

// Reads nothing but variables of the iteration's own, and cannot trap.
bool is_arithmetic(const Expr& expr) {
    bool good = true;
    walk(
        expr,
        [&](const Expr& e) {
            const auto* unary = e.as<ir::Unary>();
            good = good && e.as<ir::Index>() == nullptr && e.as<ir::Call>() == nullptr &&
                   e.as<ir::Member>() == nullptr && !divides(e) && assignment_target(e) == nullptr &&
                   (unary == nullptr || unary->op != UnaryOp::deref);
        },
        [&](const Stmt&) { good = false; });
    return good;
}

// Of a loop that may end before its first round; null: it is none.
const Stmt* body_of(const Stmt& stmt) {
    const auto* for_ = stmt.as<ir::For>();
    const auto* while_ = stmt.as<ir::While>();
    return for_ != nullptr ? for_->body.get() : while_ != nullptr ? while_->body.get() : nullptr;
}

} // namespace

SliceGuards::SliceGuards(const SliceScope& scope) : scope_(scope) {
    find(*scope.loop().body, nullptr, scope.loop().body.get());
    for (const FunctionDecl* function : scope.functions())
        find(*function->body, nullptr, nullptr);
}

// What stands behind the statement in the body of a round; else all of it.
std::vector<const Stmt*> SliceGuards::behind(const Stmt& stmt, const Stmt& round) {
    std::vector<const Stmt*> statements;
    const auto* compound = round.as<ir::Compound>();
    bool found = false;
    for (std::size_t i = 0; compound != nullptr && i < compound->items.size(); ++i) {
        if (found)
            statements.push_back(compound->items[i].get());
        found = found || compound->items[i].get() == &stmt;
    }
    return found ? statements : std::vector<const Stmt*>{&round};
}

// counted: the loop that a break leaves, where it counts. round: the body of the loop that a `continue` goes on with.
void SliceGuards::find(const Stmt& stmt, const Stmt* counted, const Stmt* round) {
    if (stmt.as<ir::Break>() != nullptr && counted != nullptr)
        guards_.push_back({nullptr, &stmt, counted, nullptr});
    if (const auto* branch = stmt.as<ir::If>(); branch != nullptr && !branch->otherwise) {
        const GuardParts guard = guard_parts(*branch);
        for (const Expr* part : guard.parts) {
            guards_.push_back({part, &stmt, guard.skips ? round : branch->then.get(), nullptr, guard.skips,
                               guard.skips ? behind(stmt, *round) : std::vector<const Stmt*>{}});
            walk(
                *part,
                [&](const Expr& e) { // `a && b || c && d`
                    const auto* binary = e.as<ir::Binary>();
                    if (binary != nullptr &&
                        (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or))
                        guards_.push_back({binary->lhs.get(), &stmt, nullptr, binary->rhs.get()});
                },
                [](const Stmt&) {});
        }
    }
    const auto* loop = stmt.as<ir::For>();
    if (loop != nullptr || stmt.as<ir::While>() != nullptr || stmt.as<ir::DoWhile>() != nullptr ||
        stmt.as<ir::Switch>() != nullptr)
        counted = nullptr;
    if (const Stmt* body = body_of(stmt)) {
        guards_.push_back({nullptr, &stmt, body, nullptr});
        round = body;
    } else if (const auto* once = stmt.as<ir::DoWhile>()) {
        round = once->body.get();
    }
    if (loop != nullptr && loop->body && counts(*loop))
        counted = &stmt;
    ir::for_each_child(
        stmt, [](const Expr&) {}, [&](const Stmt& child) { find(child, counted, round); });
}

// Whether the loop comes to its end by counting alone.
bool SliceGuards::counts(const ir::For& loop) const {
    const auto count = counting(loop);
    return count && count->further.empty() && !scope_.summary().changed_by(*loop.body).contains(count->variable) &&
           !contains(*loop.cond, [&](const Expr& e) { return scope_.names_lent(e); });
}

// Whether the parts in front of this one, which are then evaluated twice (slice_text.cpp), change something.
bool SliceGuards::stands_behind_changes(const SliceGuard& guard) const {
    const auto* branch = guard.stmt->as<ir::If>();
    if (guard.part == nullptr || branch == nullptr)
        return false;
    for (const Expr* part : guard_parts(*branch).parts) {
        if (part == guard.part)
            return false;
        const bool changes = contains(*part, [&](const Expr& e) {
            return assignment_target(e) != nullptr || e.as<ir::StatementExpr>() != nullptr || scope_.names_lent(e) ||
                   scope_.is_lending(e);
        });
        if (changes)
            return true;
    }
    return false;
}

// The guards around the targets, and the breaks that may keep them from being reached.
std::vector<const SliceGuard*> SliceGuards::around(const std::set<const Expr*>& targets) const {
    std::vector<const SliceGuard*> found;
    for (const SliceGuard& guard : guards_) {
        const auto is_target = [&](const Expr& e) { return targets.contains(&e); };
        const bool within = guard.part != nullptr && !guard.skips; // the statement; else what it may keep from running
        if (contains(within ? *guard.stmt : *guard.inside, is_target) && !stands_behind_changes(guard))
            found.push_back(&guard);
    }
    return found;
}

// Whether rounds of the loop do not differ for the slice: nothing matters that they change and that lasts. (One that
// jumps out of it is none of the slice's, since it does not run as a loop there.)
bool SliceGuards::has_equal_rounds(const Slice& slice, const Stmt& loop) const {
    const Variables declared = Summary::declared_in(*body_of(loop)), changed = scope_.summary().changed_by(loop);
    bool returns = false;
    walk(
        *body_of(loop), [](const Expr&) {},
        [&](const Stmt& s) {
            const bool jumps = s.as<ir::Return>() != nullptr || s.as<ir::Goto>() != nullptr;
            returns = returns || (jumps && slice.kept.contains(&s));
        });
    return !returns && std::all_of(changed.begin(), changed.end(), [&](const VarDecl* variable) {
        return declared.contains(variable) || !slice.matters(variable);
    });
}

// Whether what stands behind the guard may be run in vain: it loads nothing, comes to an end, leaves nothing early, and
// changes no variable of the slice that lasts.
bool SliceGuards::is_harmless(const Slice& slice, const SliceGuard& guard) const {
    if (guard.inside == nullptr)
        return may_run_in_vain(slice, *guard.inside_expr);
    const bool is_loop = guard.part == nullptr && guard.stmt->as<ir::Break>() == nullptr;
    bool good = !is_loop || has_equal_rounds(slice, *guard.stmt);
    const bool is_break = guard.part == nullptr && !is_loop;
    const Variables declared = Summary::declared_in(*guard.inside);
    const std::vector<const Stmt*> statements = guard.skips ? guard.run_in_vain : std::vector{guard.inside};
    Variables changed;
    for (const Stmt* statement : statements)
        changed.merge(Variables(scope_.summary().changed_by(*statement)));
    for (const Stmt* statement : statements)
        walk(
            *statement,
            [&](const Expr& e) {
                const bool loads = is_break ? loads_in_vain(slice, e, changed) : slice.loads.contains(&e);
                good = good && !divides(e) && !loads && !scope_.names_lent(e) &&
                       (e.as<ir::Call>() == nullptr || may_call_in_vain(slice, e));
            },
            [&](const Stmt& s) {
                const auto* loop = s.as<ir::For>();
                const bool leaves =
                    s.as<ir::Break>() != nullptr || s.as<ir::Continue>() != nullptr || s.as<ir::Return>() != nullptr;
                // Another `continue` goes on where this one does, or in a loop that is run through in vain.
                const bool goes_on = guard.skips && s.as<ir::Continue>() != nullptr;
                good = good && s.as<ir::While>() == nullptr && s.as<ir::DoWhile>() == nullptr &&
                       s.as<ir::Switch>() == nullptr && (loop == nullptr || (loop->body && counts(*loop))) &&
                       (is_break || goes_on || !leaves || !slice.kept.contains(&s));
            });
    const auto* loop = guard.inside->as<ir::For>();
    for (const VarDecl* variable : changed)
        if (slice.matters(variable) && !declared.contains(variable))
            good = good && is_break && start_of(*loop, variable) != nullptr && is_named_only_in(*loop, variable);
    return good;
}

// In a loop: what is loaded in each round from the same place is loaded in any case.
bool SliceGuards::loads_in_vain(const Slice& slice, const Expr& expr, const Variables& changed) const {
    bool same = true;
    walk(
        expr,
        [&](const Expr& e) {
            const VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
            same = same && (variable == nullptr || !changed.contains(scope_.summary().canonical(variable))) &&
                   !scope_.names_lent(e) && e.as<ir::Call>() == nullptr && (&e == &expr || !slice.loads.contains(&e));
        },
        [&](const Stmt&) { same = false; });
    return slice.loads.contains(&expr) && !same;
}

// Of an expression: nothing is loaded for the addresses in it.
bool SliceGuards::may_run_in_vain(const Slice& slice, const Expr& expr) {
    bool good = true;
    walk(
        expr,
        [&](const Expr& e) {
            good = good && !divides(e) && !slice.loads.contains(&e) && e.as<ir::Call>() == nullptr &&
                   assignment_target(e) == nullptr;
        },
        [&](const Stmt&) { good = false; });
    return good;
}

// Of a call: the slice does without it, or with a copy of the function that does no more than that.
bool SliceGuards::may_call_in_vain(const Slice& slice, const Expr& expr, int depth) const {
    const FunctionDecl* function = scope_.entered(*expr.as<ir::Call>());
    if (function == nullptr || !slice.holds(function))
        return !slice.kept_exprs.contains(&expr);
    bool good = true;
    walk(
        *function->body,
        [&](const Expr& e) {
            good = good && !divides(e) && !slice.loads.contains(&e) &&
                   (e.as<ir::Call>() == nullptr ||
                    (depth < worth::most_sliced_calls && may_call_in_vain(slice, e, depth + 1)));
        },
        [&](const Stmt& s) {
            const auto* loop = s.as<ir::For>();
            good = good && s.as<ir::While>() == nullptr && s.as<ir::DoWhile>() == nullptr &&
                   s.as<ir::Switch>() == nullptr && (loop == nullptr || (loop->body && counts(*loop)));
        });
    return good;
}

// But for other loops that count with it.
bool SliceGuards::is_named_only_in(const ir::For& loop, const VarDecl* variable) const {
    std::set<const Expr*> inside;
    int mentions = 0;
    const auto is_mention = [&](const Expr& e) {
        return e.as<ir::DeclRef>() != nullptr && ir::named_variable(&e) == variable;
    };
    const auto take = [&](const ir::For& counted) {
        const auto note = [&](const Expr& e) {
            if (is_mention(e))
                inside.insert(&e);
        };
        const auto ignore = [](const Stmt&) {};
        if (counted.init)
            walk(*counted.init, note, ignore);
        if (counted.cond)
            walk(*counted.cond, note, ignore);
        if (counted.inc)
            walk(*counted.inc, note, ignore);
        walk(*counted.body, note, ignore);
    };
    take(loop);
    walk(
        *scope_.loop().body, [&](const Expr& e) { mentions += is_mention(e) ? 1 : 0; },
        [&](const Stmt& s) {
            const auto* other = s.as<ir::For>();
            if (other != nullptr && other->body && start_of(*other, variable) != nullptr)
                take(*other);
        });
    return mentions == static_cast<int>(inside.size());
}

std::optional<Slice> SliceGuards::without(const std::set<const Expr*>& targets, const std::set<const Expr*>& loads,
                                          const Make& make) const {
    std::set<const void*> dropped;
    Slice slice;
    const auto serves = [&] {
        slice = make(dropped);
        return slice.why.empty() && std::none_of(slice.loads.begin(), slice.loads.end(),
                                                 [&](const Expr* load) { return loads.contains(load); });
    };
    const std::vector<const SliceGuard*> candidates = around(targets);
    for (const SliceGuard* guard : candidates)
        dropped.insert(guard->key());
    if (candidates.empty() || !serves())
        return std::nullopt;
    std::vector<const SliceGuard*> left;
    const auto behind_dropped = [&](const SliceGuard& guard) { // in one condition
        return guard.part != nullptr && guard.inside != nullptr &&
               std::any_of(left.begin(), left.end(), [&](const SliceGuard* other) {
                   return other->stmt == guard.stmt && other->inside != nullptr;
               });
    };
    std::vector<const Expr*> in_vain;
    for (const SliceGuard* guard : candidates) { // as few as will do
        dropped.erase(guard->key());
        const bool behind = behind_dropped(*guard);
        if ((!behind || is_arithmetic(*guard->part)) && serves())
            continue;
        dropped.insert(guard->key());
        left.push_back(guard);
        if (behind)
            in_vain.push_back(guard->part);
    }
    const bool good =
        serves() &&
        std::all_of(in_vain.begin(), in_vain.end(), [&](const Expr* part) { return may_run_in_vain(slice, *part); }) &&
        std::all_of(left.begin(), left.end(), [&](const SliceGuard* guard) { return is_harmless(slice, *guard); });
    return good ? std::optional(std::move(slice)) : std::nullopt;
}

} // namespace hydra::passes
