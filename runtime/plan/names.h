// How people know what a launch touches: the names of its arrays and elements, and the warning that iterations meet.
#pragma once

#include "runtime/directory/planner.h"
#include "runtime/plan/request.h"
#include "runtime/touch/binding.h"
#include "runtime/touch/element_namer.h"

#include <string>
#include <vector>

namespace hydra::rt {

// The name by which the launch knows an allocation: that of the first slot which uses it.
std::string array_of(const PlanRequest& request, const Binding& binding, std::size_t allocation);
// How the launch's slots look at an allocation, the first one last; at least one.
std::vector<ElementNamer> faces_of(const PlanRequest& request, const Binding& binding, std::size_t allocation);
// Rank 0 says once for a loop that `who` ("ranks", "threads") overlap there, and what follows from it.
void warn_overlap(int rank, const PlanRequest& request, const Binding& binding, std::size_t allocation,
                  const Finding& finding, const char* who, const char* consequence);

} // namespace hydra::rt
