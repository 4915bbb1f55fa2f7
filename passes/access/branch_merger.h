// Writes of which one happens whatever a condition on data says: `if (hot) a[i] = 1; else a[i] = 2;` writes a[i]. Each
// of the two is a may-write; both together are one write, whose old value nobody needs.
//
// A store is noted with the number of doubts (reasons to be inexact) that it stands under. Behind a branch, the stores
// that are in no doubt in one arm are compared with those of the other one, up to the names of loop variables; a pair
// is one store in the doubts around the branch. Where none are left, it is a write.
#pragma once
#include <set>

#include "passes/access/access_log.h"
#include "passes/evaluation/path_state.h"

namespace hydra::passes {

class BranchMerger {
  public:
    // The doubtful stores of one way through a branch, and the reasons and formulas known at its beginning.
    struct Arm {
        std::size_t from = 0, to = 0, doubts = 0, formulas = 0;
    };
    BranchMerger(const Symbols& symbols, IslBridge& bridge, const PathState& path, AccessLog& log)
        : symbols_(symbols), bridge_(bridge), path_(path), log_(log) {}

    // The access that was added last is a write but for the reasons of the present domain.
    void note_doubtful_write();
    [[nodiscard]] Arm begin_arm() const;
    void end_arm(Arm& arm) const { arm.to = doubtful_.size(); }
    // The arm taken of the `if` that was run through last.
    void note_then(const Arm& arm) { then_arm_ = arm; }
    [[nodiscard]] const Arm& last_then() const { return then_arm_; }
    // outside: where the branch stands; first, second: its arms. The stores of the arms are joined or forgotten, as
    // those behind the branch can do nothing for them.
    void join_arms(const PathState::Mark& outside, const Arm& first, const Arm& second);
    // The same of more ways than two, one of which is taken.
    void join_all(const PathState::Mark& outside, const std::vector<Arm>& arms);
    // Accesses for which another one stands.
    [[nodiscard]] const std::set<std::size_t>& replaced() const { return replaced_; }

  private:
    // A store that happens unless a reason of its domain's keeps it from that; or several, of which one happens.
    struct Doubtful {
        std::vector<std::size_t> accesses;
        std::size_t doubts = 0; // reasons
        Domain domain;
    };
    [[nodiscard]] std::optional<Doubtful> joined_write(const PathState::Mark& outside, const Arm& first,
                                                       const Doubtful& one, const Arm& second,
                                                       const Doubtful& other) const;
    void settle(const Doubtful& write);

    const Symbols& symbols_;
    IslBridge& bridge_;
    const PathState& path_;
    AccessLog& log_;
    std::vector<Doubtful> doubtful_;
    Arm then_arm_;
    std::set<std::size_t> replaced_;
};

} // namespace hydra::passes
