// Bodies of which an iteration takes no longer than to note what it touches.
#pragma once

#include "passes/summary.h"

namespace hydra::passes {

// Whether it has no loops or jumps, and calls nothing but functions like it and a few of numbers: to look up where it
// leads, and to plan for that, takes longer than to run it.
bool is_brief(const Summary& summary, const ir::Stmt& body);

} // namespace hydra::passes
