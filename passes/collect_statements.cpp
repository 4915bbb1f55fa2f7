// Statements in the symbolic run: conditions become formulas of the domain, counted loops become iterators, everything
// else widens the domain and says why.
#include <algorithm>

#include <fmt/format.h>

#include "ir/operators.h"
#include "passes/collector.h"
#include "passes/counting.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;

Collector::Collector(const Summary& summary, Symbols& symbols, IslBridge& bridge, RegionOptions options)
    : summary_(summary), symbols_(symbols), bridge_(bridge), options_(std::move(options)) {
    local_ = options_.priv;
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

void Collector::assume(const Expr& condition, bool negated, const char* why) {
    ++conditions_;
    if (domain_.formulas.size() >= most_conditions) {
        inexact_.emplace_back("it stands behind very many conditions");
        return;
    }
    if (const std::optional<std::string> exact = formula(condition)) {
        domain_.formulas.push_back(negated ? "not " + *exact : *exact);
        return;
    }
    if (const std::optional<std::string> weaker = implied(condition, negated))
        domain_.formulas.push_back(*weaker);
    inexact_.emplace_back(why);
}

// `i > 0 && a[i-1] < x` holds only where i > 0.
std::optional<std::string> Collector::implied(const Expr& condition, bool negated) {
    if (weary())
        return std::nullopt;
    if (const std::optional<std::string> exact = formula(condition))
        return negated ? "not " + *exact : *exact;
    const Expr* expr = ir::strip(&condition);
    if (const auto* unary = expr->as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::logical_not)
        return implied(*unary->operand, !negated);
    const auto* binary = expr->as<ir::Binary>();
    if (binary == nullptr || binary->op != (negated ? BinaryOp::logical_or : BinaryOp::logical_and))
        return std::nullopt;
    const auto left = implied(*binary->lhs, negated);
    const auto right = implied(*binary->rhs, negated);
    if (left && right)
        return fmt::format("({} and {})", *left, *right);
    return left ? left : right;
}

void Collector::forget(const Variables& variables) {
    for (const ir::VarDecl* variable : variables)
        env_.erase(variable);
}

void Collector::forget_after(const Variables& variables, const Stmt* body, const Expr* header) {
    Variables assigned;
    const auto on_expr = [&](const Expr& e) {
        const auto* binary = e.as<ir::Binary>();
        if (binary != nullptr && binary->op == BinaryOp::assign && assigned_variable(e) != nullptr)
            assigned.insert(assigned_variable(e));
    };
    if (body != nullptr)
        walk(*body, on_expr, [](const Stmt&) {});
    if (header != nullptr)
        walk(*header, on_expr, [](const Stmt&) {});
    for (const ir::VarDecl* variable : variables) {
        const auto known = env_.find(variable);
        const bool moved = known != env_.end() && known->second.kind == Value::Kind::pointer &&
                           !assigned.contains(variable) && !summary_.address_taken().contains(variable);
        if (moved && !known->second.pointer.dims.empty())
            known->second.pointer.dims.back().subscript = std::nullopt;
        else if (known != env_.end() && !(moved && known->second.pointer.root == PointerValue::private_memory))
            env_.erase(known);
    }
}

// What both ways through a branch agree on.
void Collector::merge(std::map<const ir::VarDecl*, Value> other, const std::optional<std::string>& condition) {
    for (auto it = env_.begin(); it != env_.end();) {
        const auto found = other.find(it->first);
        const bool pointers = found != other.end() && it->second.kind == Value::Kind::pointer &&
                              found->second.kind == Value::Kind::pointer;
        if (pointers && it->second.pointer.root == found->second.pointer.root) {
            PointerValue& mine = it->second.pointer;
            const PointerValue& theirs = found->second.pointer;
            bool equal = mine.dims.size() == theirs.dims.size();
            for (std::size_t d = 0; equal && d < mine.dims.size(); ++d)
                equal = mine.dims[d].elem == theirs.dims[d].elem;
            for (std::size_t d = 0; equal && d < mine.dims.size(); ++d)
                mine.dims[d].subscript = chosen(condition, theirs.dims[d].subscript, mine.dims[d].subscript);
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

// Whether control may enter the statement elsewhere than at its beginning.
bool Collector::holds_label(const Stmt& stmt) {
    bool found = false;
    walk(
        stmt, [](const Expr&) {},
        [&](const Stmt& s) {
            found =
                found || s.as<ir::Label>() != nullptr || s.as<ir::Case>() != nullptr || s.as<ir::Default>() != nullptr;
        });
    return found;
}

bool Collector::holds_goto_label(const Stmt& stmt) {
    bool found = false;
    walk(
        stmt, [](const Expr&) {}, [&](const Stmt& s) { found = found || s.as<ir::Label>() != nullptr; });
    return found;
}

// A body with gotos runs in no order that this walk knows: what it assigns is never known, and nothing is exact.
void Collector::enter_body(const Stmt& body) {
    if (!holds_goto_label(body))
        return;
    inexact_.emplace_back("there are gotos around it");
    walk(
        body,
        [&](const Expr& e) {
            if (const ir::VarDecl* variable = assigned_variable(e))
                untracked_.insert(variable);
        },
        [](const Stmt&) {});
    forget(untracked_);
}

// Whether control may leave this statement for elsewhere than its end: never, perhaps, or always.
Collector::Jump Collector::jump_of(const Stmt& stmt) const {
    if (stmt.as<ir::Break>() != nullptr || stmt.as<ir::Continue>() != nullptr || stmt.as<ir::Return>() != nullptr ||
        stmt.as<ir::Goto>() != nullptr)
        return Jump::always;
    if (stmt.as<ir::ExprStmt>() != nullptr)
        return ends_program(stmt) ? Jump::always : Jump::no;
    if (const auto* compound = stmt.as<ir::Compound>()) {
        Jump jump = Jump::no;
        bool labels = false;
        for (const auto& item : compound->items) {
            labels = labels || holds_label(*item);
            jump = std::max(jump, jump_of(*item));
        }
        return labels && jump == Jump::always ? Jump::maybe : jump;
    }
    if (const auto* branch = stmt.as<ir::If>()) {
        const Jump then = jump_of(*branch->then);
        const Jump otherwise = branch->otherwise ? jump_of(*branch->otherwise) : Jump::no;
        if (then == otherwise)
            return then;
        return Jump::maybe;
    }
    if (const auto* labelled = stmt.as<ir::Label>())
        return labelled->body ? std::max(Jump::maybe, jump_of(*labelled->body)) : Jump::maybe;
    const bool loop =
        stmt.as<ir::For>() != nullptr || stmt.as<ir::While>() != nullptr || stmt.as<ir::DoWhile>() != nullptr;
    const bool choice = stmt.as<ir::Switch>() != nullptr;
    if (!loop && !choice)
        return Jump::no;
    bool leaves = false; // past the loop or switch itself
    walk(
        stmt, [](const Expr&) {},
        [&](const Stmt& s) {
            leaves = leaves || s.as<ir::Return>() != nullptr || s.as<ir::Goto>() != nullptr ||
                     (choice && s.as<ir::Continue>() != nullptr);
        });
    return leaves ? Jump::maybe : Jump::no;
}

// Whether a loop's body may end the loop early: its own break, return or goto.
bool Collector::leaves_loop(const Stmt& body) {
    if (body.as<ir::Break>() != nullptr || body.as<ir::Return>() != nullptr || body.as<ir::Goto>() != nullptr)
        return true;
    const bool inner = body.as<ir::For>() != nullptr || body.as<ir::While>() != nullptr ||
                       body.as<ir::DoWhile>() != nullptr || body.as<ir::Switch>() != nullptr;
    bool found = false;
    if (inner) {
        walk(
            body, [](const Expr&) {},
            [&](const Stmt& s) { found = found || s.as<ir::Return>() != nullptr || s.as<ir::Goto>() != nullptr; });
        return found;
    }
    ir::for_each_child(
        body, [](const Expr&) {}, [&](const Stmt& child) { found = found || leaves_loop(child); });
    return found;
}

void Collector::exec(const Stmt& stmt) {
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
        exec_uncounted(stmt, while_->body.get(), while_->cond.get(), nullptr);
    } else if (const auto* do_ = stmt.as<ir::DoWhile>()) {
        exec_uncounted(stmt, do_->body.get(), do_->cond.get(), nullptr);
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
        ir::for_each_child(
            stmt, [&](const Expr& e) { eval(e); }, [&](const Stmt& s) { exec(s); });
        restore(scope);
    }
}

void Collector::declare(const ir::VarDecl& variable) {
    local_.insert(&variable);
    env_.erase(&variable);
    if (variable.type->is_vla() && variable.type->vla_length != nullptr)
        eval(*variable.type->vla_length);
    if (variable.storage == ir::Storage::static_) {
        if (options_.kernel && !variable.type->quals.is_const && !variable.type->is_array())
            env_.erase(&variable);
        return;
    }
    if (!variable.init || declare_pointers(variable))
        return;
    const Value value = number(*variable.init);
    if (value.kind != Value::Kind::unknown && variable.type->is_scalar() && !untracked_.contains(&variable))
        env_[&variable] = value;
}

void Collector::exec_items(const ir::Compound& compound) {
    bool dead = false;
    const int ending = options_.kernel && ends_program(compound) ? 1 : 0;
    ending_ += ending;
    for (const auto& item : compound.items) {
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
        assume_past(*item);
    }
    ending_ -= ending;
}

// What stands behind a statement that may jump away. `if (c) continue; rest`: the rest runs where c does not hold, to
// the end of the loop's body; so behind each `else if`.
void Collector::assume_past(const Stmt& stmt) {
    const char* why = "a jump on a condition on data may skip it";
    const auto* compound = stmt.as<ir::Compound>();
    if (compound != nullptr && compound->items.size() == 1)
        return assume_past(*compound->items.front());
    const auto* branch = stmt.as<ir::If>();
    const Jump then = branch != nullptr ? jump_of(*branch->then) : Jump::maybe;
    const Jump otherwise = branch != nullptr && branch->otherwise ? jump_of(*branch->otherwise) : Jump::no;
    if (branch == nullptr || then == Jump::maybe || (then == otherwise)) {
        inexact_.emplace_back("a jump may skip it");
    } else if (then == Jump::always) {
        assume(*branch->cond, true, why);
        if (otherwise == Jump::maybe)
            assume_past(*branch->otherwise);
    } else if (otherwise == Jump::always) {
        assume(*branch->cond, false, why);
    } else {
        inexact_.emplace_back("a jump may skip it");
    }
}

void Collector::exec_if(const ir::If& branch) {
    eval(*branch.cond);
    const char* why = "it stands behind a condition on data";
    const std::optional<std::string> when = formula(*branch.cond);
    const std::map<const ir::VarDecl*, Value> before = env_;
    Scope scope = mark();
    assume(*branch.cond, false, why);
    exec(*branch.then);
    restore(scope);
    std::map<const ir::VarDecl*, Value> after_then = std::move(env_);
    env_ = before;
    if (branch.otherwise) {
        scope = mark();
        assume(*branch.cond, true, why);
        exec(*branch.otherwise);
        restore(scope);
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
    const Variables changed = summary_.changed_by(*branch.body);
    forget(changed);
    const Scope scope = mark();
    inexact_.emplace_back("it stands in a switch");
    exec(*branch.body);
    restore(scope);
    forget(changed);
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
