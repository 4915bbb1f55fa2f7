// See apart_pointers.h. Compilers compare the ranges of two or three pointers by themselves before they use vectors;
// with more of them, or with subscripts read from arrays, they give up.
#include "codegen/kernel/apart_pointers.h"

#include <algorithm>

#include "codegen/text/walk.h"

namespace hydra::codegen {

namespace {

bool writes(const ir::Access& access) {
    return access.kind == ir::AccessKind::write || access.kind == ir::AccessKind::may_write;
}

// Through pointers that no slot speaks of.
bool reaches_anything(const ir::Access& access) { return access.form == ir::Access::Form::everything; }

bool has_slot(const ir::Kernel& kernel, const ir::VarDecl& variable) {
    return std::any_of(
        kernel.touches.slots.begin(), kernel.touches.slots.end(),
        [&](const ir::Slot& slot) {
            return slot.variable == &variable && slot.host.is_name(variable.name) && slot.tables.empty();
        });
}

// Whether the body may stand in the program twice: what it keeps in static variables would fall apart, and assembly may
// define symbols.
bool can_be_copied(const ir::Stmt& body) {
    bool fine = true;
    walk(body,
         [&](const ir::Stmt& stmt, const ir::Stmt*) {
             const auto* declared = stmt.as<ir::DeclStmt>();
             fine = fine && stmt.as<ir::Asm>() == nullptr &&
                    (declared == nullptr ||
                     std::none_of(declared->variables.begin(), declared->variables.end(),
                                  [](const auto& variable) { return variable->has_static_lifetime(); }));
         },
         {});
    return fine;
}

} // namespace

std::vector<const Passed*> apart_pointers(const ir::Kernel& kernel, const KernelVariables& variables) {
    std::vector<const Passed*> found;
    if (kernel.analysis.replicated || kernel.schedule.interleaving.any() || kernel.touches.slots.size() < 2 ||
        !variables.reduced.empty() ||
        std::none_of(kernel.touches.accesses.begin(), kernel.touches.accesses.end(), writes) ||
        std::any_of(kernel.touches.accesses.begin(), kernel.touches.accesses.end(), reaches_anything) ||
        std::any_of(kernel.touches.slots.begin(), kernel.touches.slots.end(),
                    [](const auto& slot) { return !slot.tables.empty(); }) ||
        !can_be_copied(*kernel.loop->as<ir::For>()->body))
        return found;
    for (const Passed& passed : variables.captured) {
        const auto& type = *passed.variable->type;
        if (passed.how != Passed::How::pointer && !(passed.how == Passed::How::value && type.is_pointer()))
            continue;
        if (type.inner->is_function() || !has_slot(kernel, *passed.variable))
            return {}; // what it reaches may be described by another one's slot
        if (!type.inner->quals.is_volatile && !type.inner->quals.is_atomic)
            found.push_back(&passed);
    }
    return found;
}

} // namespace hydra::codegen
