// Where periodic subscripts wrap: loops are cut there, so that most processes need not look; and what periodic
// subscripts of inner dimensions name together is the whole of them, which is what analysis is told.
#pragma once
#include "frontend/processes/parallel.h"

namespace hydra::frontend::cmaps {

// Fills Subscript::all and Parallel::cut. The loops are in their order.
void find_turns(Parallel& parallel);

} // namespace hydra::frontend::cmaps
