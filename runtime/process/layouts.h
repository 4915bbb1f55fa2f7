// What the program says of layouts (include/hydra_layouts.h).
#pragma once

#include "runtime/plan/request.h"

namespace hydra::rt {

// How many columns the blocks of wave-fronts have; 0: whoever runs them chooses.
void set_pipeline(long columns);

// layout: as hydra_rt_placed is told. Boxes that it points to live as long as the process.
SaidPlace said_place(const long* layout, int ranks);

} // namespace hydra::rt
