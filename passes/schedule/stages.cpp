// See stages.h. Within one iteration, launches keep the order of the program's statements; so three things make it
// right: no round touches what another one writes; stages hand nothing to one another in variables; and what is run
// again by later launches finds what it found at first: it reads nothing that an earlier stage has written. A stage
// that writes such a thing is launched last, where no later one touches what it does.
#include "passes/schedule/stages.h"

#include <algorithm>
#include <map>

#include "passes/facts/summary.h"
#include "passes/flow/counting.h"
#include "passes/flow/definite_assignment.h"
#include "passes/worth.h"

namespace hydra::passes {

namespace {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

// Whether the statement, without the loops in it, may leave the place where it stands; `continue` too, or not.
bool leaves(const Stmt& stmt, bool may_continue) {
    if (stmt.as<ir::Goto>() != nullptr || stmt.as<ir::Label>() != nullptr || stmt.as<ir::Return>() != nullptr ||
        stmt.as<ir::Break>() != nullptr || stmt.as<ir::Switch>() != nullptr || stmt.as<ir::Asm>() != nullptr ||
        (!may_continue && stmt.as<ir::Continue>() != nullptr))
        return true;
    if (stmt.as<ir::For>() != nullptr || stmt.as<ir::While>() != nullptr || stmt.as<ir::DoWhile>() != nullptr) {
        bool found = false; // a jump out of it
        walk(
            stmt, [](const Expr&) {},
            [&](const Stmt& each) {
                found = found || each.as<ir::Goto>() != nullptr || each.as<ir::Label>() != nullptr ||
                        each.as<ir::Return>() != nullptr || each.as<ir::Asm>() != nullptr;
            });
        return found;
    }
    bool found = false;
    ir::for_each_child(
        stmt, [](const Expr&) {}, [&](const Stmt& child) { found = found || leaves(child, may_continue); });
    return found;
}

class StageFinder {
  public:
    StageFinder(const State& state, const ir::Kernel& kernel, const std::vector<RawAccess>& accesses,
                RoundsApart& rounds, const SharedRounds& shared, SymbolId iteration)
        : state_(state), body_(*kernel.loop->as<ir::For>()->body), accesses_(accesses), rounds_(rounds),
          shared_(shared), iteration_(iteration) {}

    std::vector<ir::Stage> run() {
        if (!find_places() || !cut() || !keep_variables() || !rounds_stay_apart() || !order())
            return {};
        return std::move(stages_);
    }

  private:
    static constexpr int everywhere = -1; // the place of what belongs to no stage

    // ---- the body ----

    [[nodiscard]] bool is_shared(const Stmt& stmt) const {
        return std::any_of(
            shared_.loops.begin(), shared_.loops.end(),
            [&](const ir::CountingLoop& loop) { return loop.loop == &stmt; });
    }

    // The statements among which the loops stand, behind conditions that each launch asks again.
    bool cut() {
        const Stmt* at = &body_;
        while (const auto* choice = alone(*at)->as<ir::If>()) {
            if (choice->otherwise || !is_plain(*choice->cond))
                return false;
            at = choice->then.get();
        }
        const auto* list = at->as<ir::Compound>();
        if (list == nullptr)
            return false;
        std::size_t next = 0;
        while (next < list->items.size() && is_plain(*list->items[next]))
            ++next;
        std::size_t found = 0;
        for (; next < list->items.size(); ++next) {
            const Stmt& stmt = *list->items[next];
            if (leaves(stmt, false))
                return false;
            const bool is_dealt = is_shared(stmt);
            found += is_dealt ? 1 : 0;
            if (stages_.empty() || is_dealt || stages_.back().is_dealt)
                stages_.push_back({{}, is_dealt});
            stages_.back().statements.push_back(&stmt);
            walk(
                stmt, [&](const Expr& expr) { stage_of_[&expr] = static_cast<int>(stages_.size()) - 1; },
                [](const Stmt&) {});
        }
        return found == shared_.loops.size() && stages_.size() > 1 && stages_.size() <= worth::most_stages;
    }

    static const Stmt* alone(const Stmt& stmt) {
        const auto* list = stmt.as<ir::Compound>();
        return list != nullptr && list->items.size() == 1 ? list->items.front().get() : &stmt;
    }

    // Whether it does nothing but compute variables of the iteration's own.
    bool is_plain(const Stmt& stmt) {
        bool plain = !holds_loop(stmt) && !leaves(stmt, true) && changes_own(state_.summary.changed_by(stmt));
        walk(
            stmt, [&](const Expr& expr) { plain = plain && !written_.contains(&expr); }, [](const Stmt&) {});
        return plain;
    }

    bool is_plain(const Expr& expr) {
        bool plain = state_.summary.changed_by(expr).empty();
        walk(
            expr, [&](const Expr& part) { plain = plain && !written_.contains(&part); }, [](const Stmt&) {});
        return plain;
    }

    [[nodiscard]] bool changes_own(const Variables& changed) const {
        return std::all_of(
            changed.begin(), changed.end(), [&](const VarDecl* variable) { return shared_.own.contains(variable); });
    }

    // Where each access stands in the body; what is called may touch its elements at any time.
    bool find_places() {
        walk(
            body_, [&](const Expr& expr) { stage_of_[&expr] = everywhere; }, [](const Stmt&) {});
        for (const RawAccess& access : accesses_) {
            if (access.called || !stage_of_.contains(place_of(access)))
                return false;
            if (writes(access))
                written_.insert(place_of(access));
        }
        return true;
    }

    static const Expr* place_of(const RawAccess& access) { return access.expr != nullptr ? access.expr : access.among; }

    [[nodiscard]] int stage_of(const RawAccess& access) const { return stage_of_.at(place_of(access)); }

    // ---- variables ----

    // Whether what a stage declares or changes is named nowhere else. The loops' own counters may be.
    bool keep_variables() {
        const auto all = mentions(body_);
        for (const ir::Stage& stage : stages_) {
            Variables changed;
            std::map<const VarDecl*, int> here;
            for (const Stmt* stmt : stage.statements) {
                changed.merge(state_.summary.changed_by(*stmt));
                changed.merge(Summary::declared_in(*stmt));
                for (const auto& [variable, count] : mentions(*stmt))
                    here[variable] += count;
            }
            for (const VarDecl* variable : changed) {
                const bool counts =
                    std::any_of(shared_.loops.begin(), shared_.loops.end(),
                                [&](const ir::CountingLoop& loop) { return loop.variable == variable; });
                const auto everywhere_else = all.find(variable);
                if (!counts && (!shared_.own.contains(variable) ||
                                (everywhere_else != all.end() && everywhere_else->second != here[variable])))
                    return false;
            }
        }
        return true;
    }

    // ---- elements ----

    bool meet(std::size_t write, std::size_t other) {
        return accesses_[write].root == accesses_[other].root &&
               !rounds_.apart(write, other, shared_.iterators, {{iteration_}});
    }

    bool rounds_stay_apart() {
        for (std::size_t w = 0; w < accesses_.size(); ++w) {
            const int stage = stage_of(accesses_[w]);
            const bool is_dealt = stage >= 0 && stages_[static_cast<std::size_t>(stage)].is_dealt;
            for (std::size_t a = 0; a < accesses_.size() && is_dealt && writes(accesses_[w]); ++a)
                if (stage_of(accesses_[a]) == stage && meet(w, a))
                    return false;
        }
        return true;
    }

    // The stage that writes what all launches read comes last.
    bool order() {
        int last = everywhere;
        for (const RawAccess& access : accesses_)
            if (writes(access) && stage_of(access) == everywhere)
                return false;
        for (std::size_t w = 0; w < accesses_.size(); ++w)
            for (std::size_t a = 0; a < accesses_.size() && writes(accesses_[w]); ++a) {
                if (stage_of(accesses_[a]) != everywhere || !meet(w, a))
                    continue;
                const int stage = stage_of(accesses_[w]);
                if ((last != everywhere && last != stage) || stages_[static_cast<std::size_t>(stage)].is_dealt)
                    return false;
                last = stage;
            }
        if (last == everywhere)
            return true;
        for (std::size_t w = 0; w < accesses_.size(); ++w)
            for (std::size_t a = 0; a < accesses_.size() && writes(accesses_[w]); ++a) {
                const auto [first, second] = std::minmax({stage_of(accesses_[w]), stage_of(accesses_[a])});
                if (first == last && second > last && meet(w, a))
                    return false;
            }
        const auto at = stages_.begin() + last;
        std::rotate(at, at + 1, stages_.end());
        return true;
    }

    const State& state_;
    const Stmt& body_;
    const std::vector<RawAccess>& accesses_;
    RoundsApart& rounds_;
    const SharedRounds& shared_;
    const SymbolId iteration_;
    std::vector<ir::Stage> stages_;
    std::set<const Expr*> written_;
    std::map<const Expr*, int> stage_of_;
};

} // namespace

std::vector<ir::Stage> stages_of(const State& state, const ir::Kernel& kernel, const std::vector<RawAccess>& accesses,
                                 RoundsApart& rounds, const SharedRounds& shared, SymbolId iteration) {
    return StageFinder(state, kernel, accesses, rounds, shared, iteration).run();
}

} // namespace hydra::passes
