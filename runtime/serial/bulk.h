// Bulk copies of serial code: memcpy, memmove, assignments of structs with arrays, memset, realloc. Every rank runs
// them on what it has, so the directory's state goes along with the bytes and nothing travels
// (runtime/directory/copied.h). Only what ends in memory that no directory speaks of is fetched first.
#pragma once

#include "runtime/plan/maker.h"
#include "runtime/steps/inspection_cache.h"
#include "runtime/steps/parts.h"

#include <unordered_map>

namespace hydra::rt {

class BulkCopies {
  public:
    BulkCopies(const LaunchParts& parts, Residences& residence, Messenger& messenger,
               const InspectionCache& inspections, const Observers& observers)
        : registry_(parts.registry), maker_(parts.maker), gatherer_(parts.gatherer), residence_(residence),
          messenger_(messenger), inspections_(inspections), observers_(observers) {}

    // A launch begins: copies before it are over.
    void begin_launch() { small_ = 0; }
    // Serial code is about to copy so many bytes, as memmove does, on every rank; null `from`: to store equal ones.
    void copy(const char* at, void* to, const void* from, std::size_t bytes);
    // Around a realloc: before the block's content moves, and when it lies at its new place.
    void before_move(Allocation& allocation);
    void moved(Allocation& allocation, void* base, std::size_t bytes);

  private:
    // What a copy leaves of its target.
    struct Outcome {
        Shape shape;
        StateRef state;
    };
    const Outcome* copied(const Allocation* source, std::int64_t from_offset, const Allocation& target,
                          std::int64_t offset, std::int64_t bytes);
    void fetch(Allocation& allocation, std::int64_t offset, std::int64_t bytes, const char* at);

    Registry& registry_;
    PlanMaker& maker_;
    Gatherer& gatherer_;
    Residences& residence_;
    Messenger& messenger_;
    const InspectionCache& inspections_;
    const Observers& observers_;
    PlanKey key_; // scratch
    std::unordered_map<PlanKey, Outcome, PlanKey::Hash> outcomes_;
    long small_ = 0; // small copies since the last launch
};

} // namespace hydra::rt
