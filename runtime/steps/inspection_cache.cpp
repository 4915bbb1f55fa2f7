// See inspection_cache.h.
#include "runtime/steps/inspection_cache.h"

namespace hydra::rt {
namespace {

constexpr std::size_t most_inspections = 64; // of one loop; beyond it they are forgotten and made again

} // namespace

const Inspection* InspectionCache::find(LoopState& state, const PlanKey& key, std::uint64_t era) {
    auto& found = state.inspections.found;
    const auto known = found.find(key);
    if (known != found.end()) {
        if (known->second->holds(era))
            return known->second.get();
        forget(state, *known->second);
    } else if (found.size() >= most_inspections) {
        for (const auto& [old, inspection] : found)
            forget(state, *inspection);
        found.clear();
    }
    return nullptr;
}

const Inspection* InspectionCache::keep(LoopState& state, const PlanKey& key, std::unique_ptr<Inspection> found,
                                        bool by_versions) {
    remembers_ |= by_versions;
    return (state.inspections.found[key] = std::move(found)).get();
}

const Inspection* InspectionCache::nothing_found(LoopState& state, const hydra_rt_loop& loop, int ranks) {
    std::unique_ptr<Inspection>& nothing = state.inspections.nothing;
    if (nothing == nullptr) {
        nothing = std::make_unique<Inspection>(loop, ranks, false);
        nothing->given_up = true;
        nothing->id = next_id();
    }
    return nothing.get();
}

void InspectionCache::forget(LoopState& state, const Inspection& inspection) {
    PlanCache::forget(state, inspection);
    std::erase_if(state.known_touched.of_launches,
                  [&](const auto& entry) { return entry.first.made_with(inspection.id); });
    state.touched = nullptr;
}

} // namespace hydra::rt
