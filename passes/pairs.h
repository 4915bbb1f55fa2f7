// Two accesses of a kernel side by side: what proofs that they never meet in an element have in common.
#pragma once
#include <vector>

#include "passes/state.h"

namespace hydra::passes {

// Writes, or may.
inline bool writes(const RawAccess& access) { return access.kind != ir::AccessKind::read; }

// The same array seen in the same way: equal subscripts are equal elements.
bool same_view(const RawAccess& a, const RawAccess& b);

// Whether inner subscripts stay inside their rows: different subscripts are different elements.
class InsideRows {
  public:
    InsideRows(Region& region, const std::vector<RawAccess>& accesses) : region_(region), accesses_(accesses) {}
    // Of an access by its place in the region's list.
    bool holds(std::size_t index);

  private:
    Region& region_;
    const std::vector<RawAccess>& accesses_;
    std::vector<int> known_; // by access: -1 not asked yet
};

} // namespace hydra::passes
