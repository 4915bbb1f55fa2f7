// Coordination functions in C: tiles become pointers with extents and a layout, `parallel` becomes a loop with a
// directive, and what surrounds it stays what it is.
#pragma once
#include "frontend/roles/unit.h"

namespace hydra::frontend::cmaps {

// A call from C hands over extents and pointers; coordination functions call each other with layouts, too.
struct LoweredCoordination {
    Code prototype; // of what coordination functions call
    Code helpers;   // copies of element functions for single calls
    Code function;  // what coordination functions call, and what C calls
};

LoweredCoordination lower_coordination(const RoleFunction& function, CmapsUnit& unit);
// What C calls, without its body: "void stencil(long M_0, long M_1, void *M, int limit)".
Code c_heading(const RoleFunction& function, CmapsUnit& unit);
// The name of what coordination functions call.
std::string inner_name(const RoleFunction& function);

} // namespace hydra::frontend::cmaps
