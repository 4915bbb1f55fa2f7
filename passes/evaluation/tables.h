// Constant tables in the symbolic run: `dx[k]`, `opp[k]`, `dirs[k].x` of an initialised array that nothing changes is a
// choice among its values, so that what is subscripted with them is known exactly. So is an element of a local array of
// pointers that keeps what it is initialised with.
#pragma once
#include "passes/evaluation/arithmetic.h"
#include "passes/evaluation/evaluator.h"

namespace hydra::passes {

class Tables {
  public:
    Tables(Evaluator& evaluator, const RegionFacts& region, const CallFrames& frames, PathState& path, Symbols& symbols,
           Proofs& proofs, DefinedValues& defined, const HostCode& host, WorkBudget& work)
        : evaluator_(evaluator), region_(region), frames_(frames), path_(path), symbols_(symbols), proofs_(proofs),
          defined_(defined), host_(host), work_(work) {}

    // The entry that the expression loads; unknown: it is no constant table's.
    Value entry(const ir::Expr& expr);
    // `const double *row[3] = {a[i - 1], a[i], a[i + 1]};`: true where the variable is such a table of an iteration's
    // own, and nothing changes it.
    bool declare_pointers(const ir::VarDecl& variable);
    // An element of such a table: one pointer, or one of several into one array whose subscripts the element's number
    // chooses; unknown: it is none.
    Value own_pointer(const ir::Expr& expr);
    // Whether a pointer that is loaded leads to memory that no loop touches: the library's own tables (isalpha), string
    // literals in a table that nothing changes (words[k]).
    [[nodiscard]] bool leads_outside(const ir::Expr& expr) const;

  private:
    Value entry_for_launch(const ir::Expr& expr, const ir::VarDecl& table, const Poly& at,
                           const std::vector<std::pair<std::vector<std::int64_t>, std::int64_t>>& entries);

    Evaluator& evaluator_;
    const RegionFacts& region_;
    const CallFrames& frames_;
    PathState& path_;
    Symbols& symbols_;
    Proofs& proofs_;
    DefinedValues& defined_;
    const HostCode& host_;
    WorkBudget& work_;
};

} // namespace hydra::passes
