// The first step of a launch or of a site of serial code: which arrays its pointers lead to, and what of them it
// touches as a whole. Where that is not known, every rank runs a launch, and all arrays are brought to all ranks
// before.
#pragma once

#include "runtime/backend/cpu.h"
#include "runtime/plan/maker.h"
#include "runtime/plan/request.h"
#include "runtime/steps/gatherer.h"

#include <string>

namespace hydra::rt {

class BindStep {
  public:
    BindStep(Registry& registry, Residences& residence, PlanMaker& maker, const Transport& transport,
             const CpuDevice& device, Gatherer& gatherer, const Observers& observers)
        : registry_(registry), residence_(residence), maker_(maker), transport_(transport), device_(device),
          gatherer_(gatherer), observers_(observers) {}

    // What all of the request's iterations touch. It stays where it is until the loop's next launch.
    Touched& touched(LoopState& state, PlanRequest& request);
    // Finds out where pointers in tables lead; sets request.tables or lost_table, and the pointers of all slots.
    void follow_tables(LoopState& state, PlanRequest& request, void* const*& pointers);
    // Fills state.binding; request.replicated where every rank has to run all of it.
    void bind(LoopState& state, PlanRequest& request, void* const* pointers);
    // Whether nobody need look at the launch's tables, and then binds what it reaches otherwise (single_rank_rows.h).
    bool bind_without_tables(LoopState& state, PlanRequest& request, void* const* pointers);
    // Every rank runs the launch, with all arrays that it may touch there; it may write to any of them.
    void leave_unbound(LoopState& state, PlanRequest& request);
    // The first watched cell of the loop or site that what it writes may meet, by the present binding; -1: none.
    // Generated code took the values of pointers and integers out of these cells before, which is right where nothing
    // that it writes meets them. Until the first write that does, every address is as assumed; so if no write at an
    // assumed address meets a cell, none does.
    static int written_cell(const LoopState& state, const hydra_rt_loop& loop, void* const* pointers,
                            void* const* cells);
    // What is stored may change that cell: nothing that is known of the launch counts.
    void distrust(LoopState& state, PlanRequest& request, int cell);

    // From here on every rank has everything, and runs every loop.
    void stop_binding() { binds_ = false; }
    [[nodiscard]] bool binds() const { return binds_; }
    // Grows when something may have been written anywhere.
    [[nodiscard]] std::uint64_t era() const { return era_; }
    // Nobody has told of what has been written: what was found in memory may not hold.
    void begin_era() { ++era_; }

  private:
    void run_everywhere(LoopState& state, PlanRequest& request, const std::string& why);
    // By which rules the pointers are bound.
    [[nodiscard]] Binder::Asker asker(const LoopState& state, const PlanRequest& request) const;
    void bring_neighbours(const LoopState& state, const PlanRequest& request);
    bool writes_tables(LoopState& state, const PlanRequest& request, Touched& all);

    Registry& registry_;
    Residences& residence_;
    PlanMaker& maker_;
    const Transport& transport_;
    const CpuDevice& device_;
    Gatherer& gatherer_;
    const Observers& observers_;
    PlanKey key_;             // scratch
    std::uint64_t views_ = 0; // of tables, so far; the same on every rank
    std::uint64_t era_ = 0;
    bool binds_ = true;
};

} // namespace hydra::rt
