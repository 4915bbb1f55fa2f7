// One forward walk. The state is whether the variable is assigned on all ways that lead here; where none does, it is.
// A jump back to a label is looked at by itself: where it comes with the variable not assigned, nothing is certain.
#include "passes/flow/definite_assignment.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "ir/operators.h"
#include "passes/facts/library.h"
#include "passes/facts/summary.h"
#include "passes/flow/first_round.h"

namespace hydra::passes {

namespace {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

template <class List> bool contains(const List& list, const VarDecl* variable) {
    return std::find(list.begin(), list.end(), variable) != list.end();
}

using Parameters = std::set<std::pair<const ir::FunctionDecl*, std::size_t>>;

// What a function does to the variable that it is handed the address of.
struct Handed {
    bool reads = false;    // before it writes it, as far as is known
    bool may_read = false; // on some way
    bool writes = false;   // or may write
    bool surely = false;   // writes, whatever happens
    bool seldom = false;   // there is a way on which it does not write, and it may tell so by its result
};

Handed handed(const Summary& summary, const ir::Call& call, std::size_t index, ir::TypeRef type, Parameters& seen);

class Walk {
  public:
    explicit Walk(const VarDecl* variable, const Part* part = nullptr, const Summary* summary = nullptr)
        : variable_(variable), part_(part), summary_(summary) {}
    // Of what a pointer parameter of a function points at.
    Walk(const VarDecl* parameter, const Summary* summary, Parameters* seen)
        : variable_(parameter), part_(nullptr), summary_(summary), seen_parameters_(seen), pointed_(true) {}

    Assignment body(const Stmt& stmt) {
        run(stmt);
        leave_iteration();
        return result_;
    }
    // Whether the parameter is used in other ways than to reach what it points at.
    [[nodiscard]] bool is_lost() const { return lost_; }

  private:
    // What leaves a loop or switch in its middle, and what continues a loop: whether all ways there had assigned it.
    struct Exits {
        bool is_loop;
        bool broken = true;
        bool continued = true;
        bool at_head = true; // a switch: the state before its body
        bool has_default = false;
    };

    void leave_iteration() {
        result_.always = result_.always && assigned_;
        result_.filled = result_.filled && assigned_;
    }
    void jump() { assigned_ = left_ = true; } // nothing comes here

    template <class Run> void perhaps(Run run) {
        ++conditions_;
        run();
        --conditions_;
    }

    void read(const Expr* at = nullptr) {
        if (!assigned_ && result_.first_read == nullptr) {
            result_.first_read = at;
            result_.surely_read = !written_ && conditions_ == 0 && !left_;
        }
        result_.may_read_first = result_.may_read_first || !assigned_;
        result_.read_unwritten = result_.read_unwritten || (!assigned_ && !written_);
    }
    void write() { assigned_ = written_ = true; }

    void run(const ir::ExprPtr& expr) {
        if (expr)
            run(*expr);
    }
    void run(const ir::StmtPtr& stmt) {
        if (stmt)
            run(*stmt);
    }

    void run(const Expr& expr) {
        evaluate(expr);
        note_answer(expr);
    }

    void evaluate(const Expr& expr) {
        if (expr.as<ir::SizeOf>() != nullptr || (part_ != nullptr && run_part(expr)))
            return;
        if (part_ == nullptr && is_variable(expr)) {
            read(&expr);
            return;
        }
        if (const auto* unary = expr.as<ir::Unary>(); unary != nullptr && unary->op == ir::UnaryOp::address_of)
            lost_ = lost_ || (pointed_ && is_variable(*unary->operand));
        if (expr.as<ir::DeclRef>() != nullptr) {
            lost_ = lost_ || (pointed_ && ir::named_variable(&expr) == variable_);
            return;
        }
        if (const auto* call = expr.as<ir::Call>(); call != nullptr && part_ == nullptr && summary_ != nullptr) {
            run_call_with_address(expr, *call);
            if (ends_program(*call))
                jump();
            return;
        }
        if (const auto* binary = expr.as<ir::Binary>()) {
            if (part_ == nullptr && binary->op == ir::BinaryOp::assign && is_variable(*binary->lhs)) {
                run(binary->rhs);
                write();
                return;
            }
            if (binary->op == ir::BinaryOp::logical_and || binary->op == ir::BinaryOp::logical_or) {
                run(binary->lhs);
                const bool before = assigned_;
                assigned_ = before || tells(*binary->lhs);
                perhaps([&] { run(binary->rhs); });
                assigned_ = before;
                return;
            }
        }
        if (const auto* conditional = expr.as<ir::Conditional>()) {
            run(conditional->cond);
            run_branches(*conditional->cond, conditional->then, conditional->otherwise);
            return;
        }
        if (const auto* block = expr.as<ir::StatementExpr>()) {
            run(block->body);
            return;
        }
        ir::for_each_child(expr, [&](const Expr& child) { run(child); });
    }

    // The variable by its name; `*p` or `p[0]` of a parameter.
    [[nodiscard]] bool is_variable(const Expr& full) const {
        const Expr& expr = *ir::strip(&full);
        if (!pointed_)
            return expr.as<ir::DeclRef>() != nullptr && ir::named_variable(&expr) == variable_;
        const auto* unary = expr.as<ir::Unary>();
        const auto* index = expr.as<ir::Index>();
        return (unary != nullptr && unary->op == ir::UnaryOp::deref &&
                ir::named_variable(unary->operand.get()) == variable_) ||
               (index != nullptr && ir::named_variable(index->base.get()) == variable_ &&
                ir::constant_value(*index->index) == 0);
    }
    [[nodiscard]] bool is_address(const Expr& full) const {
        const auto* unary = ir::strip(&full)->as<ir::Unary>();
        const bool taken = unary != nullptr && unary->op == ir::UnaryOp::address_of;
        return pointed_ ? ir::named_variable(&full) == variable_ : taken && is_variable(*unary->operand);
    }

    // What is handed over is read and filled once all arguments are there.
    void run_call_with_address(const Expr& expr, const ir::Call& call) {
        const ir::TypeRef type = pointed_ ? variable_->type->inner : variable_->type;
        Handed all;
        run(call.callee);
        for (std::size_t i = 0; i < call.args.size(); ++i) {
            if (!is_address(*call.args[i])) {
                run(call.args[i]);
                continue;
            }
            Parameters own;
            const Handed one = handed(*summary_, call, i, type, seen_parameters_ != nullptr ? *seen_parameters_ : own);
            all.reads = all.reads || one.reads;
            all.may_read = all.may_read || one.may_read;
            all.writes = all.writes || one.writes;
            all.surely = all.surely || one.surely;
            all.seldom = all.seldom || one.seldom;
        }
        if (all.reads)
            read(&expr);
        if (all.may_read && !assigned_) {
            result_.may_read_first = true;
            result_.first_read = result_.first_read != nullptr ? result_.first_read : &expr;
        }
        if (all.writes) {
            result_.always = result_.always && (all.surely || assigned_);
            if (!all.surely && all.seldom)
                fill_perhaps(expr);
            else
                assigned_ = true;
            written_ = true;
        }
    }

    // ---- calls that fill the variable on some ways only, and whose result says on which

    void fill_perhaps(const Expr& call) {
        if (assigned_)
            return;
        result_.filler = result_.filler != nullptr ? result_.filler : &call;
        asked_.insert(call.as<ir::Call>());
    }
    // `n = sscanf(…)`: whoever asks n asks what the call has done.
    void note_answer(const Expr& expr) {
        const auto* assign = expr.as<ir::Binary>();
        if (asked_.empty() || assign == nullptr || !ir::is_assignment(assign->op))
            return;
        const VarDecl* target = ir::named_variable(assign->lhs.get());
        const bool plain = assign->op == ir::BinaryOp::assign;
        const bool joins = assign->op == ir::BinaryOp::and_assign || assign->op == ir::BinaryOp::or_assign;
        if (target != nullptr && (plain || joins) && tells(*assign->rhs))
            answers_.insert(target);
        else if (plain)
            answers_.erase(target);
    }
    // Whether such a call stands in the expression, or a variable with its result.
    [[nodiscard]] bool tells(const Expr& expr) const {
        if (asked_.empty())
            return false;
        bool found = asked_.contains(expr.as<ir::Call>()) ||
                     (expr.as<ir::DeclRef>() != nullptr && answers_.contains(ir::named_variable(&expr)));
        ir::for_each_child(expr, [&](const Expr& child) { found = found || tells(child); });
        return found;
    }

    // Where the condition asks such a call, one of the branches is entered with the variable filled; which one is not
    // looked into, so both may read it. Behind them it is filled if the other branch gives it a value or does not come
    // there, and that is not the one that relies on the call.
    template <class Branch> void run_branches(const Expr& cond, const Branch& then, const Branch& otherwise) {
        const bool before = assigned_;
        const bool told = !before && tells(cond);
        const bool settled = told && (settles(then) || settles(otherwise));
        assigned_ = before || told;
        perhaps([&] { run(then); });
        const bool after_then = assigned_;
        assigned_ = before || told;
        perhaps([&] { run(otherwise); });
        assigned_ = assigned_ && after_then && (!told || settled);
    }
    template <class Branch> [[nodiscard]] bool settles(const Branch& branch) const {
        Walk probe(*this);
        probe.result_ = {};
        probe.run(branch);
        return probe.assigned_ && !probe.result_.may_read_first;
    }

    bool ends_program(const ir::Call& call, int depth = 0) const {
        const ir::FunctionDecl* callee = ir::called_function(call);
        const ir::FunctionDecl* body = callee != nullptr ? summary_->definition(callee) : nullptr;
        if (callee == nullptr || body == nullptr || depth > 4) {
            const LibraryEffect* effect = callee != nullptr && body == nullptr ? library_effect(callee->name) : nullptr;
            return effect != nullptr && effect->ends;
        }
        for (const auto& item : body->body->as<ir::Compound>()->items) {
            const auto* statement = item->as<ir::ExprStmt>();
            if (statement == nullptr && item->as<ir::DeclStmt>() == nullptr)
                return false;
            const auto* inner =
                statement != nullptr && statement->expr ? ir::strip(statement->expr.get())->as<ir::Call>() : nullptr;
            if (inner != nullptr && ends_program(*inner, depth + 1))
                return true;
        }
        return false;
    }

    // Whether a part of the variable, or the part's address, is what the expression is about.
    bool run_part(const Expr& expr) {
        if (const auto* call = expr.as<ir::Call>()) {
            run_call(expr, *call);
            return true;
        }
        const auto* unary = expr.as<ir::Unary>();
        const auto* binary = expr.as<ir::Binary>();
        const bool steps = unary != nullptr && assignment_target(expr) != nullptr;
        const bool assigns = binary != nullptr && ir::is_assignment(binary->op);
        const bool takes_address = unary != nullptr && unary->op == ir::UnaryOp::address_of;
        const Expr* target = steps || takes_address ? unary->operand.get() : assigns ? binary->lhs.get() : &expr;
        const std::optional<Part> part = part_of(*target, variable_);
        if (!part)
            return false;
        run_subscripts(*target);
        const bool touches = part->begin < part_->end && part_->begin < part->end;
        const ir::TypeRef type = ir::strip(target)->type; // before an array became a pointer
        const bool loads = target == &expr && type->is_scalar();
        if (touches && (steps || loads || (assigns && binary->op != ir::BinaryOp::assign)))
            read(target);
        if (assigns)
            run(binary->rhs);
        if (touches && (steps || assigns || takes_address || (target == &expr && type->is_array())))
            write();
        return true;
    }
    void run_call(const Expr& expr, const ir::Call& call) {
        bool fills = false;
        run(call.callee);
        for (std::size_t i = 0; i < call.args.size(); ++i) {
            const Expr& argument = *call.args[i];
            const std::optional<Part> part = part_handed(argument, variable_);
            if (!part || !summary_->only_reads(call, i)) {
                const bool before = assigned_;
                run(argument); // what is handed over is filled once all arguments are there
                const bool filled = part && ((assigned_ && !before) || reaches(call, i, *part));
                assigned_ = part ? before : assigned_;
                if (filled && leaves_alone(call, i))
                    fill_perhaps(expr);
                else
                    fills = fills || filled;
            } else if (part->begin == part_->begin && part->end == part_->end) {
                perhaps([&] { read(&argument); });
            }
        }
        assigned_ = assigned_ || fills;
        if (ends_program(call))
            jump();
    }
    // Whether the library's function stores so many bytes from there on that it comes to the part:
    // memcpy(&p.x, from, 24) goes on behind p.x.
    [[nodiscard]] bool reaches(const ir::Call& call, std::size_t index, const Part& from) const {
        const ir::FunctionDecl* callee = ir::called_function(call);
        const bool known = callee != nullptr && summary_->definition(callee) == nullptr;
        const LibraryEffect* effect = known ? library_effect(callee->name) : nullptr;
        if (effect == nullptr || !effect->writes(index) || !effect->bytes.exactly || from.begin >= part_->end)
            return false;
        std::int64_t bytes = 1;
        for (const int factor : {effect->bytes.count, effect->bytes.size}) {
            const auto at = static_cast<std::size_t>(factor);
            const auto number = factor >= 0 && at < call.args.size() ? ir::constant_value(*call.args[at]) : 1;
            if (!number || __builtin_mul_overflow(bytes, *number, &bytes))
                return true; // it may
        }
        return bytes > part_->begin - from.begin;
    }
    // Whether the call may do nothing to the scalar or array that it is handed.
    [[nodiscard]] bool leaves_alone(const ir::Call& call, std::size_t index) const {
        const Expr& argument = *ir::strip(call.args[index].get());
        const auto* address = argument.as<ir::Unary>();
        const ir::TypeRef type = address != nullptr ? ir::strip(address->operand.get())->type : argument.type->inner;
        Parameters own;
        return handed(*summary_, call, index, type, own).seldom;
    }
    void run_subscripts(const Expr& full) {
        const Expr& expr = *ir::strip(&full);
        if (const auto* index = expr.as<ir::Index>()) {
            run_subscripts(*index->base);
            run(index->index);
        } else if (const auto* member = expr.as<ir::Member>(); member != nullptr && !member->arrow) {
            run_subscripts(*member->base);
        }
    }

    void run(const Stmt& stmt) {
        if (const auto* branch = stmt.as<ir::If>()) {
            run(branch->cond);
            run_branches(*branch->cond, branch->then, branch->otherwise);
        } else if (const auto* loop = stmt.as<ir::For>()) {
            run_for(*loop);
        } else if (const auto* while_ = stmt.as<ir::While>()) {
            run(while_->cond);
            run_loop(*while_->body, is_always_true(while_->cond.get()) ? Begins::always : Begins::perhaps, nullptr,
                     while_->cond.get());
        } else if (const auto* do_ = stmt.as<ir::DoWhile>()) {
            run_loop(*do_->body, Begins::once, nullptr, do_->cond.get());
        } else if (const auto* choice = stmt.as<ir::Switch>()) {
            run_switch(*choice);
        } else if (!run_jump(stmt)) {
            ir::for_each_child(
                stmt, [&](const Expr& e) { run(e); }, [&](const Stmt& s) { run(s); });
            if (const auto* declaration = stmt.as<ir::DeclStmt>())
                for (const auto& each : declaration->variables)
                    if (each->init && tells(*each->init))
                        answers_.insert(each.get());
        }
    }

    enum class Begins {
        perhaps,
        once,  // the body runs once at least
        always // and is left by jumps only
    };

    // The body with what follows it in each round; the condition has been evaluated once already, if it stands first.
    void run_loop(const Stmt& body, Begins begins, const Expr* inc, const Expr* cond) {
        const bool before = assigned_;
        const bool fills = part_ != nullptr && part_->elements; // loops of as many rounds as there are elements in use
        conditions_ += begins == Begins::perhaps ? 1 : 0;
        exits_.push_back({true});
        assigned_ = before || (cond != nullptr && tells(*cond));
        run(body);
        assigned_ = assigned_ && exits_.back().continued;
        if (inc != nullptr)
            run(*inc);
        if (cond != nullptr) {
            run(*cond);
            assigned_ = assigned_ || tells(*cond); // who leaves the loop by it has seen the result
        }
        conditions_ -= begins == Begins::perhaps ? 1 : 0;
        const bool ended = begins == Begins::always ? true : begins == Begins::once || fills ? assigned_ : before;
        assigned_ = ended && exits_.back().broken;
        exits_.pop_back();
    }

    void run_for(const ir::For& loop) {
        const bool before = assigned_;
        run(loop.init);
        run(loop.cond);
        if (loop.directive) {
            for (const ir::Reduction& reduction : loop.directive->reductions) {
                for (const ir::SectionBound& bound : reduction.section) {
                    run(bound.lo);
                    run(bound.length);
                }
                if (reduction.variable == variable_) { // combined with its old value
                    read();
                    write();
                }
            }
            if (contains(loop.directive->private_, variable_)) { // another one with the same name
                assigned_ = before;
                return;
            }
            if (contains(loop.directive->firstprivate, variable_)) {
                read();
                return;
            }
        }
        if (!loop.body)
            return;
        const Begins begins = is_always_true(loop.cond.get()) ? Begins::always
                              : surely_runs(loop)             ? Begins::once
                                                              : Begins::perhaps;
        run_loop(*loop.body, begins, loop.inc.get(), loop.cond.get());
    }

    void run_switch(const ir::Switch& choice) {
        run(choice.value);
        Exits exits{false};
        exits.at_head = assigned_;
        exits_.push_back(exits);
        assigned_ = true; // the body is entered at its labels
        perhaps([&] { run(choice.body); });
        const Exits& left = exits_.back();
        assigned_ = assigned_ && left.broken && (left.has_default || left.at_head);
        exits_.pop_back();
    }

    // Labels and jumps; false: another statement.
    bool run_jump(const Stmt& stmt) {
        const auto innermost = [&](bool loop) {
            return std::find_if(exits_.rbegin(), exits_.rend(), [&](const Exits& e) { return e.is_loop || !loop; });
        };
        if (const auto* label = stmt.as<ir::Case>()) {
            enter_case(label->body);
        } else if (const auto* other = stmt.as<ir::Default>()) {
            if (const auto around = std::find_if(exits_.rbegin(), exits_.rend(), [](auto& e) { return !e.is_loop; });
                around != exits_.rend())
                around->has_default = true;
            enter_case(other->body);
        } else if (const auto* named = stmt.as<ir::Label>()) {
            if (const auto from = jumped_.find(named->name); from != jumped_.end())
                assigned_ = assigned_ && from->second;
            seen_.insert(named->name);
            left_ = true;
            run(named->body);
        } else if (const auto* to = stmt.as<ir::Goto>()) {
            if (to->computed) { // anywhere
                run(to->computed);
                result_.always = false;
                result_.may_read_first = true;
            }
            const auto at = jumped_.try_emplace(to->label, true).first;
            at->second = at->second && assigned_;
            if (seen_.contains(to->label) && !assigned_) { // backwards, past what the label's code relied on
                result_.always = false;
                result_.may_read_first = true;
            }
            jump();
        } else if (stmt.as<ir::Break>() != nullptr || stmt.as<ir::Continue>() != nullptr) {
            const bool is_break = stmt.as<ir::Break>() != nullptr;
            const auto around = innermost(!is_break);
            if (around == exits_.rend())
                leave_iteration();
            else
                (is_break ? around->broken : around->continued) &= assigned_;
            jump();
        } else if (const auto* back = stmt.as<ir::Return>()) {
            run(back->value);
            leave_iteration();
            jump();
        } else {
            return false;
        }
        return true;
    }

    void enter_case(const ir::StmtPtr& body) {
        const auto around = std::find_if(exits_.rbegin(), exits_.rend(), [](const Exits& e) { return !e.is_loop; });
        assigned_ = assigned_ && (around == exits_.rend() || around->at_head);
        run(body);
    }

    const VarDecl* variable_;
    const Part* part_; // null: all of it
    const Summary* summary_;
    Parameters* seen_parameters_ = nullptr; // that are being looked at
    bool pointed_ = false;                  // the variable is what variable_ points at
    bool lost_ = false;
    int conditions_ = 0;
    bool left_ = false; // by a jump, somewhere before
    bool assigned_ = false;
    bool written_ = false; // somewhere before
    Assignment result_;
    std::vector<Exits> exits_;
    std::set<const ir::Call*> asked_;    // that have filled it perhaps
    std::set<const VarDecl*> answers_;   // what holds their results
    std::map<std::string, bool> jumped_; // by label: whether all jumps so far had assigned it
    std::set<std::string> seen_;         // labels
};

Handed handed(const Summary& summary, const ir::Call& call, std::size_t index, ir::TypeRef type, Parameters& seen) {
    const Handed unknown{.writes = true};
    const ir::FunctionDecl* callee = ir::called_function(call);
    const ir::FunctionDecl* body = summary.definition(callee);
    if (callee == nullptr)
        return unknown;
    if (const LibraryEffect* effect = body == nullptr ? library_effect(callee->name) : nullptr) {
        const char letter = effect->argument(index);
        const bool reads = effect->reads(index) || letter == 'v';
        return {.reads = reads,
                .may_read = reads,
                .writes = effect->writes(index),
                .surely = letter == 'e' || letter == 'x',
                .seldom = letter == 'p' || (letter == 'W' && !effect->bytes.exactly)};
    }
    const ir::TypeRef parameter = index < callee->type->params.size() ? callee->type->params[index] : nullptr;
    if (summary.only_reads(call, index))
        return {.reads = true, .may_read = true};
    const bool fits = body != nullptr && index < body->params.size() && parameter != nullptr &&
                      parameter->is_pointer() && parameter->inner->kind == type->kind;
    if (!fits || !seen.emplace(body, index).second)
        return unknown;
    Walk walk(body->params[index].get(), &summary, &seen);
    const Assignment inside = walk.body(*body->body);
    seen.erase({body, index});
    if (walk.is_lost())
        return unknown;
    return {inside.read_unwritten, inside.may_read_first, true, inside.always, !inside.filled};
}

} // namespace

Assignment assignment_in(const Stmt& body, const VarDecl* variable) { return Walk(variable).body(body); }

Assignment assignment_in(const Summary& summary, const Stmt& body, const VarDecl* variable) {
    return Walk(variable, nullptr, &summary).body(body);
}

Assignment assignment_in(const Summary& summary, const Stmt& body, const VarDecl* variable, const Part& part) {
    return Walk(variable, &part, &summary).body(body);
}

std::map<const ir::VarDecl*, int> mentions(const ir::Stmt& stmt) {
    std::map<const ir::VarDecl*, int> count;
    walk(
        stmt,
        [&](const ir::Expr& e) {
            if (const ir::VarDecl* variable = e.as<ir::DeclRef>() != nullptr ? ir::named_variable(&e) : nullptr)
                ++count[variable];
        },
        [](const ir::Stmt&) {});
    return count;
}

} // namespace hydra::passes
