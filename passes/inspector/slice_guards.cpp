// Guards that a slice may leave out (see slice.h). What decides an access may be known only when the loop runs: values
// that it stores, or the very elements that are asked for. `if (v[i] > v[j]) swap(v, i, j)` may then be looked up as if
// the condition held, and `if (x[k] == key) break;` as if it did not, where what follows is only arithmetic with local
// variables: addresses that are computed in vain do no harm, loads from them might.
#include <algorithm>

#include "passes/flow/counting.h"
#include "passes/inspector/slice.h"
#include "passes/worth.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::FunctionDecl;
using ir::Stmt;
using ir::UnaryOp;
using ir::VarDecl;

namespace {

bool divides(const Expr& expr) {
    const auto* binary = expr.as<ir::Binary>();
    const bool division =
        binary != nullptr && (binary->op == BinaryOp::div || binary->op == BinaryOp::rem ||
                              binary->op == BinaryOp::div_assign || binary->op == BinaryOp::rem_assign);
    return division && ir::constant_value(*binary->rhs).value_or(0) == 0;
}

template <class Node> bool contains(const Node& node, const std::function<bool(const Expr&)>& wanted) {
    bool found = false;
    walk(
        node, [&](const Expr& e) { found = found || wanted(e); }, [](const Stmt&) {});
    return found;
}

} // namespace

// Reads nothing but variables of the iteration's own, and cannot trap.
bool Slicer::is_arithmetic(const Expr& expr) {
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

// The parts of a condition, joined by &&, of which some may be left out.
std::vector<const Expr*> Slicer::parts_of(const Expr& condition) {
    const auto* binary = ir::strip(&condition)->as<ir::Binary>();
    if (binary == nullptr || binary->op != BinaryOp::logical_and)
        return {&condition};
    std::vector<const Expr*> parts = parts_of(*binary->lhs);
    for (const Expr* part : parts_of(*binary->rhs))
        parts.push_back(part);
    return parts;
}

void Slicer::find_guards(const Stmt& stmt, const Stmt* counted) {
    if (stmt.as<ir::Break>() != nullptr && counted != nullptr)
        guards_.push_back({nullptr, &stmt, counted, nullptr});
    if (const auto* branch = stmt.as<ir::If>(); branch != nullptr && !branch->otherwise)
        for (const Expr* part : parts_of(*branch->cond)) {
            guards_.push_back({part, &stmt, branch->then.get(), nullptr});
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
    const auto* loop = stmt.as<ir::For>();
    if (loop != nullptr || stmt.as<ir::While>() != nullptr || stmt.as<ir::DoWhile>() != nullptr ||
        stmt.as<ir::Switch>() != nullptr)
        counted = nullptr;
    if (loop != nullptr && loop->body && counts(*loop))
        counted = &stmt;
    ir::for_each_child(
        stmt, [](const Expr&) {}, [&](const Stmt& child) { find_guards(child, counted); });
}

// Whether the loop comes to its end by counting alone.
bool Slicer::counts(const ir::For& loop) const {
    const auto count = counting(loop);
    return count && count->further.empty() && !summary_.changed_by(*loop.body).contains(count->variable) &&
           !contains(*loop.cond, [&](const Expr& e) { return names_lent(e); });
}

// Whether the parts in front of this one, which are then evaluated twice (slice_text.cpp), change something.
bool Slicer::stands_behind_changes(const Guard& guard) const {
    const auto* branch = guard.stmt->as<ir::If>();
    if (guard.part == nullptr || branch == nullptr)
        return false;
    for (const Expr* part : parts_of(*branch->cond)) {
        if (part == guard.part)
            return false;
        const bool changes = contains(*part, [&](const Expr& e) {
            return assignment_target(e) != nullptr || e.as<ir::StatementExpr>() != nullptr || names_lent(e) ||
                   lending_.contains(&e);
        });
        if (changes)
            return true;
    }
    return false;
}

// The guards around the targets, and the breaks that may keep them from being reached.
std::vector<const Slicer::Guard*> Slicer::guards_of_targets() const {
    std::vector<const Guard*> found;
    for (const Guard& guard : guards_) {
        const auto is_target = [&](const Expr& e) { return targets_.contains(&e); };
        if (contains(guard.part != nullptr ? *guard.stmt : *guard.inside, is_target) && !stands_behind_changes(guard))
            found.push_back(&guard);
    }
    return found;
}

// Whether what stands behind the guard may be run in vain: it loads nothing, comes to an end, leaves nothing early, and
// changes no variable of the slice that lasts.
bool Slicer::is_harmless(const Guard& guard) const {
    if (guard.inside == nullptr)
        return may_run_in_vain(*guard.inside_expr);
    bool good = true;
    const bool is_break = guard.part == nullptr;
    const Variables declared = Summary::declared_in(*guard.inside);
    const Variables changed = summary_.changed_by(*guard.inside);
    walk(
        *guard.inside,
        [&](const Expr& e) {
            const bool loads = is_break ? loads_in_vain(e, changed) : loads_.contains(&e);
            good =
                good && !divides(e) && !loads && !names_lent(e) && (e.as<ir::Call>() == nullptr || may_call_in_vain(e));
        },
        [&](const Stmt& s) {
            const auto* loop = s.as<ir::For>();
            const bool leaves =
                s.as<ir::Break>() != nullptr || s.as<ir::Continue>() != nullptr || s.as<ir::Return>() != nullptr;
            good = good && s.as<ir::While>() == nullptr && s.as<ir::DoWhile>() == nullptr &&
                   s.as<ir::Switch>() == nullptr && (loop == nullptr || (loop->body && counts(*loop))) &&
                   (is_break || !leaves || !kept_.contains(&s));
        });
    const auto* loop = guard.inside->as<ir::For>();
    for (const VarDecl* variable : changed)
        if (relevant(variable) && !declared.contains(variable))
            good = good && is_break && start_of(*loop, variable) != nullptr && is_named_only_in(*loop, variable);
    return good;
}

// In a loop: what is loaded in each round from the same place is loaded in any case.
bool Slicer::loads_in_vain(const Expr& expr, const Variables& changed) const {
    bool same = true;
    walk(
        expr,
        [&](const Expr& e) {
            const VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr;
            same = same && (variable == nullptr || !changed.contains(summary_.canonical(variable))) && !names_lent(e) &&
                   e.as<ir::Call>() == nullptr && (&e == &expr || !loads_.contains(&e));
        },
        [&](const Stmt&) { same = false; });
    return loads_.contains(&expr) && !same;
}

// Of an expression: nothing is loaded for the addresses in it.
bool Slicer::may_run_in_vain(const Expr& expr) const {
    bool good = true;
    walk(
        expr,
        [&](const Expr& e) {
            good = good && !divides(e) && !loads_.contains(&e) && e.as<ir::Call>() == nullptr &&
                   assignment_target(e) == nullptr;
        },
        [&](const Stmt&) { good = false; });
    return good;
}

// Of a call: the slice does without it, or with a copy of the function that does no more than that.
bool Slicer::may_call_in_vain(const Expr& expr, int depth) const {
    const FunctionDecl* function = entered(*expr.as<ir::Call>());
    if (function == nullptr || !is_sliced(function))
        return !kept_exprs_.contains(&expr);
    bool good = true;
    walk(
        *function->body,
        [&](const Expr& e) {
            good =
                good && !divides(e) && !loads_.contains(&e) &&
                (e.as<ir::Call>() == nullptr || (depth < worth::most_sliced_calls && may_call_in_vain(e, depth + 1)));
        },
        [&](const Stmt& s) {
            const auto* loop = s.as<ir::For>();
            good = good && s.as<ir::While>() == nullptr && s.as<ir::DoWhile>() == nullptr &&
                   s.as<ir::Switch>() == nullptr && (loop == nullptr || (loop->body && counts(*loop)));
        });
    return good;
}

// But for other loops that count with it.
bool Slicer::is_named_only_in(const ir::For& loop, const VarDecl* variable) const {
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
        *loop_.body, [&](const Expr& e) { mentions += is_mention(e) ? 1 : 0; },
        [&](const Stmt& s) {
            const auto* other = s.as<ir::For>();
            if (other != nullptr && other->body && start_of(*other, variable) != nullptr)
                take(*other);
        });
    return mentions == static_cast<int>(inside.size());
}

bool Slicer::close_without(const std::set<const Expr*>& targets, const std::set<const Expr*>& loads) {
    const auto without = [&] {
        return close_checked(targets) &&
               std::none_of(loads_.begin(), loads_.end(), [&](const Expr* load) { return loads.contains(load); });
    };
    dropped_.clear();
    if (without())
        return true;
    targets_ = targets;
    const std::vector<const Guard*> candidates = guards_of_targets();
    const auto key = [](const Guard& guard) {
        return guard.part != nullptr ? static_cast<const void*>(guard.part) : guard.stmt;
    };
    for (const Guard* guard : candidates)
        dropped_.insert(key(*guard));
    if (candidates.empty() || !without())
        return false;
    std::vector<const Guard*> left;
    const auto behind_dropped = [&](const Guard& guard) { // in one condition
        return guard.part != nullptr && guard.inside != nullptr &&
               std::any_of(left.begin(), left.end(),
                           [&](const Guard* other) { return other->stmt == guard.stmt && other->inside != nullptr; });
    };
    std::vector<const Expr*> in_vain;
    for (const Guard* guard : candidates) { // as few as will do
        dropped_.erase(key(*guard));
        const bool behind = behind_dropped(*guard);
        if ((!behind || is_arithmetic(*guard->part)) && without())
            continue;
        dropped_.insert(key(*guard));
        left.push_back(guard);
        if (behind)
            in_vain.push_back(guard->part);
    }
    return without() &&
           std::all_of(in_vain.begin(), in_vain.end(), [&](const Expr* part) { return may_run_in_vain(*part); }) &&
           std::all_of(left.begin(), left.end(), [&](const Guard* guard) { return is_harmless(*guard); });
}

} // namespace hydra::passes
