// HYDRA_VERIFY in launches and serial code: how the verifier (verify.h) may run launches again, and when it compares
// what with the truth.
#pragma once

#include "runtime/backend/cpu.h"
#include "runtime/modes/verify.h"
#include "runtime/plan/maker.h"
#include "runtime/plan/request.h"
#include "runtime/steps/parts.h"
#include "runtime/touch/binding.h"

namespace hydra::rt {

class VerifiedLaunches final : public LaunchObserver {
  public:
    VerifiedLaunches(const RuntimeOptions& options, const LaunchParts& parts);

    [[nodiscard]] Restrictions restrictions() const override;
    void moves(const char* at) override { verifier_.take_over(at); }
    void begun(const char* at) override { verifier_.collect(at); }
    void before_run(LaunchContext& context, const hydra_rt_launch& launch) override;
    void committed(LaunchContext& context, const hydra_rt_launch& launch) override;
    void served(const PlanRequest& request, const Binding& binding) override;
    void gathered(const char* at, const Binding& binding) override { verifier_.compare_whole(at, binding); }
    void copied(const Allocation& target, std::int64_t offset, const Allocation& source, std::int64_t from,
                std::size_t bytes) override {
        verifier_.copied(target, offset, source, from, bytes);
    }
    void moved(std::uint64_t serial, Allocation& allocation) override { verifier_.moved(serial, allocation); }

  private:
    // The launch, for the verifier; nullopt where it cannot run more than once.
    std::optional<Verifier::Launch> described(const LaunchContext& context, const hydra_rt_launch& launch);
    void settle_last_bits(const LaunchContext& context, const hydra_rt_launch& launch);

    const Transport& transport_;
    Registry& registry_;
    PlanMaker& maker_;
    CpuDevice& device_;
    Gatherer& gatherer_;
    ReductionStep& reductions_;
    bool verbose_;
    Verifier verifier_;
};

} // namespace hydra::rt
