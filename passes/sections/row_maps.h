// Which iterations touch which elements of a section, where one line says it: then the runtime plans by rule.
#pragma once
#include "passes/access/state.h"

namespace hydra::passes {

// Sets access.row or access.each (ir/program.h) of what describes the raw access of a kernel.
void note_row_map(const Region& region, const RawAccess& raw, ir::Access& access);

} // namespace hydra::passes
