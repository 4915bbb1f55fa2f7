// Subscripts with which a program runs over the end of a row into the next one, as in m[0][i * C + j] over all of
// `double m[R][C]`. By the letter of the standard that is undefined, and compilers which see the row's length take the
// loop to end with it; so code generation writes them in another way (ir::Program::overruns). UnitAccessor are those
// that leave their row for certain, and of those that may, depending on sizes which are not known here, the ones that
// are written like it: the others are ordinary subscripts below a variable bound.
#pragma once
#include <set>

#include "passes/access/access.h"
#include "passes/evaluation/proofs.h"
#include "passes/evaluation/run_limits.h"

namespace hydra::passes {

class OverrunNotes {
  public:
    OverrunNotes(const RegionOptions& options, const PathState& path, const Symbols& symbols, Proofs& proofs,
                 const Quiet& quiet, WorkBudget& work)
        : options_(options), path_(path), symbols_(symbols), proofs_(proofs), quiet_(quiet), work_(work) {}

    // An element of an array is named. by: the subscript's value; nullopt: not known.
    void look_at(const ir::Expr& expr, const ir::Index& element, const std::optional<Poly>& by);
    std::set<const ir::Expr*> take() { return std::move(overruns_); }

  private:
    [[nodiscard]] bool is_bounded_by_constants(const Poly& by) const;

    const RegionOptions& options_;
    const PathState& path_;
    const Symbols& symbols_;
    Proofs& proofs_;
    const Quiet& quiet_;
    WorkBudget& work_;
    std::set<const ir::Expr*> overruns_;
};

} // namespace hydra::passes
