// Accesses of serial code of which the runtime need not know: to memory that ranks never share out, whose data are
// valid on all of them, and about which nobody remembers anything that a store would change.
#pragma once
#include "passes/access/uneven_memory.h"

namespace hydra::passes {

class SerialMemory {
  public:
    // Once kernels have their footprints and inspectors.
    explicit SerialMemory(State& state);
    // Whether it is such an access.
    [[nodiscard]] bool holds(const RawAccess& access) const;

  private:
    State& state_;
    PointsTo::Objects looked_at_; // by launches, beyond what they leave out since it is everywhere; nullopt: any
};

} // namespace hydra::passes
