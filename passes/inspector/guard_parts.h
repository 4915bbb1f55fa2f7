// The parts of a branch's condition of which a slice may leave out some (slice_guards.h).
#pragma once
#include <vector>

#include "ir/tree.h"

namespace hydra::passes {

struct GuardParts {
    std::vector<const ir::Expr*> parts;
    bool skips = false; // `if (a || b) continue;`: what follows runs where none of the parts holds; else all must hold
};

GuardParts guard_parts(const ir::If& branch);

} // namespace hydra::passes
