// Sections without conditions. What an access touches behind `if (i % 7 != 3)` is neither boxes nor rows; without the
// condition it is a box. For a read that is a little more than the truth; a write becomes one that may happen, whose
// old values are fetched first, so that leaving them as they are is right as well.
#pragma once
#include <optional>
#include <vector>

#include "passes/access/state.h"

namespace hydra::passes {

// Whether a subscript says which iteration it is: what others touch lies elsewhere, whatever the conditions.
bool names_iteration(const Region& region, const RawAccess& raw);

// The sections of all elements that would be touched without some of the conditions, as few as may be; nullopt: there
// are none without them either, or there is no condition.
std::optional<std::vector<Section>> relaxed_sections(Region& region, const RawAccess& raw);

// Lets the section of an access whose place is known leave out conditions from the next description on; false: it has
// none without them either.
bool relax_guards(Region& region, RawAccess& raw);

} // namespace hydra::passes
