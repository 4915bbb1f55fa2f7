// A forward problem on the graph of the body (assigned_state.h has its lattice), and one more walk through the blocks,
// in the order of the text, that says what is read where nothing was assigned.
#include "passes/flow/definite_assignment.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "passes/facts/library.h"
#include "passes/facts/summary.h"
#include "passes/flow/assigned_state.h"
#include "passes/flow/dataflow.h"

namespace hydra::passes {

namespace {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

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

class Assigning {
  public:
    using Value = AssignedState;
    static constexpr Direction direction = Direction::forward;

    Assigning(const Stmt& body, const VarDecl* variable, const Part* part = nullptr, const Summary* summary = nullptr)
        : body_(body), variable_(variable), part_(part), summary_(summary), graph_(body, options(part, summary)) {}
    // Of what a pointer parameter of a function points at.
    Assigning(const Stmt& body, const VarDecl* parameter, const Summary* summary, Parameters* seen)
        : body_(body), variable_(parameter), part_(nullptr), summary_(summary), seen_parameters_(seen), pointed_(true),
          graph_(body, options(nullptr, summary)) {}

    Assignment result();
    // Whether the parameter is used in other ways than to reach what it points at.
    [[nodiscard]] bool is_lost() const { return lost_; }

    // ---- the problem

    [[nodiscard]] static AssignedState boundary() { return AssignedState::at_begin(); }
    [[nodiscard]] static bool join(AssignedState& into, const AssignedState& other) { return into.join(other); }
    void transfer(Cfg::BlockId id, AssignedState& state) {
        const Cfg::Block& block = graph_.block(id);
        if (is_private_inside(block.inside, variable_)) // another one with the same name
            return;
        state_ = &state;
        for (const Cfg::Step& step : block.steps) {
            const AssignedState before = heads_private(block, variable_) ? state : AssignedState();
            run(step);
            if (before.is_reached())
                state.restore(before);
        }
        state_ = nullptr;
    }
    void cross(Cfg::BlockId from, const Cfg::Edge& edge, AssignedState& state) const;

  private:
    // Loops over an array's elements have as many rounds as there are elements in use.
    static Cfg::Options options(const Part* part, const Summary* summary) {
        return {.summary = summary, .loops_run = part != nullptr && part->elements};
    }
    [[nodiscard]] bool surely_comes_to(const Expr& expr) const;

    void read(const Expr* at = nullptr, bool certainly = true) {
        const bool is_first = !state_->is_assigned() && state_->is_reached();
        state_->read();
        if (!is_first || result_ == nullptr)
            return;
        if (result_->first_read == nullptr) {
            result_->first_read = at;
            result_->surely_read = certainly && at != nullptr && !written_;
        }
        result_->may_read_first = true;
        result_->read_unwritten = result_->read_unwritten || !written_;
    }
    void write(bool certainly = true) {
        state_->write(certainly);
        written_ = true;
    }

    void run(const Cfg::Step& step);
    void run_directive(const ir::Directive& directive);

    void run(const ir::ExprPtr& expr) {
        if (expr)
            run(*expr);
    }
    // Of an operand, which a step before may have evaluated.
    void run(const Expr& expr) {
        if (!graph_.is_evaluated_before(expr))
            run_step(expr);
    }
    void run_step(const Expr& expr) {
        evaluate(expr);
        note_answer(expr);
    }
    void evaluate(const Expr& expr);

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

    void run_call_with_address(const Expr& expr, const ir::Call& call);

    // ---- calls that fill the variable on some ways only, and whose result says on which

    void fill_perhaps(const Expr& call) {
        if (state_->is_assigned())
            return;
        if (result_ != nullptr && result_->filler == nullptr)
            result_->filler = &call;
        state_->fill_perhaps();
        asked_.insert(call.as<ir::Call>());
    }
    void note_answer(const Expr& expr);
    [[nodiscard]] bool tells(const Expr& expr, const AssignedState& state) const;

    // ---- parts

    bool run_part(const Expr& expr);
    void run_call(const Expr& expr, const ir::Call& call);
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

    const Stmt& body_;
    const VarDecl* variable_;
    const Part* part_; // null: all of it
    const Summary* summary_;
    Parameters* seen_parameters_ = nullptr; // that are being looked at
    bool pointed_ = false;                  // the variable is what variable_ points at
    const Cfg graph_;
    bool lost_ = false;
    AssignedState* state_ = nullptr;  // where the walk is
    std::set<const ir::Call*> asked_; // that have filled it perhaps
    // Of the last walk:
    Assignment* result_ = nullptr;
    bool written_ = false; // somewhere before
};

Assignment Assigning::result() {
    std::vector<AssignedState> states = solve(graph_, *this);
    Assignment found;
    found.always = !states[graph_.exit()].is_reached() || states[graph_.exit()].is_certain();
    result_ = &found;
    written_ = false;
    for (const Cfg::BlockId id : graph_.in_text_order())
        transfer(id, states[id]); // now at the block's end
    for (const Cfg::BlockId id : graph_.reverse_postorder())
        for (const Cfg::Edge& edge : graph_.block(id).successors)
            if (edge.to == graph_.exit()) { // here, what is believed on one of the ways need not be on the others
                AssignedState leaving = states[id];
                cross(id, edge, leaving);
                found.filled = found.filled && leaving.is_assigned();
            }
    found.surely_read = found.surely_read && surely_comes_to(*found.first_read);
    result_ = nullptr;
    return found;
}

// Whether each iteration that ends comes to the expression.
bool Assigning::surely_comes_to(const Expr& expr) const {
    const Cfg plain(body_, {.summary = summary_});
    const Dominators dominators(plain);
    bool found = false;
    for (const Cfg::BlockId id : plain.reverse_postorder())
        for (const Cfg::Step& step : plain.block(id).steps)
            plain.for_each_expression(step, [&](const Expr& each) {
                found = found || (&each == &expr && dominators.dominates(id, plain.exit()));
            });
    return found;
}

void Assigning::cross(Cfg::BlockId from, const Cfg::Edge& edge, AssignedState& state) const {
    const Cfg::Block& block = graph_.block(from);
    if (edge.kind != Cfg::Edge::Kind::when_true && edge.kind != Cfg::Edge::Kind::when_false)
        return;
    // Who has gone on while a call filled the variable leaves when it did not.
    const Stmt* stmt = block.decides.stmt;
    const bool leaves_loop = edge.outcome == Cfg::Edge::Outcome::fails && stmt != nullptr &&
                             (stmt->as<ir::For>() != nullptr || stmt->as<ir::While>() != nullptr);
    const AssignedState::Belief belief{block.decides, edge.outcome};
    if (edge.outcome != Cfg::Edge::Outcome::open)
        state.decide(belief, leaves_loop);
    if (!leaves_loop && !state.is_assigned() && state.is_asked_for() && tells(*block.condition, state))
        state.believe(belief);
}

void Assigning::run(const Cfg::Step& step) {
    if (step.kind == Cfg::Step::Kind::evaluate) {
        run_step(*step.expr);
    } else if (step.kind == Cfg::Step::Kind::directive) {
        run_directive(*step.stmt->as<ir::For>()->directive);
    } else if (step.kind == Cfg::Step::Kind::declare) {
        for (ir::TypeRef type = step.variable->type; type->is_array() || type->is_pointer(); type = type->inner)
            if (type->vla_length != nullptr)
                run(*type->vla_length);
        if (step.variable->has_static_lifetime())
            return;
        run(step.variable->init);
        if (step.variable->init && tells(*step.variable->init, *state_))
            state_->answer(step.variable, true);
    }
}

void Assigning::run_directive(const ir::Directive& directive) {
    ir::for_each_expression(directive, [this](const Expr& expr) { run(expr); });
    for (const ir::Reduction& reduction : directive.reductions)
        if (reduction.variable == variable_) { // combined with its old value
            read();
            write();
        }
    const auto& copied = directive.firstprivate;
    if (std::find(copied.begin(), copied.end(), variable_) != copied.end())
        read();
}

void Assigning::evaluate(const Expr& expr) {
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
        return;
    }
    if (const auto* assign = expr.as<ir::Binary>();
        assign != nullptr && part_ == nullptr && assign->op == ir::BinaryOp::assign && is_variable(*assign->lhs)) {
        run(assign->rhs);
        write();
        return;
    }
    if (expr.as<ir::StatementExpr>() == nullptr) // its statements are steps
        ir::for_each_child(expr, [&](const Expr& child) { run(child); });
}

// What is handed over is read and filled once all arguments are there.
void Assigning::run_call_with_address(const Expr& expr, const ir::Call& call) {
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
    if (all.may_read && !state_->is_assigned() && result_ != nullptr) {
        result_->may_read_first = true;
        result_->first_read = result_->first_read != nullptr ? result_->first_read : &expr;
    }
    if (!all.writes)
        return;
    if (!all.surely && all.seldom)
        fill_perhaps(expr);
    else
        write(all.surely);
    written_ = true;
}

// `n = sscanf(…)`: whoever asks n asks what the call has done.
void Assigning::note_answer(const Expr& expr) {
    const auto* assign = expr.as<ir::Binary>();
    if (!state_->is_asked_for() || assign == nullptr || !ir::is_assignment(assign->op))
        return;
    const VarDecl* target = ir::named_variable(assign->lhs.get());
    const bool plain = assign->op == ir::BinaryOp::assign;
    const bool joins = assign->op == ir::BinaryOp::and_assign || assign->op == ir::BinaryOp::or_assign;
    if (target != nullptr && (plain || joins) && tells(*assign->rhs, *state_))
        state_->answer(target, true);
    else if (plain)
        state_->answer(target, false);
}

// Whether such a call stands in the expression, or a variable with its result.
bool Assigning::tells(const Expr& expr, const AssignedState& state) const {
    if (!state.is_asked_for())
        return false;
    bool found = asked_.contains(expr.as<ir::Call>()) ||
                 (expr.as<ir::DeclRef>() != nullptr && state.is_answer(ir::named_variable(&expr)));
    ir::for_each_child(expr, [&](const Expr& child) { found = found || tells(child, state); });
    return found;
}

// Whether a part of the variable, or the part's address, is what the expression is about.
bool Assigning::run_part(const Expr& expr) {
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

void Assigning::run_call(const Expr& expr, const ir::Call& call) {
    bool fills = false;
    run(call.callee);
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        const Expr& argument = *call.args[i];
        const std::optional<Part> part = part_handed(argument, variable_);
        if (!part || !summary_->only_reads(call, i)) {
            const AssignedState before = *state_;
            run(argument); // what is handed over is filled once all arguments are there
            const bool filled = part && ((state_->is_assigned() && !before.is_assigned()) || reaches(call, i, *part));
            if (part)
                state_->restore(before);
            if (filled && leaves_alone(call, i))
                fill_perhaps(expr);
            else
                fills = fills || filled;
        } else if (part->begin == part_->begin && part->end == part_->end) {
            read(&argument, false);
        }
    }
    if (fills)
        state_->write(true);
}

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
    Assigning walk(*body->body, body->params[index].get(), &summary, &seen);
    const Assignment inside = walk.result();
    seen.erase({body, index});
    if (walk.is_lost())
        return unknown;
    return {inside.read_unwritten, inside.may_read_first, true, inside.always, !inside.filled};
}

} // namespace

Assignment assignment_in(const Stmt& body, const VarDecl* variable) { return Assigning(body, variable).result(); }

Assignment assignment_in(const Summary& summary, const Stmt& body, const VarDecl* variable) {
    return Assigning(body, variable, nullptr, &summary).result();
}

Assignment assignment_in(const Summary& summary, const Stmt& body, const VarDecl* variable, const Part& part) {
    return Assigning(body, variable, &part, &summary).result();
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
