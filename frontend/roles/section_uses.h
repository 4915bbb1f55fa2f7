// How an element function uses its sections: where nobody can tell which elements it writes, it is given buffers.
#pragma once
#include "frontend/roles/unit.h"

namespace hydra::frontend::cmaps {

// Whether it writes a section otherwise than by subscripts of constants, `in` scalars and counters of loops: by ones
// that are computed or read, or through another function.
bool writes_unseen(const RoleFunction& function, const CmapsUnit& unit);

} // namespace hydra::frontend::cmaps
