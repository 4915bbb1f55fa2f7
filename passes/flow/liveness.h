// What happens to a private variable first: in an iteration, and after its loop. Decides whether an iteration reads a
// value that it does not have, and whether the sequentially last value must be handed out.
#pragma once
#include <functional>
#include <vector>

#include "passes/flow/cfg.h"

namespace hydra::passes {

enum class FirstUse { none, written, perhaps_read, read };

// The first thing that running the statement of the graph does to the variable's value; ways on which the program ends
// do not count.
FirstUse first_use(const Cfg& graph, const ir::VarDecl* variable);
// Whether the value that the variable has after `loop`, or a block, may be read later in the function (conservative).
bool live_after(const Cfg& function, const ir::Stmt& loop, const ir::VarDecl* variable);
// The same of a variable whose address was taken: whether what follows, as long as the variable lives, may read through
// a pointer. By its name is the question above.
bool live_behind_pointers(const Cfg& function, const ir::Stmt& loop, const ir::VarDecl* variable);

// Of a value that a variable has behind a loop (or elsewhere): whether it may be read there, or later in the function.
class LiveValue {
  public:
    using Use = std::function<FirstUse(const Cfg::Block&, const Cfg::Step&)>;
    // use: what a step does first to the value.
    LiveValue(const Cfg& function, Use use);
    [[nodiscard]] bool at_entry() const;
    // Behind a statement; true where it is not found.
    [[nodiscard]] bool behind(const ir::Stmt& stmt) const;
    // Behind any step for which this holds.
    [[nodiscard]] bool behind_any(const std::function<bool(const Cfg::Step&)>& from) const;

  private:
    [[nodiscard]] bool at_begin(Cfg::BlockId block) const;
    [[nodiscard]] bool at(Cfg::BlockId block, std::size_t before) const;

    const Cfg& function_;
    const Use use_;
    std::vector<bool> at_end_; // by block
};

} // namespace hydra::passes
