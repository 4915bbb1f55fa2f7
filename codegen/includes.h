// Copies of user headers: where a header needs edits, the unit's includes must find the edited copy, so the user
// headers that the unit reaches are written to the output folder at the same relative places.
#pragma once
#include <map>
#include <string>

#include "codegen/context.h"

namespace hydra::codegen {

// The user files that the unit's file includes (directly or through others) with their paths in the output folder,
// relative to it. Reports an include that leaves the folder (`../x.h`).
std::map<support::FileId, std::string> included_files(const Context& context, support::FileId unit);

} // namespace hydra::codegen
