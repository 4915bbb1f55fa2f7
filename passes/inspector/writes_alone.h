// What the only rank wants to know of a loop whose data decide what it writes: whether its threads would meet. What is
// read through other pointers than those it writes through says nothing of that, where they lead to other objects, and
// a slice without it is often much smaller: of `y[k] += a[k] * x[col[k]]`, for k in a segment, one range.
#pragma once

#include <functional>
#include <optional>
#include <set>

#include "passes/access/access.h"
#include "passes/inspector/slicer.h"

namespace hydra::passes {

struct WritesAlone {
    std::set<const ir::Expr*> targets;
    std::set<const ir::Expr*> unwanted; // loads that the slice does without
};

// The found accesses through pointers through which found ones write, if there is a slice for them that reads nothing
// but what `is_described` says and is smaller than that of all found ones; the slicer has it. nullopt: there is none.
std::optional<WritesAlone> writes_alone(Slicer& slicer, const RegionAccesses& region,
                                        const std::function<bool(const ir::Expr*)>& is_described);

} // namespace hydra::passes
