// Variables that keep the constant they begin with, which native compilers know where they see the whole variable: a
// kernel stands elsewhere, so there it has to be said again.
#pragma once
#include "ir/tree.h"

namespace hydra::frontend {

// Fills VarDecl::kept of the unit, all of whose functions are complete: of integers that are const, and of those that
// nobody outside of the unit can change, if nothing in it does.
void keep_values(ir::TranslationUnit& unit);

} // namespace hydra::frontend
