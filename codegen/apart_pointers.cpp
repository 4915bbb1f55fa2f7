// See apart_pointers.h. Compilers compare the ranges of two or three pointers by themselves before they use vectors;
// with more of them, or with subscripts read from arrays, they give up.
#include "codegen/apart_pointers.h"

#include <algorithm>

namespace hydra::codegen {

namespace {

bool writes(const ir::Access& access) {
    return access.kind == ir::AccessKind::write || access.kind == ir::AccessKind::may_write;
}

bool has_slot(const ir::Kernel& kernel, const ir::VarDecl& variable) {
    return std::any_of(kernel.slots.begin(), kernel.slots.end(), [&](const ir::Slot& slot) {
        return slot.variable == &variable && slot.host == variable.name && slot.tables.empty();
    });
}

} // namespace

std::vector<const Passed*> apart_pointers(const ir::Kernel& kernel, const KernelVariables& variables) {
    std::vector<const Passed*> found;
    if (kernel.replicated || kernel.interleaving.any() || kernel.slots.size() < 2 || !variables.reduced.empty() ||
        std::none_of(kernel.accesses.begin(), kernel.accesses.end(), writes)) {
        return found;
    }
    for (const Passed& passed : variables.captured) {
        const auto& type = *passed.variable->type;
        if (passed.how != Passed::How::pointer && !(passed.how == Passed::How::value && type.is_pointer())) {
            continue;
        }
        if (type.inner->is_function() || !has_slot(kernel, *passed.variable)) {
            return {}; // what it reaches may be described by another one's slot
        }
        if (!type.inner->quals.is_volatile && !type.inner->quals.is_atomic) {
            found.push_back(&passed);
        }
    }
    return found;
}

} // namespace hydra::codegen
