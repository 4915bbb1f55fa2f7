// What code in front of the launch or site can compute: the names of variables there, and expressions that mean the
// same there as in the region.
#pragma once
#include "passes/evaluation/call_frames.h"
#include "passes/evaluation/run_limits.h"

namespace hydra::passes {

ir::HostExpr host_address(const ir::VarDecl& variable); // by its name

class HostCode {
  public:
    HostCode(RegionFacts& region, const CallFrames& frames, const PathState& path, Symbols& symbols, WorkBudget& work)
        : region_(region), frames_(frames), path_(path), symbols_(symbols), work_(work) {}

    // Whether the variable's name means it where host expressions stand.
    [[nodiscard]] bool nameable(const ir::VarDecl* variable) const;
    // For an expression over the outside variable: itself, or a call into the unit that has it; or none.
    [[nodiscard]] ir::HostExpr of(const ir::VarDecl* variable, const ir::HostExpr& expr, bool pointer) const;
    // Whether the expression's own text means the same where the launch or site stands: it changes nothing, and names
    // nothing that changes. keeps: asked of each scalar that it loads from memory.
    [[nodiscard]] bool means_the_same(const ir::Expr& expr, const std::function<bool(const ir::Expr&)>& keeps) const;
    // Whether host code, before the launch or site, can evaluate the expression and gets the value that the region
    // sees.
    bool can_evaluate(const ir::Expr& expr);
    // The same, if nothing is stored into the memory that it loads from.
    [[nodiscard]] bool can_name(const ir::Expr& expr) const;
    // A fixed integer expression of outside variables without memory or calls: a parameter of its own, computed by C.
    Value fixed_value(const ir::Expr& expr);

  private:
    RegionFacts& region_;
    const CallFrames& frames_;
    const PathState& path_;
    Symbols& symbols_;
    WorkBudget& work_;
};

} // namespace hydra::passes
