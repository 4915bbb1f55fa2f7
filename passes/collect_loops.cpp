// Loops in the symbolic run: those that count between affine bounds become iterators of the domain, further conditions
// become formulas where no round can hold again after one that did not, and all others widen what stands in them.
#include <algorithm>

#include <fmt/format.h>

#include "ir/operators.h"
#include "passes/collector.h"
#include "passes/counting.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;

void Collector::exec_for(const ir::For& loop) {
    if (loop.init)
        exec(*loop.init);
    if (exec_counted(loop))
        return;
    Variables changed = loop.body ? summary_.changed_by(*loop.body) : Variables{};
    if (loop.inc) {
        const Variables more = summary_.changed_by(*loop.inc);
        changed.insert(more.begin(), more.end());
    }
    if (loop.cond) {
        const Variables more = summary_.changed_by(*loop.cond);
        changed.insert(more.begin(), more.end());
    }
    forget_after(changed, loop.body.get(), loop.inc.get());
    const Scope scope = mark();
    if (loop.cond)
        eval(*loop.cond);
    inexact_.emplace_back("the bounds of the loop around it are not affine");
    if (loop.body)
        exec(*loop.body);
    if (loop.inc)
        eval(*loop.inc);
    restore(scope);
    forget_after(changed, loop.body.get(), loop.inc.get());
}

void Collector::exec_uncounted(const Stmt& stmt, const Stmt* body, const Expr* cond, const Expr* inc) {
    const Variables changed = summary_.changed_by(stmt);
    forget_after(changed, &stmt, nullptr);
    const Scope scope = mark();
    if (cond != nullptr && stmt.as<ir::DoWhile>() == nullptr)
        eval(*cond);
    inexact_.emplace_back("it stands in a while loop");
    if (body != nullptr)
        exec(*body);
    if (inc != nullptr)
        eval(*inc);
    if (cond != nullptr && stmt.as<ir::DoWhile>() != nullptr)
        eval(*cond);
    restore(scope);
    forget_after(changed, &stmt, nullptr);
}

// A loop that counts between affine bounds by a constant becomes an iterator of the domain.
bool Collector::exec_counted(const ir::For& loop) {
    const std::optional<Counting> count = counting(loop);
    if (!count || !loop.body || (options_.kernel && is_outer(count->variable)))
        return false;
    const ir::VarDecl* variable = count->variable;
    Variables changed = summary_.changed_by(*loop.body);
    if (changed.contains(variable) || changed.contains(summary_.canonical(variable)) || holds_goto_label(*loop.body))
        return false;
    ++quiet_;
    Value start;
    if (const auto known = env_.find(variable); known != env_.end())
        start = known->second;
    else if (is_outer(variable) && loop.init) // a site: the variable belongs to the user's surroundings
        if (const auto* init = loop.init->as<ir::ExprStmt>())
            if (const auto* assign = init->expr ? ir::strip(init->expr.get())->as<ir::Binary>() : nullptr)
                if (assign->op == BinaryOp::assign && ir::named_variable(assign->lhs.get()) == variable)
                    start = eval(*assign->rhs);
    const Value step = count->step != nullptr ? eval(*count->step) : Value::of(Poly(1));
    const auto kept = env_;
    forget_after(changed, loop.body.get(), nullptr); // the bound is evaluated again after each round
    Variables outer_changed = changed;
    std::swap(outer_changed, changed_);
    changed_.insert(outer_changed.begin(), outer_changed.end());
    const Value unsettled = eval(*count->bound);
    --quiet_;
    eval(*count->bound);
    const auto restore_state = [&] {
        changed_ = outer_changed;
        env_ = kept;
    };
    const std::int64_t by = step.kind == Value::Kind::integer ? step.poly.constant().value_or(0) : 0;
    // Sums of unsigned values may have wrapped.
    if (options_.kernel || !is_outer(variable))
        start = settled(start, variable->type);
    const Value bound = settled(unsettled, ir::strip(count->bound)->type);
    const auto from = start.kind == Value::Kind::integer ? bridge_.affine(start.poly) : std::nullopt;
    const auto to = bound.kind == Value::Kind::integer ? bridge_.affine(bound.poly) : std::nullopt;
    const bool misread = count->as_unsigned && (count->descending || !proved(from, " >= 0"));
    if (by <= 0 || !from || !to || misread) {
        restore_state();
        return false;
    }
    changed_ = outer_changed;
    const SymbolId id = symbols_.add_iterator(variable->name, variable->type, count->descending);
    const bool inclusive = count->compare == BinaryOp::le || count->compare == BinaryOp::ge;
    const char* sign = count->descending ? (inclusive ? ">=" : ">") : (inclusive ? "<=" : "<");
    const Scope scope = mark();
    if (options_.kernel && frames_.empty())
        out_.counted.push_back({&loop, id, start.poly, bound.poly, count->further.empty() && !leaves_loop(*loop.body)});
    domain_.iterators.push_back(id);
    domain_.formulas.push_back(
        fmt::format("(s{0} {1} {2} and s{0} {3} {4})", id, count->descending ? "<=" : ">=", *from, sign, *to));
    if (by > 1)
        domain_.formulas.push_back(
            fmt::format("(exists (e : s{} = {} {} {} e))", id, *from, count->descending ? "-" : "+", by));
    if (leaves_loop(*loop.body))
        inexact_.emplace_back("the loop around it may be left early");
    const bool was_local = local_.contains(variable);
    local_.insert(variable);
    env_[variable] = Value::of(Poly::symbol(id));
    while_holding(count->further, id, *from);
    exec(*loop.body);
    domain_.iterators.pop_back();
    restore(scope);
    forget_after(changed, loop.body.get(), nullptr);
    env_.erase(variable);
    if (!was_local)
        local_.erase(variable);
    return true;
}

// Further conditions of a counted loop, each evaluated in every round; s<id> counts, and starts at `from`. Exact where
// none can hold again after it did not: 'j < n && i + j < m'.
void Collector::while_holding(const std::vector<const Expr*>& conditions, SymbolId id, const std::string& from) {
    if (conditions.empty())
        return;
    const char* why = "the loop around it may end early";
    const std::size_t known = inexact_.size();
    inexact_.emplace_back(why); // the conditions' own reads
    for (const Expr* condition : conditions)
        eval(*condition);
    bool exact = true;
    for (const Expr* condition : conditions) {
        const auto holds_now = formula(*condition);
        if (!holds_now) {
            exact = false;
            continue;
        }
        const std::vector<SymbolId> mentioned = symbols_in(*holds_now);
        exact = exact && std::none_of(mentioned.begin(), mentioned.end(),
                                      [&](SymbolId symbol) { return symbols_[symbol].kind == Symbol::Kind::defined; });
        domain_.formulas.push_back(*holds_now);
        if (!exact)
            continue;
        Domain earlier = domain_; // an earlier round in which it did not hold
        const SymbolId round = symbols_.add_iterator("earlier", nullptr);
        earlier.iterators.push_back(round);
        std::string then;
        for (std::size_t at = 0; at < holds_now->size(); ++at) {
            const std::string name = fmt::format("s{}", id);
            const std::size_t past = at + name.size();
            const bool whole = holds_now->compare(at, name.size(), name) == 0 &&
                               (past == holds_now->size() || std::isdigit((*holds_now)[past]) == 0);
            then += whole ? fmt::format("s{}", round) : std::string(1, (*holds_now)[at]);
            at += whole ? name.size() - 1 : 0;
        }
        earlier.formulas.push_back(fmt::format(
            "(({0} <= s{1} and s{1} < s{2}) or (s{2} < s{1} and s{1} <= {0})) and not {3}", from, round, id, then));
        exact = bridge_.holds(earlier, "1 = 0");
    }
    if (exact)
        inexact_.resize(known);
}

} // namespace hydra::passes
