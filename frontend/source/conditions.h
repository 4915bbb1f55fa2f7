// #if groups that do not hold whole statements are written out in the text of the file, as if the user had chosen: the
// directives and the branches that are not taken become blank. What a loop holds then stands in one piece.
#pragma once
#include <optional>
#include <string>

#include "frontend/source/positions.h"

namespace hydra::frontend {

// The text of the file without such groups, each line in its place; nullopt: there are none.
std::optional<std::string> conditions_written_out(const PositionMap& positions, support::FileId file,
                                                  const support::SourceManager& sources);

} // namespace hydra::frontend
