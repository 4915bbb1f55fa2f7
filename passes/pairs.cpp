#include "passes/pairs.h"

#include <fmt/format.h>

namespace hydra::passes {

bool same_view(const RawAccess& a, const RawAccess& b) {
    return a.root == b.root && a.elem == b.elem && a.lengths == b.lengths && a.subscripts.size() == b.subscripts.size();
}

bool InsideRows::holds(std::size_t index) {
    const RawAccess& access = accesses_[index];
    if (known_.size() <= index)
        known_.resize(accesses_.size(), -1);
    if (known_[index] < 0) {
        bool inside = true;
        for (std::size_t d = 1; inside && d < access.subscripts.size(); ++d) {
            const auto subscript = region_.bridge.affine(access.subscripts[d]);
            const auto length = region_.bridge.affine(access.lengths[d - 1]);
            inside = subscript && length &&
                     region_.bridge.holds(access.domain, fmt::format("0 <= {} < {}", *subscript, *length));
        }
        known_[index] = inside ? 1 : 0;
    }
    return known_[index] == 1;
}

} // namespace hydra::passes
