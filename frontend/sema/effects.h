// What evaluating an expression does besides giving its value.
#pragma once
#include "ir/tree.h"

namespace hydra::frontend {

// Assignments, steps and statement expressions; calls are not looked into.
bool has_effects(const ir::Expr& expr);
// Whether its value may be in an array or behind a pointer.
bool reads_memory(const ir::Expr& expr);

} // namespace hydra::frontend
