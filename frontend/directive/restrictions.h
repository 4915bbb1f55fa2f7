// What this version refuses, with the reason and what to use instead: library functions whose results differ between
// ranks or that need files, signals or threads; MPI; unions with arrays; tables of pointers. A refusal, never a guess.
#pragma once
#include "ir/program.h"
#include "support/diag.h"

namespace hydra::frontend {

// Reports every use in the unit's user files. What the program itself defines is not meant.
// openmp: the program's threads are a team of one.
void check_restrictions(const ir::Program& program, const ir::TranslationUnit& unit, support::Diagnostics& diagnostics,
                        bool openmp = false);

} // namespace hydra::frontend
