// An iteration of a parallel loop, run through with the values that follow from its body alone: counters and flags that
// begin with constants, and the conditions and subscripts made of them. Shows that values are there where walks over
// the text see a way around them: `int n = 0; for (…9 rounds…) p[n++] = …;`, halves that take turns (`f[1 - cur]`), and
// `if (!have) { fill; have = 1; }`.
#pragma once
#include "ir/tree.h"

namespace hydra::passes {

enum class CheckedReads {
    this_read, // of the element
    all_reads  // of the array that holds it
};
// Whether an element of a private array, or a private scalar, has a value wherever the body reads it. What cannot be
// followed has none. A library function that fills an array is taken at its word: it has filled what is read.
bool finds_values(const ir::For& loop, const ir::Expr& element, CheckedReads which);

} // namespace hydra::passes
