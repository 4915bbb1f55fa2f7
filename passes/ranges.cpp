// Pass 2: the symbolic range pass. Propagates ranges of integer variables through the serial code of each function
// (constants assigned, conditions around, guards that leave the function, counted loops), and notes for every statement
// what is known where it stands. isl's context starts from these.
// After it: State::ranges holds an entry for each launch and each serial statement about which anything is known.
#include <algorithm>
#include <limits>
#include <optional>

#include "ir/operators.h"
#include "passes/library.h"
#include "passes/state.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

using Known = std::map<const VarDecl*, std::pair<std::int64_t, std::int64_t>>;

bool ends_here(const Stmt& stmt) {
    if (stmt.as<ir::Return>() != nullptr)
        return true;
    if (const auto* compound = stmt.as<ir::Compound>())
        return std::any_of(compound->items.begin(), compound->items.end(), [](const auto& s) { return ends_here(*s); });
    if (const auto* expression = stmt.as<ir::ExprStmt>()) {
        const auto* call = expression->expr ? ir::strip(expression->expr.get())->as<ir::Call>() : nullptr;
        const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
        const LibraryEffect* effect =
            callee != nullptr && !callee->in_user_file ? library_effect(callee->name) : nullptr;
        return effect != nullptr && effect->ends;
    }
    return false;
}

class RangeWalk {
  public:
    explicit RangeWalk(State& state) : state_(state) {}

    void visit(const Stmt& stmt) {
        note(stmt);
        if (const auto* compound = stmt.as<ir::Compound>()) {
            for (const auto& item : compound->items)
                visit(*item);
        } else if (const auto* declaration = stmt.as<ir::DeclStmt>()) {
            for (const auto& variable : declaration->variables) {
                if (variable->has_static_lifetime()) // initialised once, when the program starts
                    continue;
                if (variable->init)
                    forget(state_.summary.changed_by(*variable->init));
                assign(variable.get(), variable->init.get());
            }
        } else if (const auto* expression = stmt.as<ir::ExprStmt>()) {
            if (expression->expr)
                run(*expression->expr);
        } else if (const auto* branch = stmt.as<ir::If>()) {
            visit_if(*branch);
        } else {
            visit_opaque(stmt);
        }
    }

  private:
    void note(const Stmt& stmt) {
        if (known_.empty())
            return;
        Ranges& ranges = state_.ranges[&stmt];
        for (const auto& [variable, range] : known_)
            ranges[variable] = range;
    }

    void forget(const Variables& variables) {
        for (const VarDecl* variable : variables)
            known_.erase(variable);
    }

    // What other code than the program's own text may change has no range.
    static bool can_be_known(const VarDecl* variable) {
        return variable->type->is_integer() && !variable->type->quals.is_volatile && !variable->type->quals.is_atomic;
    }

    void assign(const VarDecl* variable, const Expr* value) {
        known_.erase(variable);
        if (value == nullptr || !can_be_known(variable))
            return;
        const auto range = type_range(variable->type);
        const auto constant = ir::constant_value(*value);
        if (constant && range && *constant >= range->first && *constant <= range->second) // else it is converted
            known_[variable] = {*constant, *constant};
    }

    void run(const Expr& expr) {
        forget(state_.summary.changed_by(expr));
        const auto* binary = ir::strip(&expr)->as<ir::Binary>();
        if (binary != nullptr && binary->op == BinaryOp::assign)
            if (const VarDecl* variable = ir::named_variable(binary->lhs.get()))
                assign(state_.summary.canonical(variable), binary->rhs.get());
    }

    // Loops and the rest: what they change is unknown inside (at the start of any round) and after.
    void visit_opaque(const Stmt& stmt) {
        const Variables changed = state_.summary.changed_by(stmt);
        if (const auto* loop = stmt.as<ir::For>()) {
            if (loop->init)
                visit(*loop->init);
            forget_inside(stmt, *loop);
            if (loop->body) {
                const Known outside = known_;
                if (loop->cond)
                    assume(*loop->cond, true);
                visit(*loop->body);
                known_ = outside;
            }
        } else {
            forget(changed);
            ir::for_each_child(
                stmt, [](const Expr&) {},
                [&](const Stmt& child) {
                    const Known outside = known_;
                    visit(child);
                    known_ = outside;
                });
        }
        forget(changed);
    }

    // A variable that only counts upward keeps its lower bound through the loop, where its type cannot wrap around.
    void forget_inside(const Stmt& stmt, const ir::For& loop) {
        const auto* increment = loop.inc ? ir::strip(loop.inc.get())->as<ir::Unary>() : nullptr;
        const VarDecl* counter = nullptr;
        if (increment != nullptr && (increment->op == ir::UnaryOp::pre_inc || increment->op == ir::UnaryOp::post_inc))
            counter = ir::named_variable(increment->operand.get());
        const auto changes_it = [&](const auto& part) {
            return part && state_.summary.changed_by(*part).contains(counter);
        };
        if (counter != nullptr)
            counter = state_.summary.canonical(counter);
        if (counter != nullptr && (wraps(counter->type) || changes_it(loop.body) || changes_it(loop.cond)))
            counter = nullptr;
        std::optional<std::int64_t> least;
        if (const auto found = known_.find(counter); counter != nullptr && found != known_.end())
            least = found->second.first;
        forget(state_.summary.changed_by(stmt));
        if (least)
            known_[counter] = {*least, highest};
    }

    // Adding 1 to the largest value is no error.
    static bool wraps(ir::TypeRef type) { return type->is_unsigned() || ir::size_of(type).value_or(0) < 4; }

    void visit_if(const ir::If& branch) {
        forget(state_.summary.changed_by(*branch.cond));
        const Known before = known_;
        assume(*branch.cond, true);
        visit(*branch.then);
        const Known then = known_;
        known_ = before;
        assume(*branch.cond, false);
        if (branch.otherwise)
            visit(*branch.otherwise);
        if (ends_here(*branch.then))
            return;
        if (branch.otherwise && ends_here(*branch.otherwise)) {
            known_ = then;
            return;
        }
        for (auto it = known_.begin(); it != known_.end();) {
            const auto other = then.find(it->first);
            if (other == then.end()) {
                it = known_.erase(it);
                continue;
            }
            it->second = {std::min(it->second.first, other->second.first),
                          std::max(it->second.second, other->second.second)};
            ++it;
        }
    }

    // What the condition says, but of a variable that it changes itself: `n < 50 && (n = 100) > 0`.
    void assume(const Expr& cond, bool holds) {
        refine(cond, holds);
        forget(state_.summary.changed_by(cond));
    }

    void refine(const Expr& cond, bool holds) {
        const auto* binary = ir::strip(&cond)->as<ir::Binary>();
        if (binary == nullptr) {
            const auto* negation = ir::strip(&cond)->as<ir::Unary>();
            if (negation != nullptr && negation->op == ir::UnaryOp::logical_not)
                refine(*negation->operand, !holds);
            return;
        }
        if (binary->op == (holds ? BinaryOp::logical_and : BinaryOp::logical_or)) {
            refine(*binary->lhs, holds);
            refine(*binary->rhs, holds);
            return;
        }
        const VarDecl* left = ir::named_variable(binary->lhs.get());
        const VarDecl* right = ir::named_variable(binary->rhs.get());
        // A signed variable that is converted to an unsigned type does not compare as itself.
        const auto converted = [&](const VarDecl* variable, const ir::ExprPtr& side) {
            return variable != nullptr && side->type->is_integer() &&
                   side->type->is_unsigned() != variable->type->is_unsigned();
        };
        if (converted(left, binary->lhs) || converted(right, binary->rhs))
            return;
        if (const auto value = ir::constant_value(*binary->rhs); value && left != nullptr)
            compare(left, holds ? binary->op : negated(binary->op), *value);
        else if (const auto other = ir::constant_value(*binary->lhs); other && right != nullptr)
            compare(right, ir::mirrored(holds ? binary->op : negated(binary->op)), *other);
    }

    static BinaryOp negated(BinaryOp op) {
        switch (op) {
        case BinaryOp::lt:
            return BinaryOp::ge;
        case BinaryOp::ge:
            return BinaryOp::lt;
        case BinaryOp::gt:
            return BinaryOp::le;
        case BinaryOp::le:
            return BinaryOp::gt;
        case BinaryOp::eq:
            return BinaryOp::ne;
        case BinaryOp::ne:
            return BinaryOp::eq;
        default:
            return BinaryOp::comma;
        }
    }

    void compare(const VarDecl* variable, BinaryOp op, std::int64_t value) {
        variable = state_.summary.canonical(variable);
        // Unsigned variables compare as such; a negative constant would not mean what it says.
        if (!can_be_known(variable) || (variable->type->is_unsigned() && value < 0) || value == lowest ||
            value == highest)
            return;
        auto [it, fresh] = known_.try_emplace(variable, lowest, highest);
        auto& [least, most] = it->second;
        switch (op) {
        case BinaryOp::lt:
            most = std::min(most, value - 1);
            break;
        case BinaryOp::le:
            most = std::min(most, value);
            break;
        case BinaryOp::gt:
            least = std::max(least, value + 1);
            break;
        case BinaryOp::ge:
            least = std::max(least, value);
            break;
        case BinaryOp::eq:
            least = std::max(least, value);
            most = std::min(most, value);
            break;
        default:
            break;
        }
    }

    State& state_;
    Known known_;
};

bool jumps_about(const Stmt& body) {
    bool found = false;
    walk(
        body, [](const Expr&) {},
        [&](const Stmt& s) { found = found || s.as<ir::Label>() != nullptr || s.as<ir::Switch>() != nullptr; });
    return found || may_come_back(body);
}

} // namespace

void propagate_ranges(State& state) {
    for (const ir::Function& function : state.program.functions)
        if (!jumps_about(*function.decl->body))
            RangeWalk(state).visit(*function.decl->body);
}

} // namespace hydra::passes
