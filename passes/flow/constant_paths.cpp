// All ways through the body at once: each statement takes the states in which it may begin to those in which it may
// end. States that differ in flags stay apart, others become one that holds what all of them do. A loop whose condition
// is known is unrolled; another one is run until nothing new comes back to its head.
#include "passes/flow/constant_paths.h"

#include <algorithm>

#include "passes/flow/constant_path_values.h"
#include "passes/flow/first_round.h"
#include "passes/worth.h"

namespace hydra::passes {

namespace {

using ir::Expr;
using ir::Stmt;
using States = std::vector<ConstantPathState>;

// Whether the body of a switch has a label for the value.
bool has_label(const Stmt& body, std::int64_t value) {
    const auto* label = body.as<ir::Case>();
    if (label != nullptr) {
        const auto low = ir::constant_value(*label->low);
        const auto high = label->high ? ir::constant_value(*label->high) : low;
        if (low && high && *low <= value && value <= *high)
            return true;
    }
    bool found = false;
    ir::for_each_child(
        body, [](const Expr&) {},
        [&](const Stmt& s) { found = found || (s.as<ir::Switch>() == nullptr && has_label(s, value)); });
    return found;
}

class Rehearsal {
  public:
    Rehearsal(const ir::For& loop, const Expr& element, CheckedReads which)
        : values_(loop, element, which == CheckedReads::this_read ? ir::strip(&element) : nullptr) {
        values_.run_block = [this](const Stmt& block, ConstantPathState& state) {
            States left = run(block, {state});
            if (left.empty())
                values_.give_up();
            else
                state = joined(left);
        };
        if (values_.good())
            run(*loop.body, {values_.start()});
    }
    [[nodiscard]] bool succeeded() const { return values_.good() && values_.met(); }

  private:
    struct Exits {
        bool is_loop = true;
        States broken = {}, continued = {};
        std::optional<std::int64_t> value = {}; // of a switch
        States head = {};
        bool matched = false;   // a label was the one
        bool has_label = false; // there is one, so that it is not the default
    };

    static ConstantPathState joined(const States& states) {
        ConstantPathState all = states.front();
        for (const ConstantPathState& state : states)
            all.join(state);
        return all;
    }
    // One state for each combination of flags.
    [[nodiscard]] States merged(const States& states) const {
        std::map<std::map<Place, std::int64_t>, ConstantPathState> by_flags;
        for (const ConstantPathState& state : states) {
            std::map<Place, std::int64_t> key;
            for (const auto& [place, value] : state.known)
                if (values_.flags().contains(place))
                    key.emplace(place, value);
            const auto [found, first] = by_flags.try_emplace(key, state);
            if (!first)
                found->second.join(state);
        }
        States result;
        for (auto& [key, state] : by_flags)
            result.push_back(std::move(state));
        return result.size() > worth::most_states ? States{joined(result)} : result;
    }
    static void append(States& states, const States& others) {
        states.insert(states.end(), others.begin(), others.end());
    }

    std::optional<std::int64_t> value(const ir::ExprPtr& expr, ConstantPathState& state) {
        return expr ? values_.value(*expr, state) : std::nullopt;
    }

    States run(const Stmt& stmt, States states) {
        steps_ += static_cast<int>(states.size());
        if (steps_ > worth::most_steps)
            values_.give_up();
        if (!values_.good() || (states.empty() && exits_.empty()))
            return {};
        if (const auto* compound = stmt.as<ir::Compound>()) {
            for (const auto& item : compound->items)
                states = run(*item, std::move(states));
        } else if (const auto* branch = stmt.as<ir::If>()) {
            return run_if(*branch, std::move(states));
        } else if (const auto* loop = stmt.as<ir::For>()) {
            if (loop->init)
                states = run(*loop->init, std::move(states));
            return run_loop(*loop->body, loop->cond, &loop->inc, std::move(states));
        } else if (const auto* while_ = stmt.as<ir::While>()) {
            return run_loop(*while_->body, while_->cond, nullptr, std::move(states));
        } else if (const auto* do_ = stmt.as<ir::DoWhile>()) {
            return run_loop(*do_->body, do_->cond, nullptr, std::move(states), true);
        } else if (const auto* choice = stmt.as<ir::Switch>()) {
            return run_switch(*choice, states);
        } else if (const auto* statement = stmt.as<ir::ExprStmt>()) {
            for (ConstantPathState& state : states)
                value(statement->expr, state);
        } else if (const auto* declaration = stmt.as<ir::DeclStmt>()) {
            for (const auto& each : declaration->variables)
                for (ConstantPathState& state : states)
                    values_.declare(*each, state);
        } else {
            return run_jump(stmt, std::move(states));
        }
        return merged(states);
    }

    States run_if(const ir::If& branch, States states) {
        States then, otherwise;
        for (ConstantPathState& state : states) {
            const auto asked = value(branch.cond, state);
            if (!asked || *asked != 0)
                then.push_back(state);
            if (!asked || *asked == 0)
                otherwise.push_back(state);
        }
        then = run(*branch.then, std::move(then));
        if (branch.otherwise)
            otherwise = run(*branch.otherwise, std::move(otherwise));
        append(then, otherwise);
        return merged(then);
    }

    States run_loop(const Stmt& body, const ir::ExprPtr& cond, const ir::ExprPtr* inc, States heads,
                    bool begins = false) {
        const bool endless = is_always_true(cond.get());
        States left;
        while (!heads.empty() && values_.good()) {
            States entered;
            bool certain = !endless;
            for (ConstantPathState& state : heads) {
                const auto asked = endless || begins ? std::optional<std::int64_t>(1) : value(cond, state);
                certain = certain && asked;
                if (!asked || *asked == 0)
                    left.push_back(state);
                if (!asked || *asked != 0)
                    entered.push_back(state);
            }
            begins = false;
            exits_.emplace_back();
            States next = run(body, std::move(entered));
            append(next, exits_.back().continued);
            append(left, exits_.back().broken);
            exits_.pop_back();
            if (inc != nullptr)
                for (ConstantPathState& state : next)
                    value(*inc, state);
            left = merged(left);
            next = merged(next);
            if (!certain) {
                append(next, heads);
                next = merged(next);
                if (next == heads)
                    break;
            }
            heads = std::move(next);
        }
        return left;
    }

    // Its body is entered at its labels.
    States run_switch(const ir::Switch& choice, const States& states) {
        States left;
        for (ConstantPathState state : states) {
            Exits exits;
            exits.is_loop = false;
            exits.value = value(choice.value, state);
            exits.head = {state};
            exits.has_label = exits.value && has_label(*choice.body, *exits.value);
            exits_.push_back(std::move(exits));
            const States end = run(*choice.body, {});
            append(left, end);
            append(left, exits_.back().broken);
            append(left, exits_.back().continued);
            if (!exits_.back().matched) // no label for it
                left.push_back(state);
            exits_.pop_back();
        }
        return merged(left);
    }
    // A label counts as the one for all values that it cannot be told from.
    States enter(const Stmt& body, States states, bool fits, bool surely) {
        const auto around = std::find_if(exits_.rbegin(), exits_.rend(), [](const Exits& e) { return !e.is_loop; });
        if (around != exits_.rend() && fits) {
            append(states, around->head);
            around->matched = around->matched || surely;
        }
        return run(body, merged(states));
    }

    States run_jump(const Stmt& stmt, States states) {
        const auto innermost = [&](bool loop) {
            return std::find_if(exits_.rbegin(), exits_.rend(), [&](const Exits& e) { return e.is_loop || !loop; });
        };
        const auto choice = innermost(false);
        if (const auto* label = stmt.as<ir::Case>()) {
            std::optional<std::int64_t> wanted;
            if (choice != exits_.rend())
                wanted = choice->value;
            const auto low = ir::constant_value(*label->low);
            const auto high = label->high ? ir::constant_value(*label->high) : low;
            const bool fits = !wanted || !low || !high || (*low <= *wanted && *wanted <= *high);
            return enter(*label->body, std::move(states), fits, fits && wanted && low && high);
        }
        if (const auto* other = stmt.as<ir::Default>())
            return enter(*other->body, std::move(states), choice == exits_.rend() || !choice->has_label, true);
        if (stmt.as<ir::Break>() != nullptr || stmt.as<ir::Continue>() != nullptr) {
            const bool leaves = stmt.as<ir::Break>() != nullptr;
            const auto around = innermost(!leaves);
            if (around != exits_.rend())
                append(leaves ? around->broken : around->continued, states);
            return {};
        }
        if (const auto* back = stmt.as<ir::Return>()) {
            for (ConstantPathState& state : states)
                value(back->value, state);
            return {};
        }
        return states; // an empty statement
    }

    ConstantPathValues values_;
    std::vector<Exits> exits_;
    int steps_ = 0;
};

} // namespace

bool finds_values(const ir::For& loop, const Expr& element, CheckedReads which) {
    return Rehearsal(loop, element, which).succeeded();
}

} // namespace hydra::passes
