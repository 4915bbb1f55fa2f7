// Pass: the symbolic range pass. Propagates ranges of integer variables through the serial code of each function
// (constants assigned, conditions around, guards that leave the function, counted loops), and which of two variables
// conditions say to be the smaller one, and notes for every statement what is known where it stands. isl's context
// starts from these. A forward problem on the function's graph: where control may come from several places, what they
// agree on is known; bounds that move from round to round of a loop are given up at its head. After it: ValueFacts hold
// an entry for each launch and each serial statement about which anything is known.
#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ir/operators.h"
#include "passes/context.h"
#include "passes/flow/dataflow.h"
#include "passes/flow/value_facts.h"
#include "passes/passes.h"

namespace hydra::passes {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

using Known = std::map<const VarDecl*, std::pair<std::int64_t, std::int64_t>>;

// What is known at a place. Where nobody comes, everything would hold.
struct Facts {
    Known known;
    Orders orders;
    bool reached = false;

    bool operator==(const Facts&) const = default;

    // What holds where control may come from either.
    void join(const Facts& other) {
        if (!other.reached)
            return;
        if (!reached) {
            *this = other;
            return;
        }
        for (auto it = known.begin(); it != known.end();) {
            const auto also = other.known.find(it->first);
            if (also == other.known.end()) {
                it = known.erase(it);
                continue;
            }
            auto& [least, most] = it->second;
            least = std::min(least, also->second.first);
            most = std::max(most, also->second.second);
            ++it;
        }
        for (auto it = orders.begin(); it != orders.end();) {
            const auto also = other.orders.find(it->first);
            it->second = also != other.orders.end() ? std::min(it->second, also->second) : it->second;
            it = also == other.orders.end() ? orders.erase(it) : std::next(it);
        }
    }

    void forget(const VarDecl* variable) {
        known.erase(variable);
        std::erase_if(
            orders, [&](const auto& entry) { return entry.first.first == variable || entry.first.second == variable; });
    }

    // Gives up the bounds that have moved since before.
    void widen(const Facts& before) {
        for (auto it = known.begin(); before.reached && it != known.end();) {
            auto& [least, most] = it->second;
            const auto& [old_least, old_most] = before.known.at(it->first);
            least = least < old_least ? lowest : least;
            most = most > old_most ? highest : most;
            it = least == lowest && most == highest ? known.erase(it) : std::next(it);
        }
    }
};

class RangeProblem {
  public:
    using Value = Facts;
    static constexpr Direction direction = Direction::forward;

    RangeProblem(const Summary& summary, const Cfg& graph)
        : summary_(summary), graph_(graph), visits_(graph.blocks().size(), 0) {}

    // Adds what is known at each statement.
    void run(ValueFacts& found) {
        std::vector<Facts> facts = solve(graph_, *this);
        for (const Cfg::BlockId id : graph_.reverse_postorder()) {
            const Cfg::Block& block = graph_.block(id);
            auto statement = block.statements.begin();
            for (std::size_t step = 0; step <= block.steps.size(); ++step) {
                for (; statement != block.statements.end() && statement->before == step; ++statement)
                    note(*statement->stmt, facts[id], found);
                if (step < block.steps.size())
                    run(block.steps[step], facts[id]);
            }
        }
    }

    // ---- the problem

    [[nodiscard]] static Facts boundary() {
        Facts facts;
        facts.reached = true;
        return facts;
    }
    [[nodiscard]] static bool join(Facts& into, const Facts& other) {
        const Facts before = into;
        into.join(other);
        return into != before;
    }
    // Bounds move a few times where ways meet; where they do so with every round, that must end.
    void widen(Cfg::BlockId head, Facts& facts, const Facts& before) {
        if (++visits_[head] > 3)
            facts.widen(before);
    }
    void transfer(Cfg::BlockId id, Facts& facts) {
        for (const Cfg::Step& step : graph_.block(id).steps)
            run(step, facts);
    }
    void cross(Cfg::BlockId from, const Cfg::Edge& edge, Facts& facts) {
        const Expr* condition = graph_.block(from).condition;
        here_ = &facts;
        if (edge.kind == Cfg::Edge::Kind::when_true || edge.kind == Cfg::Edge::Kind::when_false)
            assume(*condition, edge.kind == Cfg::Edge::Kind::when_true);
        else if (edge.kind == Cfg::Edge::Kind::on_case && condition != nullptr)
            assume_case(*condition, *edge.label->as<ir::Case>());
        here_ = nullptr;
    }

  private:
    static void note(const Stmt& stmt, const Facts& facts, ValueFacts& found) {
        if (!facts.known.empty())
            found.ranges[&stmt] = facts.known;
        if (!facts.orders.empty())
            found.orders[&stmt] = facts.orders;
    }

    void run(const Cfg::Step& step, Facts& facts) {
        here_ = &facts;
        if (step.kind == Cfg::Step::Kind::evaluate)
            evaluate(*step.expr);
        else if (step.kind == Cfg::Step::Kind::declare)
            declare(*step.variable);
        else if (step.kind == Cfg::Step::Kind::directive)
            enter_parallel(*step.stmt);
        here_ = nullptr;
    }

    // Iterations begin with other values than the text says of what they add up or have for themselves.
    void enter_parallel(const Stmt& loop) {
        const VarDecl* counter = summary_.canonical(loop.as<ir::For>()->canonical.variable);
        const auto [known, is_new] = changed_in_.try_emplace(&loop);
        if (is_new)
            known->second = summary_.changed_by(loop);
        for (const VarDecl* variable : known->second)
            if (variable != counter)
                here_->forget(variable);
    }

    void declare(const VarDecl& variable) {
        for (ir::TypeRef type = variable.type; type->is_array() || type->is_pointer(); type = type->inner)
            if (type->vla_length != nullptr) // `int row[n += 2]`
                forget(changed_by(*type->vla_length));
        if (variable.has_static_lifetime()) // initialised once, when the program starts
            return;
        if (variable.init)
            forget(changed_by(*variable.init));
        assign(&variable, variable.init.get());
    }

    void evaluate(const Expr& expr) {
        if (count_up(*ir::strip(&expr)))
            return;
        forget(changed_by(expr));
        const auto* binary = ir::strip(&expr)->as<ir::Binary>();
        if (binary != nullptr && binary->op == BinaryOp::assign)
            if (const VarDecl* variable = ir::named_variable(binary->lhs.get()))
                assign(summary_.canonical(variable), binary->rhs.get());
    }

    // `v++`, which takes a known range along.
    bool count_up(const Expr& expr) {
        const auto* unary = expr.as<ir::Unary>();
        const bool counts =
            unary != nullptr && (unary->op == ir::UnaryOp::pre_inc || unary->op == ir::UnaryOp::post_inc);
        const VarDecl* named = counts ? ir::named_variable(unary->operand.get()) : nullptr;
        const VarDecl* variable = named != nullptr ? summary_.canonical(named) : nullptr;
        const auto found = variable != nullptr ? here_->known.find(variable) : here_->known.end();
        if (found == here_->known.end() || !can_be_known(variable) || wraps(variable->type))
            return false;
        auto [least, most] = found->second;
        least += least != lowest ? 1 : 0;
        most += most != highest ? 1 : 0;
        here_->forget(variable);
        here_->known[variable] = {least, most};
        return true;
    }

    // The value that chooses the case is the variable's own, and so are the case's constants.
    void assume_case(const Expr& value, const ir::Case& one) {
        const VarDecl* variable = ir::named_variable(&value);
        const auto low = ir::constant_value(*one.low);
        const auto high = one.high ? ir::constant_value(*one.high) : low;
        const auto range = variable != nullptr ? type_range(variable->type) : std::nullopt;
        if (!low || !high || !range || !value.type->is_integer() ||
            value.type->is_unsigned() != variable->type->is_unsigned() || *low < range->first ||
            *high > range->second || *low > *high)
            return;
        compare(variable, BinaryOp::ge, *low);
        compare(variable, BinaryOp::le, *high);
    }

    // ---- what is known ----

    // What the expression changes; it is asked for in every round.
    const Variables& changed_by(const Expr& expr) {
        const auto [known, is_new] = changed_.try_emplace(&expr);
        if (is_new)
            known->second = summary_.changed_by(expr);
        return known->second;
    }

    void forget(const Variables& variables) {
        for (const VarDecl* variable : variables)
            here_->forget(variable);
    }

    // What other code than the program's own text may change has no range.
    static bool can_be_known(const VarDecl* variable) {
        return variable->type->is_integer() && !variable->type->quals.is_volatile && !variable->type->quals.is_atomic;
    }

    void assign(const VarDecl* variable, const Expr* value) {
        here_->forget(variable);
        if (value == nullptr || !can_be_known(variable))
            return;
        const auto range = type_range(variable->type);
        const auto constant = ir::constant_value(*value);
        if (constant && range && *constant >= range->first && *constant <= range->second) // else it is converted
            here_->known[variable] = {*constant, *constant};
    }

    // Adding 1 to the largest value is no error.
    static bool wraps(ir::TypeRef type) { return type->is_unsigned() || ir::size_of(type).value_or(0) < 4; }

    // What the condition says, but of a variable that it changes itself: `n < 50 && (n = 100) > 0`.
    void assume(const Expr& cond, bool holds) {
        refine(cond, holds);
        forget(changed_by(cond));
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
        else if (left != nullptr && right != nullptr)
            order(left, holds ? binary->op : negated(binary->op), right);
    }

    void order(const VarDecl* left, BinaryOp op, const VarDecl* right) {
        left = summary_.canonical(left);
        right = summary_.canonical(right);
        const auto has_all_values = [](const VarDecl* variable) { // as 64-bit numbers
            const auto range = type_range(variable->type);
            return can_be_known(variable) && range && (!variable->type->is_unsigned() || range->second < highest);
        };
        if (left == right || !has_all_values(left) || !has_all_values(right))
            return;
        const auto at_most = [&](const VarDecl* less, const VarDecl* more, std::int64_t apart) {
            std::int64_t& known = here_->orders.try_emplace({less, more}, apart).first->second;
            known = std::max(known, apart);
        };
        if (op == BinaryOp::lt || op == BinaryOp::le || op == BinaryOp::eq)
            at_most(left, right, op == BinaryOp::lt ? 1 : 0);
        if (op == BinaryOp::gt || op == BinaryOp::ge || op == BinaryOp::eq)
            at_most(right, left, op == BinaryOp::gt ? 1 : 0);
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
        variable = summary_.canonical(variable);
        // Unsigned variables compare as such; a negative constant would not mean what it says.
        if (!can_be_known(variable) || (variable->type->is_unsigned() && value < 0) || value == lowest ||
            value == highest)
            return;
        auto [it, fresh] = here_->known.try_emplace(variable, lowest, highest);
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

    const Summary& summary_;
    const Cfg& graph_;
    std::map<const Expr*, Variables> changed_;
    std::map<const Stmt*, Variables> changed_in_; // parallel loops
    std::vector<int> visits_;
    Facts* here_ = nullptr;
};

// Whether control, or what it changes, is nowhere to be seen in the function's text.
bool is_opaque(const Stmt& body) {
    bool found = false;
    walk(
        body, [](const Expr&) {}, [&](const Stmt& s) { found = found || s.as<ir::Asm>() != nullptr; });
    return found || may_come_back(body);
}

} // namespace

void ranges_pass(Context& context, ValueFacts& facts) {
    for (const ir::Function& function : context.program.functions)
        if (!is_opaque(*function.decl->body)) {
            const Cfg graph(*function.decl->body,
                            {.summary = &context.summary, .first_rounds = false, .dead_code = true});
            RangeProblem(context.summary, graph).run(facts);
        }
}

} // namespace hydra::passes
