// See periodic.h.
#include "frontend/roles/periodic.h"

#include <fmt/format.h>

namespace hydra::frontend::cmaps {

Code turned(const Code& e, const std::string& extent, const std::string& border, const Code& all) {
    if (border.empty() && all.empty())
        return Code("hydra_cyc(") + e + ", " + extent + ")";
    if (all.empty())
        return Code("hydra_edge(") + border + ", " + e + ", " + extent + ")";
    return Code("hydra_turn(") + (border.empty() ? "1" : border) + ", " + e + ", " + extent + ", " + all + ")";
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
