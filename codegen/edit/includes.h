// Copies of user headers: where a header needs edits, the unit's includes must find the edited copy, so the user
// headers that the unit reaches are written to the output folder at the same relative places.
#pragma once
#include <map>
#include <string>

#include "codegen/context.h"
#include "codegen/text/rewriter.h"

namespace hydra::codegen {

// The user files that the unit's file includes (directly or through others) with their paths in the output folder,
// relative to it: "up/x.h" for what is included as "../x.h", "x.2.h" for its second inclusion. Reports an include by an
// absolute path.
std::map<support::FileId, std::string> included_files(const Context& context, const ir::TranslationUnit& unit);

// Makes #include lines name the copies where they lie elsewhere than the lines say: those of the unit where the copies
// are in a folder beside it (else the folder's name is empty), and those by a path with "..". places: what
// included_files gave.
void redirect_includes(const Context& context, const ir::TranslationUnit& unit,
                       const std::map<support::FileId, std::string>& places, const std::string& folder,
                       std::map<support::FileId, Edits>& edits);

} // namespace hydra::codegen
