// What some of a rank's iterations touch, also at places that data tell: the halves of a launch for which its device
// has no room, the parts of several devices, and all of them where no rank has to know what others touch, since every
// one has it. The rank runs the inspectors on these iterations once more, for itself.
//
// That is as good as what was found when the launch began: what inspectors read is the same until something is written
// that it depends on, and the launch writes none of it.
#pragma once

#include "runtime/offload/device_launch.h"
#include "runtime/plan/maker.h"
#include "runtime/residence/residences.h"

#include <optional>
#include <vector>

namespace hydra::rt {

class PieceAccess {
  public:
    // rank: this one.
    PieceAccess(const PlanMaker& maker, Registry& registry, Residences& residences, int rank)
        : maker_(maker), registry_(registry), residences_(residences), rank_(rank) {}

    // Where inspectors found something that cannot be said of these iterations alone, they only may write that: the
    // rest has to be on the device before, or what lies there in its place would count as the newest.
    [[nodiscard]] PlanMaker::Access of(const DeviceLaunch& launch, const std::vector<Interval>& iterations) const;

  private:
    [[nodiscard]] std::optional<Inspection> look_up(const DeviceLaunch& launch,
                                                    const std::vector<Interval>& iterations) const;

    const PlanMaker& maker_;
    Registry& registry_;
    Residences& residences_;
    int rank_;
};

} // namespace hydra::rt
