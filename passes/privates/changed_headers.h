// A loop's bound and step are read once, before it runs; where a function that its body calls changes what they read, C
// would have read them anew.
#pragma once
#include "passes/access/state.h"

namespace hydra::passes {

// Reports variables of the header that functions assign by their names. (What the body itself does to them is found
// where directives are checked, and what is written through pointers where the program runs.)
void refuse_changed_headers(State& state, const ir::For& loop);

} // namespace hydra::passes
