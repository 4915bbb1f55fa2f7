// Which array variables may hold data that parallel loops touch: those that a kernel names, and those whose address
// goes anywhere but into a direct subscript. The others are ordinary private data of each rank.
#pragma once
#include "passes/state.h"

namespace hydra::passes {

// A static array of constants.
bool is_constant_array(const ir::VarDecl* variable);

class Arrays {
  public:
    explicit Arrays(const State& state);
    // True for pointers, and for null (memory that no variable names).
    [[nodiscard]] bool may_be_distributed(const ir::VarDecl* variable) const;
    // Whether the runtime must know the variable's memory: arrays, and structs with arrays that parallel loops use.
    [[nodiscard]] bool needs_announcement(const ir::VarDecl* variable) const;

  private:
    const Summary& summary_;
    Variables escaping_;
};

} // namespace hydra::passes
