// Which launches may come before which: what a loop finds in memory is left by the former only. A question of the
// program's structure alone; where it is not plain (jumps, callbacks, recursion), any may come before any. Reports ask.
#pragma once
#include <map>
#include <set>
#include <utility>

#include "passes/access/state.h"

namespace hydra::passes {

class LaunchOrder {
  public:
    explicit LaunchOrder(const State& state) : state_(state) {}
    // Whether a launch of `first` may have happened when one of `second` begins.
    [[nodiscard]] bool may_precede(const ir::Kernel& first, const ir::Kernel& second);

  private:
    const std::set<const ir::FunctionDecl*>& run_by(const ir::FunctionDecl* function);
    bool reaches(const ir::FunctionDecl* function, const ir::Kernel& kernel);
    bool reaches(const ir::Stmt& stmt, const ir::Kernel& kernel);
    bool is_called_from_outside(const ir::Kernel& kernel);
    bool in_branch(const ir::If& branch);
    bool in_order(const ir::Stmt& stmt);
    bool in_function(const ir::FunctionDecl* function);

    // What a statement holds, with all inside: asked again and again.
    struct Held {
        std::set<const ir::FunctionDecl*> callees;
        std::set<const ir::Stmt*> statements;
    };
    const Held& held(const ir::Stmt& stmt);
    bool jumps(const ir::FunctionDecl& function);

    const State& state_;
    const ir::Kernel* first_ = nullptr; // those that may_precede() asks for
    const ir::Kernel* second_ = nullptr;
    bool begun_ = false;                          // the first one may have run where in_order() stands
    std::set<const ir::FunctionDecl*> open_ = {}; // whose bodies in_order() is in
    std::map<const ir::FunctionDecl*, std::set<const ir::FunctionDecl*>> run_by_ = {}; // with the function itself
    std::map<const ir::Stmt*, Held> held_ = {};
    std::map<const ir::FunctionDecl*, bool> jumps_ = {};
    std::map<int, bool> called_from_outside_ = {};   // by kernel
    std::map<std::pair<int, int>, bool> known_ = {}; // answers, by kernels
};

} // namespace hydra::passes
