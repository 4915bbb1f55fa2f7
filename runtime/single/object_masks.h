// What the compiler knows of the objects in which a launch's accesses lie (hydra_rt_slot::apart), put together with
// the pointers of this one: whether slots meet, without a look at what tables of pointers hold, or nearly so.
#pragma once

#include "runtime/single/independence.h"
#include "runtime/touch/footprint.h"

namespace hydra::rt {

// Whether no slot meets what another one writes, and no two iterations meet. footprint: of the whole launch; it does
// not write everything. cells: gets the pointers in memory on which the answer depends.
bool objects_tell(const SingleLaunch& launch, const hydra_rt_footprint& footprint, const ObjectTable& objects,
                  std::vector<TableCells>& cells);

// Whether an answer for the launch depends on no more than where slots lead.
bool addresses_tell(const SingleLaunch& launch);
// Whether the compiler knows anything of the objects that the loop's slots lead to.
bool knows_objects(const hydra_rt_loop& loop);

// Whether two slots without tables lead to different objects, as far as the compiler knows of them, whatever the loop
// is.
bool lead_apart(const SingleLaunch& launch, int a, int b);

} // namespace hydra::rt
