// How a launch finds out what its data make it touch. Stage by stage: what the inspector of the stage reads is made
// valid on each rank, the inspector runs on the rank's own iterations, and the ranks exchange what they found.
//
// Inspectors run before the launch and so see memory as it was then. Where the launch writes what they read, the
// findings are worth nothing: then each slot counts as touched anywhere, which leads to whole arrays for reads and to a
// loop that every rank runs for writes.
#pragma once

#include "runtime/backend/cpu.h"
#include "runtime/plan/maker.h"
#include "runtime/plan/request.h"
#include "runtime/steps/distribution_policy.h"
#include "runtime/steps/inspection_cache.h"
#include "runtime/steps/kept_findings.h"
#include "runtime/steps/parts.h"
#include "runtime/touch/binding.h"

#include <vector>

namespace hydra::rt {

class InspectStep {
  public:
    InspectStep(const LaunchParts& parts, Residences& residence, Messenger& messenger, DistributionPolicy& policy,
                const Observers& observers, bool plays_all)
        : transport_(parts.transport), registry_(parts.registry), maker_(parts.maker), device_(parts.device),
          counters_(parts.counters), binding_(parts.binding), residence_(residence), messenger_(messenger),
          policy_(policy), observers_(observers), plays_all_(plays_all) {}

    // What the launch's data make it touch; it stays where it is until the loop's next launch. marks: see
    // hydra_rt_inspection. They are compared as they are, and told to no other rank: on each, the same ones are equal.
    const Inspection* inspect(LoopState& state, PlanRequest request, void* const* pointers, void* const* marks,
                              void* args);
    [[nodiscard]] const InspectionCache& cache() const { return cache_; }
    // Nobody is going to tell of what is written; and nobody has, since the other call (kept_findings.h).
    void keep_found(const LoopTable& loops) { kept_.keep(loops, binding_.era()); }
    void recall_found(const LoopTable& loops) { kept_.recall(loops, binding_.era()); }

  private:
    void run_stages(LoopState& state, PlanRequest& request, void* const* pointers, void* args, Inspection& inspection);
    // False: nobody needs what further stages would find.
    bool run_stage(LoopState& state, PlanRequest& request, int stage, void* const* pointers, void* args,
                   Inspection& inspection, const std::vector<bool>& widened);
    void bind_with(LoopState& state, PlanRequest& request, void* const* pointers, Inspection& inspection);
    static std::vector<long> declared_units(const PlanRequest& request);
    void give_up(LoopState& state, const hydra_rt_loop& loop, Inspection& inspection) const;
    void run_inspector(const PlanRequest& request, std::size_t rank, int stage, void* args, void* const* pointers,
                       Inspection& inspection);
    bool inspect_share(const hydra_rt_loop& loop, int stage, const std::vector<Interval>& iterations, void* args,
                       void* const* pointers, Found& found);
    void exchange_findings(Inspection& inspection, const char* at);
    bool inspected_writes_meet_indexes(const PlanRequest& request, void* const* pointers, const Binding& binding);
    std::vector<bool> widened_for_one_launch(const PlanRequest& request, void* const* pointers,
                                             const Inspection& inspection);
    void note_sources(const LoopState& state, const PlanRequest& request, Inspection& inspection) const;
    void fetch_sources(const LoopState& state, const PlanRequest& request);
    bool all_is_there(LoopState& state, PlanRequest request, void* const* pointers);
    bool stand_in_blocks(const hydra_rt_loop& loop, void* const* pointers);
    const Inspection* nothing_found(LoopState& state, const hydra_rt_loop& loop) {
        return cache_.nothing_found(state, loop, transport_.size());
    }
    bool may_look_up(const PlanRequest& request, void* const* pointers);
    bool leave_to_ranks(LoopState& state, PlanRequest request, void* const* pointers, Inspection& inspection);

    Transport& transport_;
    Registry& registry_;
    PlanMaker& maker_;
    CpuDevice& device_;
    Counters& counters_;
    BindStep& binding_;
    Residences& residence_;
    Messenger& messenger_;
    DistributionPolicy& policy_;
    const Observers& observers_;
    bool plays_all_; // this process is all ranks
    InspectionCache cache_;
    KeptFindings kept_;
    double affordable_ = 0; // of the launch whose inspectors run, DistributionPolicy::affordable
};

} // namespace hydra::rt
