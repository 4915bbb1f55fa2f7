// Statements in the symbolic run: conditions become formulas of the domain, counted loops become iterators, everything
// else widens the domain and says why.
#include <algorithm>

#include <fmt/format.h>

#include "ir/operators.h"
#include "passes/access/collector.h"
#include "passes/flow/counting.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;

Collector::Collector(const Summary& summary, Symbols& symbols, IslBridge& bridge, RegionOptions options)
    : summary_(summary), symbols_(symbols), bridge_(bridge), options_(std::move(options)) {
    local_ = options_.priv;
    out_.makes_unnamed = !options_.own_memory.empty();
    for (const ir::VarDecl* variable : options_.own_memory) {
        PointerValue own;
        own.root = PointerValue::private_memory;
        env_[variable] = Value::of(own);
    }
    if (options_.kernel) {
        if (options_.loop_variable != nullptr)
            local_.insert(options_.loop_variable);
        if (options_.loop_variable != nullptr && options_.loop_value)
            env_[options_.loop_variable] = Value::of(*options_.loop_value);
        domain_.iterators.push_back(options_.chunk_variable);
        domain_.formulas.push_back(fmt::format("lo <= s{} < hi", options_.chunk_variable));
    }
}

void Collector::run(const Stmt* statement, const Expr* expression) {
    statement_ = statement;
    expression_ = expression;
    if (statement != nullptr) {
        const Variables changed = summary_.changed_by(*statement);
        changed_.insert(changed.begin(), changed.end());
        const Variables declared = Summary::declared_in(*statement);
        local_.insert(declared.begin(), declared.end());
        for (const ir::VarDecl* variable : options_.copied)
            copy_in(*statement, variable);
        enter_body(*statement);
        exec(*statement);
    } else if (expression != nullptr) {
        const Variables changed = summary_.changed_by(*expression);
        changed_.insert(changed.begin(), changed.end());
        eval(*expression);
    }
}

std::optional<Poly> Collector::host_value(const Expr& expression) {
    const Value value = eval(expression);
    return value.kind == Value::Kind::integer && symbols_.invariant(value.poly) ? std::optional(value.poly)
                                                                                : std::nullopt;
}

bool Collector::is_outer(const ir::VarDecl* variable) const { return !local_.contains(variable); }

bool Collector::is_fixed(const ir::VarDecl* variable) const {
    return !changed_.contains(summary_.canonical(variable)) && !changed_.contains(variable);
}

void Collector::problem(const Expr& expr, std::string message) {
    if (quiet_ == 0)
        out_.problems.push_back({expr.range, std::move(message)});
}

void Collector::obstacle(support::SourceRange range, const std::string& why) {
    if (quiet_ == 0 && out_.obstacle.empty()) {
        out_.obstacle = why;
        out_.obstacle_range = range;
    }
}

void Collector::restore(Scope scope) {
    domain_.formulas.resize(scope.formulas);
    inexact_.resize(scope.inexact);
    conditions_ = scope.conditions;
}

void Collector::assume(const Expr& condition, bool negated, const char* why, const Variables& assigned) {
    ++conditions_;
    if (domain_.formulas.size() >= most_conditions) {
        inexact_.emplace_back("it stands behind very many conditions");
        return;
    }
    const std::optional<std::string> exact =
        names_any(condition, assigned, summary_) ? std::nullopt : formula(condition);
    if (exact) {
        domain_.formulas.push_back(negated ? "not " + *exact : *exact);
        return;
    }
    Variables changed = assigned;
    if (has_effects(condition))
        changed.merge(changed_by(condition));
    if (const std::optional<std::string> weaker = implied(condition, negated, changed))
        domain_.formulas.push_back(*weaker);
    inexact_.push_back(why != nullptr ? why : stands_behind(condition));
}

// `i > 0 && a[i-1] < x` holds only where i > 0.
std::optional<std::string> Collector::implied(const Expr& condition, bool negated, const Variables& changed) {
    if (weary())
        return std::nullopt;
    const auto exact = names_any(condition, changed, summary_) ? std::nullopt : formula(condition);
    if (exact)
        return negated ? "not " + *exact : *exact;
    const Expr* expr = ir::strip(&condition);
    if (const auto* unary = expr->as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::logical_not)
        return implied(*unary->operand, !negated, changed);
    const auto* binary = expr->as<ir::Binary>();
    if (binary == nullptr || binary->op != (negated ? BinaryOp::logical_or : BinaryOp::logical_and))
        return std::nullopt;
    const auto left = implied(*binary->lhs, negated, changed);
    const auto right = implied(*binary->rhs, negated, changed);
    if (left && right)
        return fmt::format("({} and {})", *left, *right);
    return left ? left : right;
}

void Collector::forget(const Variables& variables) {
    for (const ir::VarDecl* variable : variables)
        env_.erase(variable);
}

// The variables that get other values there than by moving: `p = q`, not `p += 2`.
Variables Collector::replaced_in(std::initializer_list<const Expr*> header, const Stmt* body) const {
    Variables replaced;
    const auto on_expr = [&](const Expr& e) {
        if (const auto* binary = e.as<ir::Binary>(); binary != nullptr && binary->op == BinaryOp::assign)
            replaced.insert(assigned_variable(e));
        replaced.merge(addresses_handed_out(e));
        replaced.merge(assigned_through_parameters(e));
    };
    for (const Expr* expr : header)
        if (expr != nullptr)
            walk(*expr, on_expr, [](const Stmt&) {});
    if (body != nullptr)
        walk(*body, on_expr, [](const Stmt&) {});
    return replaced;
}

void Collector::forget_after(const Variables& variables, const Variables& replaced) {
    for (const ir::VarDecl* variable : variables) {
        const auto known = env_.find(variable);
        const bool moved =
            known != env_.end() && known->second.kind == Value::Kind::pointer && !replaced.contains(variable);
        if (moved && !known->second.pointer.dims.empty()) {
            known->second.pointer.dims.back().subscript = std::nullopt;
            known->second.pointer.dims.back().walks = true;
        } else if (known != env_.end() && !(moved && known->second.pointer.root == PointerValue::private_memory)) {
            env_.erase(known);
        }
    }
}

// What both ways through a branch agree on.
void Collector::merge(KnownValues other, const std::optional<std::string>& condition) {
    for (auto it = env_.begin(); it != env_.end();) {
        const auto found = other.find(it->first);
        const bool pointers = found != other.end() && it->second.kind == Value::Kind::pointer &&
                              found->second.kind == Value::Kind::pointer;
        if (pointers && it->second.pointer.root == found->second.pointer.root) {
            PointerValue& mine = it->second.pointer;
            const PointerValue& theirs = found->second.pointer;
            const bool equal = alike(mine, theirs);
            for (std::size_t d = 0; equal && d < mine.dims.size(); ++d) {
                mine.dims[d].subscript = chosen(condition, theirs.dims[d].subscript, mine.dims[d].subscript);
                mine.dims[d].walks |= theirs.dims[d].walks;
                mine.dims[d].part.reset();
            }
            if (equal) {
                ++it;
                continue;
            }
        }
        const Value joined = found != other.end() ? chosen(condition, found->second, it->second) : Value{};
        if (joined.kind == Value::Kind::unknown) {
            it = env_.erase(it);
            continue;
        }
        it->second = joined;
        ++it;
    }
}

void Collector::exec(const Stmt& stmt) {
    begin_expression();
    note_gotos(stmt);
    if (jumps_in_expressions(stmt))
        inexact_.emplace_back("a jump may skip it");
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
        if (!frames_.empty())
            note_return(value);
    } else if (stmt.as<ir::Asm>() != nullptr) {
        obstacle(stmt.range, "inline assembly");
    } else {
        const Scope scope = mark();
        enter_label(stmt);
        ir::for_each_child(
            stmt, [&](const Expr& e) { eval(e); }, [&](const Stmt& s) { exec(s); });
        restore(scope);
    }
}

void Collector::declare(const ir::VarDecl& variable) {
    begin_expression();
    local_.insert(&variable);
    env_.erase(&variable);
    eval_lengths(variable.type);
    if (variable.storage == ir::Storage::static_) {
        if (options_.kernel && !variable.type->quals.is_const && !variable.type->is_array())
            env_.erase(&variable);
        return;
    }
    if (!variable.init || declare_pointers(variable))
        return;
    const Value value = number(*variable.init);
    if (variable.type->is_scalar())
        know(&variable, value);
}

void Collector::exec_items(const ir::Compound& compound) {
    const int ending = options_.kernel && ends_program(compound) ? 1 : 0;
    ending_ += ending;
    exec_items(compound.items);
    ending_ -= ending;
}

void Collector::exec_items(std::span<const ir::StmtPtr> items) {
    bool dead = false;
    const bool labels = std::any_of(items.begin(), items.end(),
                                    [](const auto& item) { return holds_label(*item) || entered_inside(*item); });
    struct Ways { // `if (c) { …; continue; }`, and what stands behind it
        Scope outside;
        Arm first, second;
    };
    std::vector<Ways> ways;
    for (const auto& item : items) {
        if (dead && !holds_label(*item))
            continue; // behind a jump, nothing runs before the next label
        dead = false;
        const int checks = checks_;
        exec(*item);
        if (checks_ != checks) // host code in front of the region has not been through the check
            ++conditions_;
        const Jump jump = jump_of(*item);
        if (jump == Jump::always) {
            dead = true;
            inexact_.emplace_back("a jump may skip it");
            continue;
        }
        if (jump == Jump::no)
            continue;
        const auto* branch = item->as<ir::If>();
        const bool check = branch != nullptr && ends_program(*branch->then);
        if (check && !formula(*branch->cond))
            continue; // where it does not end the program, the rest runs, whatever the condition says
        const Scope outside = mark();
        assume_past(*item);
        if (branch != nullptr && !branch->otherwise && !labels && jump_of(*branch->then) == Jump::always)
            ways.push_back({outside, then_arm_, begin_arm()});
    }
    for (auto way = ways.rbegin(); way != ways.rend(); ++way) {
        way->second.to = doubtful_.size();
        join_arms(way->outside, way->first, way->second);
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
    const Jump then = branch != nullptr ? jump_of(*branch->then) : Jump::maybe;
    const Jump otherwise = branch != nullptr && branch->otherwise ? jump_of(*branch->otherwise) : Jump::no;
    if (branch == nullptr || then == Jump::maybe || then == otherwise || entered_inside(stmt)) {
        inexact_.emplace_back("a jump may skip it");
    } else if (then == Jump::always) {
        assume(*branch->cond, true, why, branch->otherwise ? changed_by(*branch->otherwise) : Variables{});
        if (otherwise == Jump::maybe)
            assume_past(*branch->otherwise);
    } else if (otherwise == Jump::always) {
        assume(*branch->cond, false, why, changed_by(*branch->then));
    } else {
        inexact_.emplace_back("a jump may skip it");
    }
}

void Collector::exec_if(const ir::If& branch) {
    eval(*branch.cond);
    const bool entered = entered_inside(*branch.then) || (branch.otherwise && entered_inside(*branch.otherwise));
    const std::optional<std::string> when = entered ? std::nullopt : formula(*branch.cond);
    const KnownValues before = env_;
    Scope scope = mark();
    assume(*branch.cond, false);
    Arm first = begin_arm();
    exec(*branch.then);
    first.to = doubtful_.size();
    then_arm_ = first;
    restore(scope);
    KnownValues after_then = std::move(env_);
    env_ = before;
    if (branch.otherwise) {
        scope = mark();
        assume(*branch.cond, true);
        Arm second = begin_arm();
        exec(*branch.otherwise);
        second.to = doubtful_.size();
        restore(scope);
        if (!entered)
            join_arms(scope, first, second);
    }
    if (jump_of(*branch.then) == Jump::always)
        return;
    if (branch.otherwise && jump_of(*branch.otherwise) == Jump::always)
        env_ = std::move(after_then);
    else
        merge(std::move(after_then), when);
}

void Collector::exec_switch(const ir::Switch& branch) {
    eval(*branch.value);
    const Variables changed = changed_by(*branch.body);
    const Variables replaced = replaced_in({}, branch.body.get());
    forget_after(changed, replaced);
    const Scope scope = mark();
    inexact_.emplace_back("it stands in a switch");
    switches_.push_back({changed, replaced, domain_.formulas.size()});
    const std::vector<std::span<const ir::StmtPtr>> cases = separate_cases(branch);
    if (cases.empty()) {
        exec(*branch.body);
    } else {
        const Scope inside = mark();
        std::vector<Arm> arms;
        for (const auto& items : cases) {
            Arm arm = begin_arm();
            exec_items(items);
            arm.to = doubtful_.size();
            restore(inside);
            if (!ends_program(*last_of(items)))
                arms.push_back(arm);
        }
        join_all(scope, arms);
    }
    switches_.pop_back();
    restore(scope);
    forget_after(changed, replaced);
}

RegionAccesses collect_accesses(const Summary& summary, Symbols& symbols, IslBridge& bridge,
                                const RegionOptions& options, const Stmt* statement, const Expr* expression) {
    Collector collector(summary, symbols, bridge, options);
    collector.run(statement, expression);
    return collector.take();
}

std::optional<Poly> host_value(const Summary& summary, Symbols& symbols, IslBridge& bridge, const Variables& changed,
                               const Expr& expression) {
    RegionOptions options;
    options.kernel = false;
    Collector collector(summary, symbols, bridge, options);
    collector.set_changed(changed);
    return collector.host_value(expression);
}

} // namespace hydra::passes
