// Statements in the symbolic run: conditions become formulas of the domain, counted loops become iterators, everything
// else widens the domain and says why.
#include <algorithm>

#include <fmt/format.h>

#include "ir/operators.h"
#include "passes/access/collector.h"
#include "passes/evaluation/jump_shapes.h"
#include "passes/facts/expressions.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;

Collector::Collector(const Summary& summary, Symbols& symbols, IslBridge& bridge, RegionOptions options)
    : Evaluator(path_, quiet_), symbols_(symbols), region_(summary, std::move(options)),
      path_(summary, region_.kernel()), frames_(region_, path_), host_(region_, frames_, path_, symbols, work_),
      proofs_(symbols, bridge, path_), defined_(symbols, bridge, path_, region_.options().counters),
      counters_(region_.options().counters, symbols, proofs_, path_), rounds_(*this, symbols, proofs_, path_, frames_),
      arithmetic_(region_.options(), path_, symbols, proofs_, defined_, host_),
      conditions_(*this, summary, frames_, path_, arithmetic_, proofs_, quiet_, work_),
      tables_(*this, region_, frames_, path_, symbols, proofs_, defined_, host_, work_), jumps_(summary),
      labels_(path_), findings_(quiet_), exits_(summary, region_.kernel(), quiet_, findings_),
      merger_(symbols, bridge, path_, log_), recorder_(*this, region_, frames_, path_, symbols, bridge,
                                                       arithmetic_.divisions(), host_, roots_, log_, merger_, quiet_),
      early_(region_, path_, symbols, host_, roots_, log_, recorder_, work_),
      overruns_(region_.options(), path_, symbols, proofs_, quiet_, work_),
      places_(*this, region_, frames_, path_, symbols, arithmetic_, host_, roots_, recorder_, early_, overruns_,
              findings_),
      makes_unnamed_(!region_.options().own_memory.empty()) {
    for (const ir::VarDecl* variable : region_.options().own_memory)
        path_.set(variable, Value::of(PointerValue::to_private()));
    if (!region_.kernel())
        return;
    const ir::VarDecl* variable = region_.options().loop_variable;
    if (variable != nullptr && region_.options().loop_value)
        path_.set(variable, Value::of(*region_.options().loop_value));
    path_.enter_loop(region_.options().chunk_variable);
    path_.add(fmt::format("lo <= s{} < hi", region_.options().chunk_variable));
}

void Collector::run(const Stmt* statement, const Expr* expression) {
    region_.begin(statement, expression);
    if (statement != nullptr) {
        for (const ir::VarDecl* variable : region_.options().copied)
            recorder_.copy_in(*statement, variable);
        labels_.enter_body(*statement);
        exec(*statement);
    } else if (expression != nullptr) {
        eval(*expression);
    }
}

RegionAccesses Collector::take(const Stmt* statement) {
    RegionAccesses out;
    out.roots = roots_.take();
    out.accesses = log_.take(merger_.replaced());
    if (statement != nullptr)
        exits_.settle(*statement);
    findings_.hand_over(out);
    out.may_tell = exits_.may_tell();
    out.may_exit = exits_.may_exit();
    out.may_abort = exits_.may_abort();
    early_.hand_over(out);
    out.relied_on = proofs_.take_relied_on();
    out.overruns = overruns_.take();
    out.counted = std::move(counted_);
    out.divisions = arithmetic_.divisions().all();
    out.exchanges = arithmetic_.exchanges();
    out.makes_unnamed = makes_unnamed_;
    out.stores_unnamed = recorder_.stores_unnamed();
    return out;
}

std::optional<Poly> Collector::host_value(const Expr& expression, const Variables& changed) {
    region_.note_changed(changed);
    const Value value = eval(expression);
    return value.kind == Value::Kind::integer && symbols_.invariant(value.poly) ? std::optional(value.poly)
                                                                                : std::nullopt;
}

void Collector::exec(const Stmt& stmt) {
    log_.begin_expression();
    labels_.note_gotos(stmt);
    if (jumps_in_expressions(stmt))
        path_.widen("a jump may skip it");
    if (const auto* compound = stmt.as<ir::Compound>()) {
        exec_items(*compound);
    } else if (const auto* expression = stmt.as<ir::ExprStmt>()) {
        if (expression->expr)
            eval(*expression->expr);
    } else if (const auto* declaration = stmt.as<ir::DeclStmt>()) {
        for (const auto& variable : declaration->variables)
            declare(*variable);
    } else if (const auto* branch = stmt.as<ir::If>()) {
        exec_if(*branch);
    } else if (const auto* loop = stmt.as<ir::For>()) {
        exec_for(*loop);
    } else if (const auto* while_ = stmt.as<ir::While>()) {
        exec_uncounted(stmt, while_->body.get(), while_->cond.get());
    } else if (const auto* do_ = stmt.as<ir::DoWhile>()) {
        if (runs_once(stmt))
            exec(*do_->body);
        else
            exec_uncounted(stmt, do_->body.get(), do_->cond.get());
    } else if (const auto* choice = stmt.as<ir::Switch>()) {
        exec_switch(*choice);
    } else if (const auto* return_ = stmt.as<ir::Return>()) {
        const Value value = return_->value ? number(*return_->value) : Value{};
        if (!frames_.in_own_text())
            frames_.note_return(value);
    } else if (const auto* assembly = stmt.as<ir::Asm>()) {
        if (assembly->effect == nullptr)
            return; // an error has been reported
        if (region_.kernel() && assembly->varies)
            findings_.problem(*assembly->effect,
                              "assembly that gives a value of its own may give each rank another one in "
                              "a parallel loop; where it only computes, name what it reads, and "
                              "drop 'volatile'");
        eval(*assembly->effect);
    } else {
        const PathState::Scope scope(path_);
        labels_.enter_label(stmt);
        ir::for_each_child(
            stmt, [&](const Expr& e) { eval(e); }, [&](const Stmt& s) { exec(s); });
    }
}

void Collector::declare(const ir::VarDecl& variable) {
    log_.begin_expression();
    region_.add_own(&variable);
    path_.forget(&variable);
    eval_lengths(variable.type);
    if (variable.storage == ir::Storage::static_) {
        if (region_.kernel() && !variable.type->quals.is_const && !variable.type->is_array())
            path_.forget(&variable);
        return;
    }
    if (!variable.init || tables_.declare_pointers(variable))
        return;
    const Value value = number(*variable.init);
    if (variable.type->is_scalar())
        path_.know(&variable, value);
}

void Collector::exec_items(const ir::Compound& compound) {
    const ExitEffects::EndingBlock block(exits_, region_.kernel() && jumps_.ends_program(compound));
    exec_items(compound.items);
}

void Collector::exec_items(std::span<const ir::StmtPtr> items) {
    bool dead = false;
    const bool labels = std::any_of(items.begin(), items.end(),
                                    [](const auto& item) { return holds_label(*item) || entered_inside(*item); });
    struct Dominators { // `if (c) { …; continue; }`, and what stands behind it
        PathState::Mark outside;
        BranchMerger::Arm first, second;
    };
    std::vector<Dominators> ways;
    for (const auto& item : items) {
        if (dead && !holds_label(*item))
            continue; // behind a jump, nothing runs before the next label
        dead = false;
        const int checks = exits_.checks();
        exec(*item);
        if (exits_.checks() != checks) // host code in front of the region has not been through the check
            path_.enter_condition();
        const Jump jump = jumps_.jump_of(*item);
        if (jump == Jump::always) {
            dead = true;
            path_.widen("a jump may skip it");
            continue;
        }
        if (jump == Jump::no)
            continue;
        const auto* branch = item->as<ir::If>();
        const bool check = branch != nullptr && jumps_.ends_program(*branch->then);
        if (check && !conditions_.formula(*branch->cond))
            continue; // where it does not end the program, the rest runs, whatever the condition says
        const PathState::Mark outside = path_.mark();
        assume_past(*item);
        if (branch != nullptr && !branch->otherwise && !labels && jumps_.jump_of(*branch->then) == Jump::always)
            ways.push_back({outside, merger_.last_then(), merger_.begin_arm()});
    }
    for (auto way = ways.rbegin(); way != ways.rend(); ++way) {
        merger_.end_arm(way->second);
        merger_.join_arms(way->outside, way->first, way->second);
    }
}

// What stands behind a statement that may jump away. `if (c) continue; rest`: the rest runs where c does not hold, to
// the end of the loop's body; so behind each `else if`.
void Collector::assume_past(const Stmt& stmt) {
    const char* why = "a jump on a condition on data may skip it";
    const auto* compound = stmt.as<ir::Compound>();
    if (compound != nullptr && compound->items.size() == 1)
        return assume_past(*compound->items.front());
    if (runs_once(stmt))
        return assume_past(*stmt.as<ir::DoWhile>()->body);
    const auto* branch = stmt.as<ir::If>();
    const Jump then = branch != nullptr ? jumps_.jump_of(*branch->then) : Jump::maybe;
    const Jump otherwise = branch != nullptr && branch->otherwise ? jumps_.jump_of(*branch->otherwise) : Jump::no;
    if (branch == nullptr || then == Jump::maybe || then == otherwise || entered_inside(stmt)) {
        path_.widen("a jump may skip it");
    } else if (then == Jump::always) {
        conditions_.assume(*branch->cond, true, why,
                           branch->otherwise ? frames_.changed_by(*branch->otherwise) : Variables{});
        if (otherwise == Jump::maybe)
            assume_past(*branch->otherwise);
    } else if (otherwise == Jump::always) {
        conditions_.assume(*branch->cond, false, why, frames_.changed_by(*branch->then));
    } else {
        path_.widen("a jump may skip it");
    }
}

void Collector::exec_if(const ir::If& branch) {
    eval(*branch.cond);
    if (const LiveBranches live = live_branches(branch);
        live.then != branch.then.get() || live.otherwise != branch.otherwise.get()) {
        for (const Stmt* one : {live.then, live.otherwise})
            if (one != nullptr)
                exec(*one);
        return;
    }
    const bool entered = entered_inside(*branch.then) || (branch.otherwise && entered_inside(*branch.otherwise));
    const std::optional<std::string> when = entered ? std::nullopt : conditions_.formula(*branch.cond);
    KnownValues before = path_.values();
    PathState::Mark scope = path_.mark();
    conditions_.assume(*branch.cond, false);
    BranchMerger::Arm first = merger_.begin_arm();
    exec(*branch.then);
    merger_.end_arm(first);
    merger_.note_then(first);
    path_.restore(scope);
    KnownValues after_then = path_.replace_values(std::move(before));
    if (branch.otherwise) {
        scope = path_.mark();
        conditions_.assume(*branch.cond, true);
        BranchMerger::Arm second = merger_.begin_arm();
        exec(*branch.otherwise);
        merger_.end_arm(second);
        path_.restore(scope);
        if (!entered)
            merger_.join_arms(scope, first, second);
    }
    if (jumps_.jump_of(*branch.then) == Jump::always)
        return;
    if (branch.otherwise && jumps_.jump_of(*branch.otherwise) == Jump::always)
        path_.replace_values(std::move(after_then));
    else
        join(after_then, when);
}

void Collector::exec_switch(const ir::Switch& branch) {
    eval(*branch.value);
    const Variables changed = frames_.changed_by(*branch.body);
    const Variables replaced = frames_.replaced_in({}, branch.body.get());
    path_.forget_after(changed, replaced);
    const PathState::Mark scope = path_.mark();
    path_.widen("it stands in a switch");
    labels_.enter_switch(changed, replaced);
    const std::vector<std::span<const ir::StmtPtr>> cases = jumps_.separate_cases(branch);
    if (cases.empty()) {
        exec(*branch.body);
    } else {
        const PathState::Mark inside = path_.mark();
        std::vector<BranchMerger::Arm> arms;
        for (const auto& items : cases) {
            BranchMerger::Arm arm = merger_.begin_arm();
            exec_items(items);
            merger_.end_arm(arm);
            path_.restore(inside);
            if (!jumps_.ends_program(*last_of(items)))
                arms.push_back(arm);
        }
        merger_.join_all(scope, arms);
    }
    labels_.leave_switch();
    path_.restore(scope);
    path_.forget_after(changed, replaced);
}

RegionAccesses collect_accesses(const Summary& summary, Symbols& symbols, IslBridge& bridge,
                                const RegionOptions& options, const Stmt* statement, const Expr* expression) {
    Collector collector(summary, symbols, bridge, options);
    collector.run(statement, expression);
    return collector.take(statement);
}

std::optional<Poly> host_value(const Summary& summary, Symbols& symbols, IslBridge& bridge, const Variables& changed,
                               const Expr& expression) {
    RegionOptions options;
    options.kernel = false;
    Collector collector(summary, symbols, bridge, options);
    return collector.host_value(expression, changed);
}

} // namespace hydra::passes
