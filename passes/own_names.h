// The check that what each iteration has for itself is used by its name only.
#pragma once
#include "passes/state.h"

namespace hydra::passes {

// Errors where the loop may get at its own variables through pointers or through functions called by pointers.
void check_own_names(State& state, const ir::For& loop);

} // namespace hydra::passes
