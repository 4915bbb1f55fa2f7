// HYDRA_VERBOSE: which part of each array a rank has, said at the first launch of each loop that ranks share out.
#pragma once

#include "runtime/steps/observer.h"

#include <set>

namespace hydra::rt {

class SpokenParts final : public LaunchObserver {
  public:
    explicit SpokenParts(int rank) : rank_(rank) {}
    [[nodiscard]] Restrictions restrictions() const override;
    void committed(LaunchContext& context, const hydra_rt_launch& launch) override;

  private:
    int rank_;
    std::set<const hydra_rt_loop*> said_;
};

} // namespace hydra::rt
