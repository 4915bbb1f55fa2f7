// Whether two roots certainly lead to different memory, whatever the run: arrays, and pointers that never hold anything
// but memory of their own from malloc and its kin.
#pragma once
#include <set>

#include "passes/access/state.h"

namespace hydra::passes {

class NoAlias {
  public:
    explicit NoAlias(const State& state);
    [[nodiscard]] bool certainly(const Root& a, const Root& b) const;

  private:
    void look(const ir::Expr& expr);
    void assign(const ir::VarDecl* to, const ir::Expr& from);
    [[nodiscard]] bool is_fresh(const ir::Expr& value, int depth) const;
    [[nodiscard]] bool returns_fresh(const ir::FunctionDecl* function, int depth) const;
    // The variable that is an array, or holds memory that no other variable of the kind holds.
    [[nodiscard]] const ir::VarDecl* owner(const Root& root) const;

    const Summary& summary_;
    std::set<const ir::VarDecl*> shared_; // pointers that may hold what others hold, too
};

} // namespace hydra::passes
