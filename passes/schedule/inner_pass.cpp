// Pass: inner loops that devices may deal out. Of the loops inside of a kernel's body, one or two are chosen whose
// rounds touch, within one iteration of the kernel, no element that another round writes, and hand nothing on in
// variables. All that stands outside of them is then run by every work item again, so it must write no memory.
// What lies along the fastest dimension of the work items is the loop along which most subscripts move by one.
// A directive of such a loop is not taken at its word: without the proof it changes nothing.
// After it: Schedule::inner. What is not proved stays a loop of one work item.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "ir/operators.h"
#include "passes/dependence/linearised_subscripts.h"
#include "passes/dependence/rounds_apart.h"
#include "passes/flow/counting.h"
#include "passes/flow/definite_assignment.h"
#include "passes/passes.h"
#include "passes/schedule/stages.h"
#include "passes/worth.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;
using ir::VarDecl;

namespace {

bool counts_widely(ir::TypeRef type) {
    return type->is_integer() && ir::size_of(type).value_or(0) >= 4 && !type->quals.is_volatile &&
           !type->quals.is_atomic && type->kind != ir::TypeKind::Enum;
}

// Loops that have the same rounds, which work items would share out alike.
struct Candidate {
    std::vector<ir::CountingLoop> loops;
    std::vector<const ir::For*> heads; // of the same loops
    std::set<SymbolId> iterators;      // of accesses inside
    Poly start, bound;
    int nearness = 0; // see DealFinder::nearness
};

class DealFinder {
  public:
    DealFinder(State& state, ir::Kernel& kernel)
        : state_(state), kernel_(kernel), region_(*state.kernels[static_cast<std::size_t>(kernel.id.value)]),
          accesses_(seen_alike(region_.accesses.accesses)), loop_(*kernel.loop->as<ir::For>()),
          rounds_(region_, accesses_) {}

    void run() {
        const bool alone = kernel_.analysis.replicated || !region_.accesses.obstacle.empty();
        const auto& reductions = loop_.directive->reductions;
        const bool arrays =
            std::any_of(reductions.begin(), reductions.end(), [](const auto& each) { return each.is_array(); });
        if (alone || arrays || region_.accesses.counted.empty() || !all_writes_known())
            return;
        if (region_.accesses.makes_unnamed && region_.accesses.stores_unnamed) {
            kernel_.schedule.kept_inside.emplace_back("an iteration stores in memory of its own that has no name");
            return;
        }
        find_candidates();
        for (const std::vector<std::size_t>& choice : choices())
            if (proves(choice)) {
                take(choice);
                report_kept(choice);
                return;
            }
        if (!take_again() && !take_stages())
            report_kept({});
    }

  private:
    // A loop one of whose rounds stores what all of them read.
    bool take_again() {
        repeats_ = loops_in_body() == 1 && candidates_.size() == 1 && loop_.directive->reductions.empty();
        if (!repeats_ || !proves({0}) || !again_ || !spells_alike())
            return false;
        report_kept({});
        const SymbolId round = RoundsApart::one_of(candidates_[0].iterators, accesses_[again_->second]);
        if (round >= 0 && !read_outside_) { // ranks have no second launch
            kernel_.schedule.shared.push_back({candidates_[0].loops.front().variable->name, candidates_[0].loops});
            region_.again = again_;
        }
        take({0});
        if (!kernel_.schedule.inner.empty())
            kernel_.schedule.inner.front().again = accesses_[again_->second].expr;
        return true;
    }

    // Loops beside which something is stored.
    bool take_stages() {
        if (!loop_.directive->reductions.empty() || !loop_.directive->last_stored.empty())
            return false;
        for (const std::vector<std::size_t>& choice : choices()) {
            Candidate& candidate = candidates_[choice.front()];
            if (choice.size() > 1)
                continue;
            kernel_.schedule.stages =
                stages_of(state_, kernel_, accesses_, rounds_, {candidate.loops, candidate.iterators, outside_},
                          region_.chunk_variable);
            if (kernel_.schedule.stages.empty())
                continue;
            shared_out_ = &candidate.iterators;
            candidate.nearness = nearness(candidate.iterators);
            take(choice);
            report_kept(choice);
            return true;
        }
        return false;
    }

    // Whether all that is written has subscripts, seen in one way an array.
    [[nodiscard]] bool all_writes_known() const {
        for (std::size_t w = 0; w < accesses_.size(); ++w) {
            if (!writes(accesses_[w]))
                continue;
            if (accesses_[w].order.in_own_loops)
                return false; // one of these loops may not be dealt out, or stand outside of those that are
            for (std::size_t a = 0; a < accesses_.size(); ++a) {
                const RawAccess& other = accesses_[a];
                if (other.root == RawAccess::everything)
                    return false;
                if (other.root == accesses_[w].root && (!other.known || !same_view(accesses_[w], other)))
                    return false;
            }
        }
        return true;
    }

    // ---- what the report says of loops that stay inside ----

    bool keep(const Candidate& candidate, const std::string& why) {
        kept_.try_emplace(candidate.loops.front().loop, candidate.loops.front().variable->name, why);
        return false;
    }

    bool keep(const Candidate& candidate, const RawAccess& write, const RawAccess& other) {
        const auto place = [&](const RawAccess& access) {
            return fmt::format("'{}' ({})", access.text, state_.sources.at(access.range));
        };
        return keep(candidate, &write == &other
                                   ? fmt::format("two of them may store in one element of {}", place(write))
                                   : fmt::format("{} is not proved to differ from what another one stores in {}",
                                                 place(other), place(write)));
    }

    void report_kept(const std::vector<std::size_t>& choice) {
        for (const std::size_t taken : choice)
            for (const ir::CountingLoop& loop : candidates_[taken].loops)
                kept_.erase(loop.loop);
        for (const auto& [loop, why] : kept_)
            kernel_.schedule.kept_inside.push_back(
                fmt::format("rounds of '{}' stay in one: {}", why.first, why.second));
        std::sort(kernel_.schedule.kept_inside.begin(), kernel_.schedule.kept_inside.end()); // not by address
    }

    // ---- candidates ----

    void find_candidates() {
        outside_ = Summary::declared_in(*loop_.body);
        std::erase_if(outside_, [](const VarDecl* v) { return v->has_static_lifetime(); }); // constants, on a device
        for (const auto* clause : {&loop_.directive->private_, &loop_.directive->firstprivate})
            outside_.insert(clause->begin(), clause->end());
        std::map<const ir::For*, const Stmt*> statements;
        walk(
            *loop_.body, [](const Expr&) {},
            [&](const Stmt& stmt) {
                if (const auto* loop = stmt.as<ir::For>())
                    statements[loop] = &stmt;
            });
        for (const RegionAccesses::Counted& counted : region_.accesses.counted) {
            const auto same = [&](const RegionAccesses::Counted& other) { return other.loop == counted.loop; };
            const bool once =
                std::count_if(region_.accesses.counted.begin(), region_.accesses.counted.end(), same) == 1;
            const auto stmt = statements.find(counted.loop);
            if (once && stmt != statements.end())
                consider(counted, *stmt->second);
        }
        std::erase_if(candidates_, [&](const Candidate& candidate) { return !is_self_contained(candidate); });
        if (candidates_.size() > worth::most_inner_candidates)
            candidates_.resize(worth::most_inner_candidates);
        for (Candidate& candidate : candidates_)
            candidate.nearness = nearness(candidate.iterators);
    }

    void consider(const RegionAccesses::Counted& counted, const Stmt& stmt) {
        const ir::For& loop = *counted.loop;
        const std::optional<Counting> count = counting(loop);
        if (!counted.runs_all || !count || !counts_widely(count->variable->type))
            return;
        const std::int64_t by = count->step != nullptr ? ir::constant_value(*count->step).value_or(0) : 1;
        const ir::CountingLoop found{.loop = &stmt,
                                     .variable = count->variable,
                                     .start = start_of(loop, count->variable),
                                     .bound = count->bound,
                                     .inclusive =
                                         count->compare == ir::BinaryOp::le || count->compare == ir::BinaryOp::ge,
                                     .step = count->descending ? -by : by};
        const auto length = counted.bound.minus(counted.start);
        const std::int64_t known = length ? std::abs(length->constant().value_or(worth::short_loop * by)) : 0;
        if (found.start == nullptr || by <= 0 || known < worth::short_loop * by)
            return;
        for (Candidate& other : candidates_)
            if (have_same_rounds(other, counted, found)) {
                other.loops.push_back(found);
                other.heads.push_back(&loop);
                other.iterators.insert(counted.iterator);
                return;
            }
        candidates_.push_back({{found}, {&loop}, {counted.iterator}, counted.start, counted.bound});
    }

    // Side by side, and not one inside of the other. A name in common says which loops go together: in
    // `for (j) a; for (k) for (j) b` it is those over j.
    [[nodiscard]] bool have_same_rounds(const Candidate& other, const RegionAccesses::Counted& counted,
                                        const ir::CountingLoop& found) const {
        const ir::CountingLoop& first = other.loops.front();
        const auto fixed = [&](const Poly& poly) {
            return std::all_of(
                poly.terms().begin(), poly.terms().end(),
                [&](const auto& term) {
                    return std::all_of(
                        term.first.begin(), term.first.end(),
                        [&](SymbolId id) {
                            return id == region_.chunk_variable || region_.symbols.invariant(Poly::Monomial{id});
                        });
                });
        };
        const bool nested = std::any_of(other.heads.begin(), other.heads.end(), [&](const ir::For* head) {
            bool inside = false;
            walk(
                *head->body, [](const Expr&) {}, [&](const Stmt& stmt) { inside = inside || &stmt == found.loop; });
            return inside;
        });
        return !nested && first.variable->name == found.variable->name && first.step == found.step &&
               first.inclusive == found.inclusive && other.start == counted.start && other.bound == counted.bound &&
               fixed(counted.start) && fixed(counted.bound);
    }

    // Whether no value goes from round to round, or out of the loops, in a variable, and no pointer into an iteration's
    // own memory is about.
    bool is_self_contained(const Candidate& candidate) {
        const std::map<const VarDecl*, int> all = mentions(*loop_.body);
        std::map<const VarDecl*, int> in_bodies, in_loops;
        Variables own, changed, counters;
        for (std::size_t i = 0; i < candidate.loops.size(); ++i) {
            const Stmt& body = *candidate.heads[i]->body;
            own.merge(Summary::declared_in(body));
            changed.merge(state_.summary.changed_by(body));
            counters.insert(candidate.loops[i].variable);
            for (const auto& [variable, count] : mentions(body))
                in_bodies[variable] += count;
            for (const auto& [variable, count] : mentions(*candidate.loops[i].loop))
                in_loops[variable] += count;
        }
        const auto stays = [&](const VarDecl* variable, const std::map<const VarDecl*, int>& inside) {
            const auto everywhere = all.find(variable);
            const auto here = inside.find(variable);
            return everywhere == all.end() || (here != inside.end() && here->second == everywhere->second);
        };
        const auto begins_anew = [&](const VarDecl* variable) {
            return std::all_of(candidate.heads.begin(), candidate.heads.end(), [&](const ir::For* head) {
                return !assignment_in(*head->body, variable).may_read_first;
            });
        };
        for (const VarDecl* counter : counters)
            if (!stays(counter, in_loops) || address_is_taken(counter))
                return keep(candidate, fmt::format("'{}' is also used outside of them", counter->name));
        std::set<const VarDecl*> accumulated; // what stands outside of the loops is run again, and would add up again
        for (const ir::Reduction& reduction : loop_.directive->reductions)
            if (accumulated.insert(reduction.variable); !stays(reduction.variable, in_bodies))
                return keep(candidate, fmt::format("'{}' is also reduced outside of them", reduction.variable->name));
        for (const VarDecl* variable : changed)
            if (!own.contains(variable) && !counters.contains(variable) && !accumulated.contains(variable) &&
                (!outside_.contains(variable) || !stays(variable, in_bodies) || !variable->type->is_scalar() ||
                 !begins_anew(variable)))
                return keep(candidate,
                            fmt::format("'{}' hands a value on from one of them, or out of them", variable->name));
        const auto moves = std::find_if(outside_.begin(), outside_.end(), [&](const VarDecl* variable) {
            return !own.contains(variable) && !counters.contains(variable) && !holds_still(variable);
        });
        return moves == outside_.end() ||
               keep(candidate, fmt::format("what '{}' holds may change in them", (*moves)->name));
    }

    // A variable of the iteration's whose content only assignments to its name change.
    [[nodiscard]] bool holds_still(const VarDecl* variable) const {
        if (address_is_taken(variable))
            return false;
        if (variable->type->is_array())
            return !Summary::may_change_elements(*loop_.body, variable);
        return !variable->type->is_record() || !ir::holds_array(variable->type);
    }

    [[nodiscard]] bool address_is_taken(const VarDecl* variable) const {
        const Variables& taken = state_.summary.address_taken();
        return taken.contains(variable) || taken.contains(state_.summary.canonical(variable));
    }

    // ---- choosing ----

    // How close the elements lie that are touched one after the other along the iterator: more for a subscript that
    // moves by one.
    [[nodiscard]] int nearness(const std::set<SymbolId>& iterators) const {
        int sum = 0;
        for (const RawAccess& access : accesses_) {
            const auto depth = static_cast<std::ptrdiff_t>(access.subscripts.size());
            if (shared_out_ != nullptr && RoundsApart::one_of(*shared_out_, access) < 0)
                continue;
            for (std::ptrdiff_t d = 0; access.known && d < depth; ++d) {
                const Poly& poly = access.subscripts[static_cast<std::size_t>(d)];
                const auto moving = std::find_if(iterators.begin(), iterators.end(),
                                                 [&](SymbolId iterator) { return speaks_of(poly, iterator); });
                if (moving == iterators.end())
                    continue;
                const auto term = poly.terms().find({*moving});
                const bool by_one = term != poly.terms().end() && std::abs(term->second) == 1;
                sum += d + 1 == depth ? (by_one ? 8 : 3) : d + 2 == depth ? 2 : 1;
            }
        }
        return sum;
    }

    static bool speaks_of(const Poly& poly, SymbolId id) {
        return std::any_of(
            poly.terms().begin(), poly.terms().end(),
            [&](const auto& term) { return std::find(term.first.begin(), term.first.end(), id) != term.first.end(); });
    }

    // Whether neighbours along the iterator read the same elements: one that it does not select, or one through
    // subscripts that differ by a constant there.
    [[nodiscard]] bool is_reused(const std::set<SymbolId>& iterators) const {
        const auto moved = [&](const Poly& poly) {
            return std::any_of(
                iterators.begin(), iterators.end(), [&](SymbolId iterator) { return speaks_of(poly, iterator); });
        };
        const auto moves = [&](const RawAccess& access) {
            return std::any_of(access.subscripts.begin(), access.subscripts.end(), moved);
        };
        for (const RawAccess& a : accesses_) {
            if (!a.known || writes(a))
                continue;
            if (!moves(a))
                return true;
            for (const RawAccess& b : accesses_)
                for (std::size_t d = 0; b.known && same_view(a, b) && d < a.subscripts.size(); ++d) {
                    const auto distance = a.subscripts[d].minus(b.subscripts[d]);
                    if (moved(a.subscripts[d]) && distance && distance->constant().value_or(0) != 0)
                        return true;
                }
        }
        return false;
    }

    // Pairs and single loops, the most promising first.
    [[nodiscard]] std::vector<std::vector<std::size_t>> choices() const {
        std::vector<std::vector<std::size_t>> list;
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            list.push_back({i});
            for (std::size_t j = i + 1; j < candidates_.size(); ++j)
                list.push_back({i, j});
        }
        const auto worth = [&](const std::vector<std::size_t>& choice) {
            int nearest = 0;
            for (const std::size_t i : choice)
                nearest = std::max(nearest, candidates_[i].nearness);
            return std::pair(nearest, choice.size());
        };
        std::stable_sort(list.begin(), list.end(), [&](const auto& a, const auto& b) { return worth(a) > worth(b); });
        return list;
    }

    void take(const std::vector<std::size_t>& choice) {
        struct Lying {
            int nearness;
            int* dimension;
        };
        std::vector<Lying> order; // innermost first
        if (!loop_.directive->last_stored.empty())
            return; // an item runs whole iterations: it knows which of them stored last
        if (!loop_.directive->reductions.empty()) {
            for (const std::size_t i : choice)
                kernel_.schedule.shared.push_back({candidates_[i].loops.front().variable->name, candidates_[i].loops});
            return;
        }
        for (const std::size_t i : choice)
            kernel_.schedule.inner.push_back({candidates_[i].loops.front().variable->name, candidates_[i].loops});
        for (std::size_t c = choice.size(); c-- > 0;) {
            kernel_.schedule.inner[c].is_reused = is_reused(candidates_[choice[c]].iterators);
            order.push_back({candidates_[choice[c]].nearness, &kernel_.schedule.inner[c].dimension});
        }
        kernel_.schedule.is_reused = is_reused({region_.chunk_variable});
        order.push_back({nearness({region_.chunk_variable}), &kernel_.schedule.dimension});
        const auto fastest = std::max_element(order.begin(), order.end(),
                                              [](const Lying& a, const Lying& b) { return a.nearness < b.nearness; });
        std::rotate(order.begin(), fastest, fastest + 1);
        for (std::size_t d = 0; d < order.size(); ++d)
            *order[d].dimension = static_cast<int>(d);
    }

    // ---- the proof ----

    // Whether rounds of each loop of the choice, at equal iterations and equal rounds of those before it, never touch
    // what another round writes.
    bool proves(const std::vector<std::size_t>& choice) {
        std::vector<std::set<SymbolId>> equal{{region_.chunk_variable}};
        for (const std::size_t index : choice) {
            const std::set<SymbolId>& moving = candidates_[index].iterators;
            for (std::size_t w = 0; w < accesses_.size(); ++w) {
                if (!writes(accesses_[w]))
                    continue;
                if (RoundsApart::one_of(moving, accesses_[w]) < 0)
                    return keep(candidates_[index],
                                fmt::format("'{}' ({}) is stored outside of them", accesses_[w].text,
                                            state_.sources.at(accesses_[w].range)));
                for (std::size_t a = 0; a < accesses_.size(); ++a)
                    if (accesses_[a].root == accesses_[w].root && !rounds_.apart(w, a, moving, equal) &&
                        !(repeats_ && is_kept(w, a, moving)))
                        return keep(candidates_[index], accesses_[w], accesses_[a]);
            }
            equal.push_back(moving);
        }
        return true;
    }

    // Whether what the rounds store, and what they read of that kind, has one spelling each: who runs a round on a copy
    // puts the copy in place of that.
    [[nodiscard]] bool spells_alike() const {
        const auto inside = [&](const RawAccess& access) {
            return RoundsApart::one_of(candidates_[0].iterators, access) >= 0;
        };
        return std::all_of(accesses_.begin(), accesses_.end(), [&](const RawAccess& write) {
            return !writes(write) || std::all_of(accesses_.begin(), accesses_.end(), [&](const RawAccess& other) {
                return other.root != write.root || !inside(other) || other.subscripts != write.subscripts ||
                       (other.text == write.text && !other.called);
            });
        });
    }

    // Whether all rounds read what one of them stores, `d[i][k]` where round j stores `d[i][j]`, and nothing else of
    // the kind: round k can be run again by whoever runs later ones. What is read in front of them they need not know.
    bool is_kept(std::size_t w, std::size_t a, const std::set<SymbolId>& moving) {
        const RawAccess& write = accesses_[w];
        const RawAccess& read = accesses_[a];
        const SymbolId round = RoundsApart::one_of(moving, write);
        if (writes(read) || write.called || read.called || read.expr == nullptr || !same_view(write, read) ||
            write.domain.iterators.size() != 2)
            return false;
        std::optional<Poly> stored;
        for (std::size_t d = 0; d < write.subscripts.size(); ++d) {
            if (write.subscripts[d] == read.subscripts[d] && !speaks_of(read.subscripts[d], round))
                continue;
            const auto rest = write.subscripts[d].minus(Poly::symbol(round));
            const auto found = rest ? read.subscripts[d].minus(*rest) : std::nullopt;
            if (stored || !found || speaks_of(*rest, round) || !region_.symbols.invariant(*found))
                return false;
            stored = found;
        }
        if (!stored || (again_ && again_->first != *stored))
            return false;
        const bool outside = RoundsApart::one_of(moving, read) < 0;
        read_outside_ = read_outside_ || outside;
        if (again_ && RoundsApart::one_of(moving, accesses_[again_->second]) >= 0) // the one inside counts
            return outside || accesses_[again_->second].text == read.text;
        again_ = {*stored, a};
        return true;
    }

    [[nodiscard]] int loops_in_body() const {
        int loops = 0;
        walk(
            *loop_.body, [](const Expr&) {},
            [&](const Stmt& stmt) {
                const bool jumps = stmt.as<ir::Goto>() != nullptr || stmt.as<ir::Label>() != nullptr;
                loops += stmt.as<ir::For>() != nullptr || stmt.as<ir::While>() != nullptr ||
                                 stmt.as<ir::DoWhile>() != nullptr || jumps
                             ? 1
                             : 0;
            });
        return loops;
    }

    State& state_;
    ir::Kernel& kernel_;
    Region& region_;
    const std::vector<RawAccess> accesses_;
    const ir::For& loop_;
    RoundsApart rounds_;
    Variables outside_;                 // the iteration's own variables, those that inner loops declare included
    std::vector<Candidate> candidates_; // outer ones first
    // Of the only accesses that count for dimensions, since other launches have the rest; null: all count.
    const std::set<SymbolId>* shared_out_ = nullptr;
    std::map<const Stmt*, std::pair<std::string, std::string>> kept_; // variable and reason, by loop
    bool repeats_ = false;                                            // whether is_kept() counts
    std::optional<std::pair<Poly, std::size_t>> again_;               // what it found
    bool read_outside_ = false;                                       // and whether that is read outside of rounds, too
};

} // namespace

void inner_pass(State& state) {
    for (ir::Kernel& kernel : state.program.kernels)
        DealFinder(state, kernel).run();
}

} // namespace hydra::passes
