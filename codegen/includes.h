// Copies of user headers: where a header needs edits, the unit's includes must find the edited copy, so the user
// headers that the unit reaches are written to the output folder at the same relative places.
#pragma once
#include <map>
#include <string>

#include "codegen/context.h"
#include "codegen/rewriter.h"

namespace hydra::codegen {

// The user files that the unit's file includes (directly or through others) with their paths in the output folder,
// relative to it. Reports an include that leaves the folder (`../x.h`).
std::map<support::FileId, std::string> included_files(const Context& context, support::FileId unit);

// Makes the unit's own #include lines name the copies in a folder beside it. places: what included_files gave.
void redirect_includes(const Context& context, support::FileId unit,
                       const std::map<support::FileId, std::string>& places, const std::string& folder, Edits& edits);

} // namespace hydra::codegen
