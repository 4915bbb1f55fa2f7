// A dry run (dry.h) in launches and serial code: kernels are left out, and what they would have computed is hollow; or
// they run, once, on behalf of all ranks.
#pragma once

#include "runtime/backend/cpu.h"
#include "runtime/modes/dry.h"
#include "runtime/plan/maker.h"
#include "runtime/plan/request.h"
#include "runtime/steps/parts.h"
#include "runtime/touch/binding.h"

#include <string>
#include <vector>

namespace hydra::rt {

class DryLaunches final : public LaunchObserver {
  public:
    DryLaunches(const DryRun& how, const LaunchParts& parts);

    [[nodiscard]] Restrictions restrictions() const override;
    void tables_followed(const PlanRequest& request) override;
    void inspects(const PlanRequest& request, const Binding& binding) override;
    bool runs(LaunchContext& context, const hydra_rt_launch& launch) override;
    bool reads_unknown(LoopState& state, hydra_rt_loop& site, void* const* pointers, const long* k) override;
    [[nodiscard]] bool watches_reads() const override { return leaves_out_ && !hollow_.empty(); }
    void copies(const void* to, const void* from, std::size_t bytes) override;
    void moved(std::uint64_t, Allocation& allocation) override {
        if (hollow_.has(allocation))
            hollow_.add(allocation, allocation.shape.whole());
    }

  private:
    struct Turn;
    void leave_out(const LaunchContext& context, const hydra_rt_launch& launch, const Plan& plan);
    void run_in_turn(LaunchContext& context, const hydra_rt_launch& launch, const Plan& plan);
    void begin_turn(const Plan& plan, const Binding& binding, std::size_t rank, Turn& turn);
    void end_turn(const Plan& plan, const LaunchContext& context, std::size_t rank, Turn& turn);
    void join_turns(const Plan& plan, const Binding& binding, std::vector<Turn>& turns, const char* at);
    [[nodiscard]] bool is_hollow(const Binding& binding, const PlanMaker::Access& access);
    [[nodiscard]] bool reads_hollow(LoopState& state, hydra_rt_loop& site, void* const* pointers, const long* k);
    void make_all_hollow();
    void check_decision(const hydra_rt_loop& site) const;
    [[noreturn]] void fail_undecided(const char* at, const std::string& what) const;

    bool leaves_out_; // kernels
    const Transport& transport_;
    Registry& registry_;
    PlanMaker& maker_;
    CpuDevice& device_;
    Counters& counters_;
    BindStep& binding_;
    ReductionStep& reductions_;
    MergeStep& merges_;
    Hollow hollow_; // what kernels would have computed
};

} // namespace hydra::rt
