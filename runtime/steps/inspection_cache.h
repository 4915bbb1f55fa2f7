// What inspectors have found, remembered under all that they depend on but the content of memory; that is compared by
// the versions of the allocations that they read.
#pragma once

#include "runtime/steps/plan_cache.h"

#include <memory>

namespace hydra::rt {

class InspectionCache {
  public:
    // Equal on all ranks, never given twice.
    std::uint64_t next_id() { return ++made_; }
    // What has been found for this key and still holds; null: nothing. era: BindStep's.
    const Inspection* find(LoopState& state, const PlanKey& key, std::uint64_t era);
    // by_versions: it holds until an allocation gets another version, which has to be kept up from now on.
    const Inspection* keep(LoopState& state, const PlanKey& key, std::unique_ptr<Inspection> found, bool by_versions);
    // Where nothing had to be found.
    const Inspection* nothing_found(LoopState& state, const hydra_rt_loop& loop, int ranks);
    // Whether versions count.
    [[nodiscard]] bool remembers() const { return remembers_; }
    // Drops what was made with an inspection that is out of date.
    static void forget(LoopState& state, const Inspection& inspection);

  private:
    std::uint64_t made_ = 0;
    bool remembers_ = false;
};

} // namespace hydra::rt
