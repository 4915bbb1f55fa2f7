// A translation for reading (-S): the user's file with launches in it, the loops in one header, and what makes them
// fast in another, which nobody need read. Both headers stand at the file's end, where all that their text names is
// known.
#pragma once
#include <string>
#include <vector>

#include "codegen/context.h"
#include "codegen/edit/emit.h"

namespace hydra::codegen {

// name: of the unit's file; head: what stands in front of the user's text;
// kernels: those for devices that are part of the file; text: that with marked parts (text/parts.h).
// The first file is the unit's. Where the unit's text would mean something else at its end, or asks for its own lines,
// it is one file, as it is compiled otherwise.
std::vector<GeneratedFile> files_for_reading(const Context& context, int unit, const std::string& name,
                                             const std::string& head, const std::string& kernels,
                                             const std::string& text);

} // namespace hydra::codegen
