// Loops in the symbolic run: those that count between affine bounds become iterators of the domain, further conditions
// become formulas where no round can hold again after one that did not, and all others widen what stands in them.
#include <algorithm>

#include <fmt/format.h>

#include "ir/operators.h"
#include "passes/access/collector.h"
#include "passes/evaluation/jump_shapes.h"
#include "passes/flow/counting.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;

namespace {

// Of a loop whose head is in another form.
std::string no_counting(const ir::For& loop) {
    const auto text = [](const ir::ExprPtr& part) { return part ? ir::print_c(*ir::strip(part.get())) : ""; };
    return fmt::format("the loop around it, with the head '{}; {}', does not count towards a bound", text(loop.cond),
                       text(loop.inc));
}

} // namespace

void Collector::exec_for(const ir::For& loop) {
    if (loop.init)
        exec(*loop.init);
    std::string why = exec_counted(loop);
    if (why.empty())
        return;
    const std::initializer_list<const Expr*> header = {loop.cond.get(), loop.inc.get()};
    Variables changed = loop.body ? frames_.changed_by(*loop.body) : Variables{};
    for (const Expr* part : header)
        if (part != nullptr)
            changed.merge(frames_.changed_by(*part));
    const Variables replaced = frames_.replaced_in(header, loop.body.get());
    if (exec_by_rounds(loop.cond.get(), loop.inc.get(), loop.body.get(), changed, replaced))
        return;
    std::vector<Counters::Counter> counted = counters_.of(header, loop.body.get(), changed);
    path_.forget_after(changed, replaced);
    counters_.begin_round(counted);
    const PathState::Mark scope = path_.mark();
    if (loop.cond)
        eval(*loop.cond);
    const std::vector<std::string> held = guards(loop.cond.get());
    path_.widen(std::move(why));
    if (loop.body)
        exec_round(*loop.body, changed, replaced);
    if (loop.inc)
        eval(*loop.inc);
    path_.restore(scope);
    path_.forget_after(changed, replaced);
    counters_.end_loop(counted, held);
}

// What the condition says of a round, where counters are followed: formulas that join the domain.
std::vector<std::string> Collector::guards(const Expr* condition) {
    if (condition == nullptr || !counters_.follow())
        return {};
    const std::size_t before = path_.domain().formulas.size();
    std::vector<const Expr*> parts = {ir::strip(condition)}; // what holds together is more than one guard
    while (!has_effects(*condition)) {
        const auto* both = parts.back()->as<ir::Binary>();
        if (both == nullptr || both->op != BinaryOp::logical_and)
            break;
        parts.back() = ir::strip(both->rhs.get());
        parts.push_back(ir::strip(both->lhs.get()));
    }
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        conditions_.assume(**part, false);
    return {path_.domain().formulas.begin() + static_cast<std::ptrdiff_t>(before), path_.domain().formulas.end()};
}

// The body of a loop, and the state behind it, where each `continue` comes in too.
void Collector::exec_round(const Stmt& body, const Variables& changed, const Variables& replaced) {
    {
        const PathState::Scope scope(path_);
        exec(body);
    }
    if (jumps_.jump_of(body) != Jump::no)
        path_.forget_after(changed, replaced);
}

void Collector::exec_uncounted(const Stmt& stmt, const Stmt* body, const Expr* cond) {
    const Variables changed = frames_.changed_by(stmt);
    const Variables replaced = frames_.replaced_in({}, &stmt);
    if (stmt.as<ir::While>() != nullptr && exec_by_rounds(cond, nullptr, body, changed, replaced))
        return;
    std::vector<Counters::Counter> counted = counters_.of({cond}, body, changed);
    path_.forget_after(changed, replaced);
    counters_.begin_round(counted);
    const PathState::Mark scope = path_.mark();
    std::vector<std::string> held;
    if (cond != nullptr && stmt.as<ir::DoWhile>() == nullptr) {
        eval(*cond);
        held = guards(cond);
    }
    path_.widen("it stands in a while loop");
    if (body != nullptr)
        exec_round(*body, changed, replaced);
    if (cond != nullptr && stmt.as<ir::DoWhile>() != nullptr)
        eval(*cond);
    path_.restore(scope);
    path_.forget_after(changed, replaced);
    counters_.end_loop(counted, held);
}

// Whether the step behind the last round may leave the variable's type, and the loop go on from the type's other end:
// in C it then counts on there. Types of 32 bits and more are left alone upwards, where such a bound would be 2 to the
// power of 32. What counts by one and meets no bound in its type never ends, unless something else ends it
// (`ends_early`).
bool Collector::may_wrap(const Counting& count, const std::optional<std::string>& to, std::int64_t by,
                         bool ends_early) {
    const ir::TypeRef type = count.variable->type;
    const auto range = type_range(type);
    const bool narrow = range && ir::size_of(type).value_or(8) < 4;
    const bool inclusive = count.compare == BinaryOp::le || count.compare == BinaryOp::ge;
    if (!(narrow || (count.descending && type->is_unsigned())) || (by == 1 && !(inclusive && ends_early)))
        return false;
    const std::int64_t reach = inclusive ? by : by - 1; // of the step, from the bound on
    return count.descending
               ? !proofs_.holds(to, fmt::format(" >= {}", (type->is_unsigned() ? 0 : range->first) + reach))
               : !proofs_.holds(to, fmt::format(" <= {}", range->second - reach));
}

// What the loop's variable begins with, as far as it is known.
Value Collector::start_value(const ir::For& loop, const ir::VarDecl* variable) {
    if (const Value* known = path_.value_of(variable))
        return *known;
    if (!region_.is_outer(variable) || !loop.init) // else a site: the variable belongs to the user's surroundings
        return {};
    if (const auto* init = loop.init->as<ir::ExprStmt>())
        if (const auto* assign = init->expr ? ir::strip(init->expr.get())->as<ir::Binary>() : nullptr)
            if (assign->op == BinaryOp::assign && ir::named_variable(assign->lhs.get()) == variable &&
                !has_effects(*assign->rhs))
                return rehearsed(*assign->rhs);
    return {};
}

// A loop that counts between affine bounds by a constant becomes an iterator of the domain.
std::string Collector::exec_counted(const ir::For& loop) {
    const std::optional<Counting> count = counting(loop);
    if (!count || !loop.body)
        return no_counting(loop);
    const ir::VarDecl* variable = count->variable;
    const auto& name = variable->name;
    if (region_.kernel() && region_.is_outer(variable))
        return fmt::format("the loop around it counts with '{}', which is not the iteration's own", name);
    Variables changed = frames_.changed_by(*loop.body);
    changed.merge(frames_.changed_by(*loop.cond));
    if (count->step != nullptr)
        changed.merge(frames_.changed_by(*count->step));
    if (changed.contains(variable) || changed.contains(region_.summary().canonical(variable)))
        return fmt::format("the loop around it counts with '{}', which may also change elsewhere in it", name);
    if (entered_inside(*loop.body) || jumps(*loop.cond) || jumps(*loop.inc))
        return fmt::format("a jump leads into or out of the loop over '{}' around it", name);
    const Variables replaced = frames_.replaced_in({loop.cond.get(), loop.inc.get()}, loop.body.get());
    Value start = start_value(loop, variable);
    KnownValues kept = path_.values();
    rounds_.enter(loop);
    std::vector<Counters::Counter> counted = counters_.of({loop.cond.get(), count->step}, loop.body.get(), changed);
    Variables in_body = changed; // the head is evaluated at other times
    for (const Expr* part : {static_cast<const Expr*>(loop.cond.get()), count->step})
        for (const ir::VarDecl* one : part != nullptr ? frames_.changed_by(*part) : Variables{})
            in_body.erase(one);
    const std::vector<Induction> moved = rounds_.moved_in(*loop.body, {}, in_body);
    path_.forget_after(changed, replaced); // the bound is evaluated again after each round, and the step
    counters_.begin_round(counted);
    path_.forget(variable);
    Value step, unsettled;
    {
        RegionFacts::AlsoChanged meanwhile(region_, changed);
        region_.note_changed(region_.summary().canonical(variable));
        step = count->step != nullptr ? rehearsed(*count->step) : Value::of(Poly(1));
        // `p && j < p->n`: the bound is looked at where what stands before it holds, in whatever round.
        const PathState::Scope scope(path_);
        for (std::size_t i = 0; i < count->before; ++i)
            conditions_.assume(*count->further[i], false, "it stands behind another condition of a loop");
        unsettled = rehearsed(*count->bound);
        eval(*count->bound);
    }
    Bounds bounds;
    if (std::string why = find_bounds(loop, *count, {start, unsettled, step}, bounds); !why.empty()) {
        path_.replace_values(std::move(kept));
        return why;
    }
    run_counted(loop, *count, bounds, {changed, replaced, counted, moved});
    return "";
}

// Puts the bounds that the values give, as isl writes them, into `bounds`; else says why there are none.
std::string Collector::find_bounds(const ir::For& loop, const Counting& count, const HeadValues& values,
                                   Bounds& bounds) {
    const ir::VarDecl* variable = count.variable;
    const std::string& name = variable->name;
    Value start = values.start;
    const std::int64_t by = values.step.kind == Value::Kind::integer ? values.step.poly.constant().value_or(0) : 0;
    // Sums of unsigned values may have wrapped.
    if (region_.kernel() || !region_.is_outer(variable))
        start = arithmetic_.settled(start, variable->type);
    const Value bound = arithmetic_.settled(values.bound, ir::strip(count.bound)->type);
    const bool both = start.kind == Value::Kind::integer && bound.kind == Value::Kind::integer;
    auto from = start.kind == Value::Kind::integer ? proofs_.affine(start.poly) : std::nullopt;
    auto to = bound.kind == Value::Kind::integer ? proofs_.affine(bound.poly) : std::nullopt;
    // `j = i; j < i + h`, where i goes by rows whose length is not known: counted from the start.
    // Conditions would have no formulas then, either: what stands behind them is better looked up.
    const bool may_be = both && !from && !count.descending && !count.as_unsigned && count.further.empty() &&
                        !holds_condition(*loop.body);
    const auto length = may_be ? bound.poly.minus(start.poly) : std::nullopt;
    const auto relative = length ? proofs_.affine(*length) : std::nullopt;
    if (relative) {
        from = "0";
        to = relative;
    }
    const bool misread = count.as_unsigned && (count.descending || !proofs_.holds(from, " >= 0"));
    const bool ends_early = !count.further.empty() || leaves_loop(*loop.body);
    const bool wraps = by > 0 && to && may_wrap(count, relative ? std::nullopt : to, by, ends_early);
    if (by <= 0 || !from || !to || misread || wraps) {
        const auto why = [&](const char* what, const Expr* expr, const char* not_so) {
            return fmt::format("the loop over '{}' around it {}{}, {}", name, what,
                               expr != nullptr ? fmt::format(" '{}'", ir::print_c(*ir::strip(expr))) : " a value",
                               not_so);
        };
        const char* not_affine = "which is not known to be an affine function of the loop variables";
        return by <= 0 ? why("goes in steps of", count.step, "which is not known to be a positive constant")
               : !from ? why("starts at", start_of(loop, variable), not_affine)
               : !to   ? why("runs to", count.bound, not_affine)
               : wraps ? why("runs to", count.bound, "past which its next step may wrap around")
                       : why("compares with", count.bound, "as unsigned numbers, which may wrap around");
    }
    bounds = {start.poly, bound.poly, *from, *to, by, relative.has_value()};
    return "";
}

// Runs through the body as through all rounds of the loop.
void Collector::run_counted(const ir::For& loop, const Counting& count, const Bounds& bounds, const Changes& changes) {
    const ir::VarDecl* variable = count.variable;
    const SymbolId id = symbols_.add_iterator(variable->name, variable->type, count.descending);
    const bool inclusive = count.compare == BinaryOp::le || count.compare == BinaryOp::ge;
    const char* sign = count.descending ? (inclusive ? ">=" : ">") : (inclusive ? "<=" : "<");
    const PathState::Mark scope = path_.mark();
    if (region_.kernel() && frames_.in_own_text() && !bounds.relative)
        counted_.push_back({&loop, id, bounds.start, bounds.bound, count.further.empty() && !leaves_loop(*loop.body)});
    path_.enter_loop(id);
    path_.add(fmt::format("(s{0} {1} {2} and s{0} {3} {4})", id, count.descending ? "<=" : ">=", bounds.from, sign,
                          bounds.to));
    if (bounds.by > 1)
        path_.add(
            fmt::format("(exists (e : s{} = {} {} {} e))", id, bounds.from, count.descending ? "-" : "+", bounds.by));
    if (leaves_loop(*loop.body))
        path_.widen("the loop around it may be left early");
    const bool may_end = path_.may_end();
    path_.set_may_end(may_end || (path_.domain().iterators.size() == 1 && leaves_loop(*loop.body)));
    const bool is_new = region_.add_own(variable);
    const auto value = bounds.relative ? bounds.start.plus(Poly::symbol(id)) : Poly::symbol(id);
    path_.set(variable, value ? Value::of(*value) : Value{});
    const Poly counter = Poly::symbol(id), from = bounds.relative ? Poly(0) : bounds.start;
    if (const auto far = count.descending ? from.minus(counter) : counter.minus(from))
        rounds_.begin(changes.inductions, *far, bounds.by);
    while_holding(count.further, id, bounds.from);
    exec(*loop.body);
    path_.leave_loop();
    path_.set_may_end(may_end);
    path_.restore(scope);
    path_.forget_after(changes.all, changes.replaced);
    path_.forget(variable);
    counters_.end_loop(changes.counters, {});
    rounds_.end(changes.inductions, rounds_behind(loop, count, bounds));
    if (!bounds.relative)
        counters_.end_counted(
            variable, bounds.from,
            fmt::format("{} {} {}", bounds.to, count.descending ? "-" : "+", bounds.by + (inclusive ? 1 : 0)),
            count.descending);
    if (is_new)
        region_.remove_own(variable);
}

// How often the loop has gone round when it is done, if its bounds say that.
std::optional<Poly> Collector::rounds_behind(const ir::For& loop, const Counting& count, const Bounds& bounds) {
    const bool inclusive = count.compare == BinaryOp::le || count.compare == BinaryOp::ge;
    const auto distance = count.descending ? bounds.start.minus(bounds.bound) : bounds.bound.minus(bounds.start);
    if (bounds.by != 1 || !count.further.empty() || leaves_loop(*loop.body))
        return std::nullopt;
    return distance && inclusive ? distance->plus(Poly(1)) : distance;
}

// Further conditions of a counted loop, each evaluated in every round; s<id> counts, and starts at `from`. Exact where
// none can hold again after it did not: 'j < n && i + j < m'.
void Collector::while_holding(const std::vector<const Expr*>& conditions, SymbolId id, const std::string& from) {
    if (conditions.empty())
        return;
    const std::size_t known = path_.reasons();
    const bool could_end = path_.may_end();
    path_.set_may_end(could_end || path_.domain().iterators.size() == 1);
    path_.widen("the loop around it may end early"); // the conditions' own reads
    for (const Expr* condition : conditions)
        eval(*condition);
    bool exact = true;
    for (const Expr* condition : conditions) {
        const auto holds_now = conditions_.formula(*condition);
        if (!holds_now) {
            exact = false;
            continue;
        }
        const std::vector<SymbolId> mentioned = symbols_in(*holds_now);
        exact = exact && std::none_of(mentioned.begin(), mentioned.end(),
                                      [&](SymbolId symbol) { return symbols_[symbol].kind == Symbol::Kind::defined; });
        path_.add(*holds_now);
        if (!exact)
            continue;
        Domain earlier = path_.domain(); // an earlier round in which it did not hold
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
        exact = proofs_.holds(earlier, "1 = 0");
    }
    if (exact) {
        path_.drop_reasons(known);
        path_.set_may_end(could_end);
    }
}

} // namespace hydra::passes
