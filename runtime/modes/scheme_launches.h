// --comm=fop|foifi|fo in launches: the plan of each regular one is made with what its scheme (schemes.h) adds.
#pragma once

#include "runtime/modes/schemes.h"
#include "runtime/plan/maker.h"
#include "runtime/plan/request.h"
#include "runtime/steps/parts.h"
#include "runtime/touch/binding.h"

namespace hydra::rt {

class SchemeLaunches final : public LaunchObserver {
  public:
    SchemeLaunches(const CommSpec& spec, const LaunchParts& parts)
        : schemes_(spec), maker_(parts.maker), plans_(parts.plans) {}

    [[nodiscard]] Restrictions restrictions() const override;
    Plan* plan(LoopState& state, const PlanRequest& request) override;
    void planned(const PlanRequest& request, const Binding& binding, const Plan& plan) override {
        schemes_.pass_over(maker_, request, binding, plan);
    }
    void stores(const Allocation& allocation) override { schemes_.forget(allocation); }

  private:
    Schemes schemes_;
    PlanMaker& maker_;
    PlanCache& plans_;
};

} // namespace hydra::rt
