// Conditions in the symbolic run: as formulas of isl where they are affine, as reasons why the domain is wider than the
// truth where they are not.
#pragma once
#include "passes/evaluation/arithmetic.h"
#include "passes/evaluation/evaluator.h"

namespace hydra::passes {

class Conditions {
  public:
    Conditions(Evaluator& evaluator, const Summary& summary, const CallFrames& frames, PathState& path,
               Arithmetic& arithmetic, Proofs& proofs, Quiet& quiet, WorkBudget& work)
        : evaluator_(evaluator), summary_(summary), frames_(frames), path_(path), arithmetic_(arithmetic),
          proofs_(proofs), quiet_(quiet), work_(work) {}

    // The condition as a formula of isl over the symbols; nullopt where it depends on anything else. Notes no accesses.
    std::optional<std::string> formula(const ir::Expr& condition);
    // Enters a branch: its condition (or what is known of it) joins the domain.
    // why: what the report says if not all is known; null: the condition. assigned: since it was evaluated.
    void assume(const ir::Expr& condition, bool negated, const char* why = nullptr, const Variables& assigned = {});

  private:
    std::optional<std::string> comparison(const ir::Binary& binary);
    // A formula that holds whenever the (negated) condition does; nullopt: nothing is known. changed: what may have
    // other values than when the condition was evaluated.
    std::optional<std::string> implied(const ir::Expr& condition, bool negated, const Variables& changed);

    static constexpr std::size_t most_conditions = 24; // of one domain; isl's time grows with their third power

    Evaluator& evaluator_;
    const Summary& summary_;
    const CallFrames& frames_;
    PathState& path_;
    Arithmetic& arithmetic_;
    Proofs& proofs_;
    Quiet& quiet_;
    WorkBudget& work_;
};

} // namespace hydra::passes
