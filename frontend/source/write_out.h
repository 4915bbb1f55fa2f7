// Macros that stand for statements or definitions are written out in the text of the file, as if the user had. What
// they hold then has places of its own, which generated code can replace or copy.
#pragma once
#include <optional>
#include <string>

#include "frontend/source/positions.h"

namespace hydra::frontend {

// The text of the input file with such invocations replaced by the tokens that they became, each on the line on which
// the invocation begins; nullopt: there are none. Left as they are: those whose tokens would mean something else when
// they are preprocessed again.
std::optional<std::string> written_out(const Preprocessed& input, const PositionMap& positions,
                                       const support::SourceManager& sources);

} // namespace hydra::frontend
