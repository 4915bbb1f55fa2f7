// What this version refuses, with the reason and what to use instead: library functions whose results differ between
// ranks or that need files, signals or threads; MPI; unions with arrays; tables of pointers. A refusal, never a guess.
#pragma once
#include "ir/tree.h"
#include "support/diag.h"

namespace hydra::frontend {

// Reports every use in the unit's user files.
void check_restrictions(const ir::TranslationUnit& unit, support::Diagnostics& diagnostics);

} // namespace hydra::frontend
