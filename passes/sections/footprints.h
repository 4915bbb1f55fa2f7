// Sections of kernels and sites in closed form: slots, keys and accesses.
#pragma once
#include <set>
#include <vector>

#include "passes/access/state.h"

namespace hydra::passes {

// The cells that host code reads in front of the region and that its writes must not meet.
std::vector<ir::Watched> watched_cells(const Region& region);
// Shared by footprints and transfers: slots, keys and accesses of a region.
void describe_region(State& state, Region& region, std::vector<ir::Slot>& slots, std::vector<ir::Key>& keys,
                     std::vector<ir::Access>& accesses);
// The same for a kernel with what it reduces; forgets what was described before.
void describe_kernel(State& state, Region& region, ir::Kernel& kernel);
// What a kernel touches in the rounds ir::rounds_begin <= j < ir::rounds_end of inner loops, whose iterators these are;
// adds keys. part: which of the region's accesses count; empty: all. False: not all of it is known in closed form.
bool describe_boxes(Region& region, const std::set<SymbolId>& rounds, const std::vector<bool>& part, ir::Kernel& kernel,
                    std::vector<ir::Access>& accesses);
// Drops the fine inspector of a kernel whose iterations cannot overlap.
void forget_refinement(State& state, Region& region, ir::Kernel& kernel);

} // namespace hydra::passes
