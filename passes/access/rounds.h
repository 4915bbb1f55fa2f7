// What moves as loops go round, and how often these do, in a symbolic run (evaluation/inductions.h).
#pragma once
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "passes/evaluation/call_frames.h"
#include "passes/evaluation/evaluator.h"
#include "passes/evaluation/inductions.h"
#include "passes/evaluation/proofs.h"

namespace hydra::passes {

class Rounds {
  public:
    // It keeps references.
    Rounds(Evaluator& evaluator, Symbols& symbols, Proofs& proofs, PathState& path, CallFrames& frames)
        : evaluator_(evaluator), symbols_(symbols), proofs_(proofs), path_(path), frames_(frames) {}

    // Variables among `changed` that each round of a loop with this body moves by the same; parts: of its head.
    std::vector<Induction> moved_in(const ir::Stmt& body, const std::vector<const ir::Expr*>& parts,
                                    const Variables& changed);
    // In front of a loop: what is known of variables only if it goes round.
    void enter(const ir::For& loop);
    // In a round, when the loop's own variable has gone so far, in steps of `by`.
    void begin(const std::vector<Induction>& moved, const Poly& far, std::int64_t by);
    // Behind a loop that goes round so often, if that is proved to be a number; nullopt: it may end early.
    void end(const std::vector<Induction>& moved, const std::optional<Poly>& rounds);
    // How often the condition holds, as far as that is no negative number, where `counts` moves by one a round;
    // nullopt: not known. A loop that goes on until two values meet (`!=`) goes on for long where they never do: if
    // something in it ends it (`leaves`), that is to be no negative number.
    std::optional<Poly> most(const ir::Expr& cond, const Induction& counts, const Variables& changed, bool leaves);

  private:
    Poly as_row(const Poly& poly);
    std::optional<Poly> same_each_round(const ir::Expr& expr, const Variables& changed);
    std::optional<Inductions::Count> rounds_of(const ir::For& loop, const Variables& changed);

    Evaluator& evaluator_;
    Symbols& symbols_;
    Proofs& proofs_;
    PathState& path_;
    CallFrames& frames_;
    // What some variables are when this loop is entered, as far as it goes round (Induction::inside).
    std::map<const ir::VarDecl*, std::pair<const ir::For*, Value>> known_inside_;
};

} // namespace hydra::passes
