// Pass: the symbolic range pass. Propagates ranges of integer variables through the serial code of each function
// (constants assigned, conditions around, guards that leave the function, counted loops), and which of two variables
// conditions say to be the smaller one, and notes for every statement what is known where it stands. isl's context
// starts from these. Control is followed as it goes: a statement that leaves (return, break, goto, exit) hands what is
// known to where it goes to; a label knows what all gotos that name it and the statement before it agree on, a case
// what the head of its switch and the statement before it do. Functions with gotos are walked until no label learns of
// anything new, where bounds that move are given up. A loop that can be entered elsewhere than at its head begins with
// nothing known. After it: ValueFacts hold an entry for each launch and each serial statement
// about which anything is known.
#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/operators.h"
#include "passes/context.h"
#include "passes/facts/library.h"
#include "passes/flow/side_entries.h"
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
    bool reached = true;

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

    // Gives up the bounds that have moved since before, so that repeating comes to an end.
    void widen(const Facts& before) {
        if (!before.reached)
            return;
        for (auto it = known.begin(); it != known.end();) {
            auto& [least, most] = it->second;
            const auto& [old_least, old_most] = before.known.at(it->first);
            least = least < old_least ? lowest : least;
            most = most > old_most ? highest : most;
            it = least == lowest && most == highest ? known.erase(it) : std::next(it);
        }
    }
};

// Whether it is a call of `exit` or the like.
bool ends_program(const Expr* expr) {
    const auto* call = expr != nullptr ? ir::strip(expr)->as<ir::Call>() : nullptr;
    const ir::FunctionDecl* callee = call != nullptr ? ir::called_function(*call) : nullptr;
    const LibraryEffect* effect = callee != nullptr && !callee->in_user_file ? library_effect(callee->name) : nullptr;
    return effect != nullptr && effect->ends;
}

// The gotos of a function, as far as its text does not show in which state they are taken.
struct Gotos {
    bool anywhere = false;      // one is computed
    std::set<std::string> open; // the labels of those in statement expressions, which are not followed

    explicit Gotos(const Stmt& stmt) { look(stmt); }

    [[nodiscard]] bool may_name(const std::string& label) const { return anywhere || open.contains(label); }

  private:
    void look(const Stmt& stmt) {
        if (const auto* jump = stmt.as<ir::Goto>())
            anywhere = anywhere || jump->computed;
        ir::for_each_child(
            stmt,
            [&](const Expr& expr) {
                walk(
                    expr, [](const Expr&) {},
                    [&](const Stmt& inside) {
                        if (const auto* jump = inside.as<ir::Goto>()) {
                            anywhere = anywhere || jump->computed;
                            open.insert(jump->label);
                        }
                    });
            },
            [&](const Stmt& child) { look(child); });
    }
};

class RangeWalk {
  public:
    RangeWalk(const Summary& summary, ValueFacts& facts, const Stmt& body)
        : summary_(summary), facts_(facts), body_(body), gotos_(body) {}

    void run() {
        do {
            found_.clear();
            found_orders_.clear();
            here_ = {};
            has_news_ = false;
            ++rounds_;
            visit(body_);
        } while (has_news_);
        facts_.ranges.merge(found_);
        facts_.orders.merge(found_orders_);
    }

  private:
    // ---- statements ----

    void visit(const Stmt& stmt) {
        if (const auto* label = stmt.as<ir::Label>())
            enter_label(label->name);
        else if (const auto* one = stmt.as<ir::Case>())
            enter_case(one);
        else if (stmt.as<ir::Default>() != nullptr)
            enter_case(nullptr);
        if (here_.reached && !here_.known.empty())
            found_[&stmt] = here_.known;
        if (here_.reached && !here_.orders.empty())
            found_orders_[&stmt] = here_.orders;
        if (const auto* declaration = stmt.as<ir::DeclStmt>())
            declare(*declaration);
        else if (const auto* expression = stmt.as<ir::ExprStmt>())
            evaluate(expression->expr.get());
        else if (const auto* branch = stmt.as<ir::If>())
            visit_if(*branch);
        else if (const auto* choice = stmt.as<ir::Switch>())
            visit_switch(*choice);
        else if (stmt.as<ir::For>() != nullptr || stmt.as<ir::While>() != nullptr || stmt.as<ir::DoWhile>() != nullptr)
            visit_loop(stmt);
        else if (stmt.as<ir::Return>() != nullptr || stmt.as<ir::Break>() != nullptr ||
                 stmt.as<ir::Continue>() != nullptr || stmt.as<ir::Goto>() != nullptr)
            leave(stmt);
        else // blocks, and what stands behind labels
            ir::for_each_child(
                stmt, [](const Expr&) {}, [&](const Stmt& child) { visit(child); });
    }

    void declare(const ir::DeclStmt& declaration) {
        for (const auto& variable : declaration.variables) {
            for (ir::TypeRef type = variable->type; type->is_array() || type->is_pointer(); type = type->inner)
                if (type->vla_length != nullptr) // `int row[n += 2]`
                    forget(summary_.changed_by(*type->vla_length));
            if (variable->has_static_lifetime()) // initialised once, when the program starts
                continue;
            if (variable->init)
                forget(summary_.changed_by(*variable->init));
            assign(variable.get(), variable->init.get());
        }
    }

    void evaluate(const Expr* expr) {
        if (expr == nullptr)
            return;
        forget(summary_.changed_by(*expr));
        const auto* binary = ir::strip(expr)->as<ir::Binary>();
        if (binary != nullptr && binary->op == BinaryOp::assign)
            if (const VarDecl* variable = ir::named_variable(binary->lhs.get()))
                assign(summary_.canonical(variable), binary->rhs.get());
        here_.reached = here_.reached && !ends_program(expr);
    }

    void visit_if(const ir::If& branch) {
        forget(summary_.changed_by(*branch.cond));
        const Facts before = here_;
        assume(*branch.cond, true);
        visit(*branch.then);
        const Facts then = std::exchange(here_, before);
        assume(*branch.cond, false);
        if (branch.otherwise)
            visit(*branch.otherwise);
        here_.join(then);
    }

    // What the loop changes is unknown inside, at the start of any round, and after it, however it is left.
    void visit_loop(const Stmt& stmt) {
        const auto* counting = stmt.as<ir::For>();
        const auto* repeating = stmt.as<ir::While>();
        if (counting != nullptr && counting->init)
            visit(*counting->init);
        if (counting != nullptr)
            forget_inside(stmt, *counting);
        else
            forget(summary_.changed_by(stmt));
        if (has_side_entry(stmt, body_)) // the next round begins with what is known there
            here_ = {};
        const Facts outside = here_;
        const Expr* cond = counting != nullptr    ? counting->cond.get()
                           : repeating != nullptr ? repeating->cond.get()
                                                  : nullptr;
        if (cond != nullptr)
            assume(*cond, true);
        const Stmt* body = counting != nullptr    ? counting->body.get()
                           : repeating != nullptr ? repeating->body.get()
                                                  : stmt.as<ir::DoWhile>()->body.get();
        switches_.push_back(nullptr);
        if (body != nullptr)
            visit(*body);
        switches_.pop_back();
        here_ = outside;
        forget(summary_.changed_by(stmt));
    }

    // ---- jumps ----

    struct Choice {
        const Expr* value;
        Facts head;                    // where the value is known and no case is chosen yet
        Facts after = {{}, {}, false}; // at its breaks
        bool takes_all = false;        // there is a default
    };

    void visit_switch(const ir::Switch& choice) {
        forget(summary_.changed_by(*choice.value));
        Choice inside{.value = choice.value.get(), .head = here_};
        here_.reached = false; // what stands before the first case
        switches_.push_back(&inside);
        visit(*choice.body);
        switches_.pop_back();
        if (!inside.takes_all)
            here_.join(inside.head);
        here_.join(inside.after);
    }

    // null: the default.
    void enter_case(const ir::Case* one) {
        const auto around = std::find_if(switches_.rbegin(), switches_.rend(), [](const Choice* c) { return c; });
        if (around == switches_.rend()) {
            here_ = {};
            return;
        }
        const Facts before = std::exchange(here_, (*around)->head);
        if (one != nullptr)
            assume_case(*(*around)->value, *one);
        else
            (*around)->takes_all = true;
        here_.join(before);
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

    void enter_label(const std::string& name) {
        if (gotos_.may_name(name))
            here_ = {};
        else if (const auto known = arriving_.find(name); known != arriving_.end())
            here_.join(known->second);
    }

    void leave(const Stmt& stmt) {
        if (stmt.as<ir::Break>() != nullptr && !switches_.empty() && switches_.back() != nullptr)
            switches_.back()->after.join(here_);
        if (const auto* jump = stmt.as<ir::Goto>(); jump != nullptr && !jump->computed) {
            Facts& arriving = arriving_.try_emplace(jump->label, Facts{{}, {}, false}).first->second;
            Facts more = arriving;
            more.join(here_);
            if (more != arriving) {
                if (rounds_ > 2)
                    more.widen(arriving);
                arriving = std::move(more);
                has_news_ = true;
            }
        }
        here_.reached = false;
    }

    // ---- what is known ----

    void forget(const Variables& variables) {
        for (const VarDecl* variable : variables)
            here_.forget(variable);
    }

    // What other code than the program's own text may change has no range.
    static bool can_be_known(const VarDecl* variable) {
        return variable->type->is_integer() && !variable->type->quals.is_volatile && !variable->type->quals.is_atomic;
    }

    void assign(const VarDecl* variable, const Expr* value) {
        here_.forget(variable);
        if (value == nullptr || !can_be_known(variable))
            return;
        const auto range = type_range(variable->type);
        const auto constant = ir::constant_value(*value);
        if (constant && range && *constant >= range->first && *constant <= range->second) // else it is converted
            here_.known[variable] = {*constant, *constant};
    }

    // A variable that only counts upward keeps its lower bound through the loop, where its type cannot wrap around.
    void forget_inside(const Stmt& stmt, const ir::For& loop) {
        const auto* increment = loop.inc ? ir::strip(loop.inc.get())->as<ir::Unary>() : nullptr;
        const VarDecl* counter = nullptr;
        if (increment != nullptr && (increment->op == ir::UnaryOp::pre_inc || increment->op == ir::UnaryOp::post_inc))
            counter = ir::named_variable(increment->operand.get());
        const auto changes_it = [&](const auto& part) { return part && summary_.changed_by(*part).contains(counter); };
        if (counter != nullptr)
            counter = summary_.canonical(counter);
        if (counter != nullptr && (wraps(counter->type) || changes_it(loop.body) || changes_it(loop.cond)))
            counter = nullptr;
        std::optional<std::int64_t> least;
        if (const auto found = here_.known.find(counter); counter != nullptr && found != here_.known.end())
            least = found->second.first;
        forget(summary_.changed_by(stmt));
        if (least)
            here_.known[counter] = {*least, highest};
    }

    // Adding 1 to the largest value is no error.
    static bool wraps(ir::TypeRef type) { return type->is_unsigned() || ir::size_of(type).value_or(0) < 4; }

    // What the condition says, but of a variable that it changes itself: `n < 50 && (n = 100) > 0`.
    void assume(const Expr& cond, bool holds) {
        refine(cond, holds);
        forget(summary_.changed_by(cond));
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
            std::int64_t& known = here_.orders.try_emplace({less, more}, apart).first->second;
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
        auto [it, fresh] = here_.known.try_emplace(variable, lowest, highest);
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
    ValueFacts& facts_;
    const Stmt& body_;
    const Gotos gotos_;
    Facts here_;
    std::vector<Choice*> switches_;         // around, inner ones last; null: a loop
    std::map<std::string, Facts> arriving_; // what all gotos seen agree on, by label
    int rounds_ = 0;
    bool has_news_ = false; // of what arrives at a label
    std::map<const Stmt*, Ranges> found_;
    std::map<const Stmt*, Orders> found_orders_;
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
        if (!is_opaque(*function.decl->body))
            RangeWalk(context.summary, facts, *function.decl->body).run();
}

} // namespace hydra::passes
