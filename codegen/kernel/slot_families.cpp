// See slot_families.h.
#include "codegen/kernel/slot_families.h"

#include <fmt/format.h>

namespace hydra::codegen {

std::string slot_families(const ir::Kernel& kernel) {
    std::string families;
    for (std::size_t slot = 0; slot < kernel.touches.slots.size(); ++slot) {
        std::size_t first = 0;
        while (kernel.touches.slots[first].host != kernel.touches.slots[slot].host)
            ++first;
        families += fmt::format("{}{}", slot == 0 ? "" : ", ", first);
    }
    return families;
}

} // namespace hydra::codegen
