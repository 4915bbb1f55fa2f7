// Whether iterations that write one element store the same value there, so that their order does not matter.
#pragma once
#include <vector>

#include "passes/access/state.h"

namespace hydra::passes {

class SameValues {
  public:
    // It keeps references.
    SameValues(const State& state, const ir::For& loop, const Region& region, const std::vector<RawAccess>& accesses)
        : state_(state), loop_(loop), region_(region), accesses_(accesses) {}

    // Whether both accesses store, in every iteration, the same value.
    [[nodiscard]] bool same(const RawAccess& first, const RawAccess& second) const;
    // Whether the iteration decides which element it is, or whether it is touched.
    [[nodiscard]] bool depend_on_iteration(const RawAccess& access) const;

  private:
    [[nodiscard]] const ir::Expr* stored_by(const RawAccess& access) const;
    [[nodiscard]] bool same_each_time(const ir::Expr& value, const RawAccess& access) const;
    [[nodiscard]] bool counts_alike(const ir::VarDecl* variable, const RawAccess& access) const;
    [[nodiscard]] bool reads_alike(const ir::Expr& e) const;

    const State& state_;
    const ir::For& loop_;
    const Region& region_;
    const std::vector<RawAccess>& accesses_;
};

} // namespace hydra::passes
