// The order of a wave-front's processes: new values are written before they are read, old ones after.
#pragma once
#include "frontend/cmaps/parallel.h"

namespace hydra::frontend::cmaps {

// Puts the loops of a `parallel` with `wave:` into an order that is right; false where there is none, or none that this
// version finds, which has been reported. Without `wave:` it does nothing.
bool order_wave(Parallel& parallel, const CmapsUnit& unit);

} // namespace hydra::frontend::cmaps
