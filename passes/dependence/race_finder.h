// Whether two iterations of a parallel loop meet in an element of which one of them writes.
#pragma once
#include "passes/access/state.h"
#include "passes/dependence/no_alias.h"

namespace hydra::passes {

// A proof that they do is the error hydra-race with the two iterations. A proof that they do not, or what is in the way
// of one, is noted in the kernel. region: the kernel's accesses.
void find_races(State& state, ir::Kernel& kernel, Region& region, const NoAlias& distinct);

// Whether it is proved that they do not, whatever C demands of subscripts; region: any of the kernel's.
bool keep_apart(State& state, ir::Kernel& kernel, Region& region);

} // namespace hydra::passes
