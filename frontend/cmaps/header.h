// NAME.cmaps.h: what C files include to call coordination functions.
#pragma once
#include <string>

#include "frontend/roles/unit.h"

namespace hydra::frontend::cmaps {

// path: of the CMAPS file; text: as the user wrote it.
std::string header_text(P::TranslationUnitContext* tree, CmapsUnit& unit, const std::string& path,
                        std::string_view text);

} // namespace hydra::frontend::cmaps
