// See periodic.h.
#include "frontend/roles/periodic.h"

#include <fmt/format.h>

namespace hydra::frontend::cmaps {

Code turned(const Code& e, const std::string& extent, const Code& all, const std::string& place) {
    const Code read = all.empty() ? Code("hydra_cyc(") + e + ", " + extent + ")"
                                  : Code("hydra_turn(") + e + ", " + extent + ", " + all + ")";
    return place.empty() ? read : Code("HYDRA_PLACE(") + read + ", " + place + ")";
}

Code all_places(const std::string& base, long by, long shift, const Code& further) {
    if (by == 1)
        return base;
    const long rest = (shift % by + by) % by;
    if (further.empty())
        return rest == 0 ? Code(base) : Code(fmt::format("{} + {}", base, rest));
    return Code(base + " + (") + further + fmt::format(" + {}) % {}", rest, by);
}

} // namespace hydra::frontend::cmaps
