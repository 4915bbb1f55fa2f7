// Parallel loops whose bounds move along with a serial loop around them (`for (k …) for (i = k + 1; …)`), in the same
// function or in one that calls it: the more rounds there have been, the fewer of an array's rows are still worked on.
#pragma once
#include <map>
#include <set>
#include <vector>

#include "passes/access/state.h"

namespace hydra::passes {

class MovingBounds {
  public:
    explicit MovingBounds(const State& state);
    // The variable of an outer loop, counted up or down by it, that bounds the kernel; null: none is seen.
    [[nodiscard]] const ir::VarDecl* of(const ir::Kernel& kernel) const;
    // The serial loops around the kernel in its function.
    [[nodiscard]] std::vector<const ir::Stmt*> around(const ir::Kernel& kernel) const;
    // Whether the function is called in a serial loop, or by one that is; also where nobody is seen to call it.
    [[nodiscard]] bool called_again(const ir::FunctionDecl* function) const;
    // Whether each round of the innermost serial loops around one kernel, in its function or in those that call it, has
    // launches of the other one, too, unless conditions keep it from them.
    [[nodiscard]] bool alternates(const ir::Kernel& one, const ir::Kernel& other) const;

  private:
    struct Call {
        const ir::Call* call;
        std::vector<const ir::Stmt*> around; // loops of the caller
        const ir::FunctionDecl* caller;
    };
    using Seen = std::set<const ir::VarDecl*>;
    using Loops = std::set<const ir::Stmt*>;
    // Serial loops around a kernel; `inner`: the innermost ones.
    Loops loops_around(const ir::Kernel& kernel, bool inner) const;
    void add_callers(const ir::FunctionDecl* function, bool inner, std::set<const ir::FunctionDecl*>& seen,
                     Loops& loops) const;
    bool called_again(const ir::FunctionDecl* function, std::set<const ir::FunctionDecl*>& callers) const;
    const ir::VarDecl* moved(const ir::Expr& expr, const std::vector<const ir::Stmt*>& around,
                             const ir::FunctionDecl* function, Seen& seen) const;
    const ir::VarDecl* moved_parameter(const ir::VarDecl* parameter, const ir::FunctionDecl* function,
                                       Seen& seen) const;
    void read(const ir::FunctionDecl& function);

    const Summary& summary_;
    std::map<const ir::Stmt*, std::vector<const ir::Stmt*>> around_; // by parallel loop: the loops that hold it
    std::map<const ir::FunctionDecl*, std::vector<Call>> calls_;     // by callee
};

} // namespace hydra::passes
