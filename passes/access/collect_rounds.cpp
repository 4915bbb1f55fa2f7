// Loops in the symbolic run that no integer counts, but what each round moves: `while (from < end) *to++ = *from++;`,
// `while (n-- > 0)`, `for (j = 0; j < m; j++, p++)`. Their rounds get a number of their own.
#include <algorithm>

#include <fmt/format.h>

#include "passes/access/collector.h"
#include "passes/evaluation/jump_shapes.h"

namespace hydra::passes {

using ir::Expr;
using ir::Stmt;

// False where the loop's rounds have no number that is known.
bool Collector::exec_by_rounds(const Expr* cond, const Expr* inc, const Stmt* body, const Variables& changed,
                               const Variables& replaced) {
    if (cond == nullptr || body == nullptr || entered_inside(*body) || jumps(*cond) || (inc != nullptr && jumps(*inc)))
        return false;
    const std::vector<Induction> moved = rounds_.moved_in(*body, {cond, inc}, changed);
    std::optional<Poly> rounds;
    for (const Induction& one : moved)
        if (!rounds)
            rounds = rounds_.most(*cond, one, changed, leaves_loop(*body));
    const auto limit = rounds ? proofs_.affine(*rounds) : std::nullopt;
    if (!limit)
        return false;
    std::vector<Counters::Counter> counted = counters_.of({cond, inc}, body, changed);
    path_.forget_after(changed, replaced);
    counters_.begin_round(counted);
    const PathState::Mark scope = path_.mark();
    const SymbolId id = symbols_.add_iterator("round", nullptr);
    path_.enter_loop(id);
    rounds_.begin(moved, Poly::symbol(id), 1);
    eval(*cond); // (once more than there are rounds, which reads nothing else)
    path_.add(fmt::format("(s{0} >= 0 and s{0} < {1})", id, *limit));
    if (leaves_loop(*body))
        path_.widen("the loop around it may be left early");
    const bool may_end = path_.may_end();
    path_.set_may_end(may_end || (path_.domain().iterators.size() == 2 && leaves_loop(*body)));
    exec_round(*body, changed, replaced);
    if (inc != nullptr)
        eval(*inc);
    path_.leave_loop();
    path_.set_may_end(may_end);
    path_.restore(scope);
    path_.forget_after(changed, replaced);
    counters_.end_loop(counted, {});
    const bool moves_once_more =
        moved.end() != std::find_if(moved.begin(), moved.end(), [&](const Induction& one) {
            bool found = false;
            walk(
                *cond, [&](const Expr& e) { found = found || assigned_variable(e) == one.variable; },
                [](const Stmt&) {});
            return found;
        });
    rounds_.end(moved, leaves_loop(*body) || moves_once_more ? std::nullopt : rounds);
    return true;
}

} // namespace hydra::passes
