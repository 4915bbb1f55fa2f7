// From a CMAPS file to a C file: what is C stays as it is, byte by byte, and functions with roles are replaced.
#pragma once
#include <optional>
#include <string>

#include "frontend/cmaps/call_rules.h"
#include "frontend/source/positions.h"
#include "support/diag.h"

namespace hydra::frontend::cmaps {

struct LoweredFile {
    std::string text;
    std::vector<support::Origin> origins;
    std::string header;      // NAME.cmaps.h: what C calls
    CoordinationCalls calls; // and how
};

// Nothing where the file has errors, which are reported.
std::optional<LoweredFile> lower_cmaps(const Preprocessed& input, const PositionMap& positions,
                                       const support::SourceManager& sources, support::Diagnostics& diagnostics);

} // namespace hydra::frontend::cmaps
