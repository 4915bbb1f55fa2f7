// A pointer that walks an array may be the variable of a parallel loop: `for (T *p = a; p < e; p++)` is the loop over
// `at` from 0 to e - a, whose body begins with `T *p = a + at`. Everybody behind this sees the second.
#pragma once
#include "ir/tree.h"

namespace hydra::frontend {

// Writes the loop so, if its header has that form and the body leaves the pointer alone; a pointer that is declared in
// front of the loop becomes private. Else nothing is changed.
void count_by_index(ir::For& loop, ir::TranslationUnit& unit);

} // namespace hydra::frontend
