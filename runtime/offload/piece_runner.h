// Runs iterations of a launch on one device; where they need more memory than it has, piece by piece (out of core).
// Pieces that are small beside the memory leave most of each array where it is; they come in turn from the first one
// and from the last one, so that each launch begins with what the one before has used last. Where that will not do
// (kernels that know no pages, parts of rows, arrays that data select from), one half runs after the other, each with
// its arrays brought in.
#pragma once

#include "runtime/offload/device_placement.h"
#include "runtime/offload/device_reduction.h"
#include "runtime/offload/piece_access.h"
#include "runtime/plan/maker.h"

#include <optional>
#include <string>
#include <vector>

namespace hydra::rt {

class PieceRunner {
  public:
    // Of one launch, for the device with this number. placement: which has begun with the launch. blocks: where its
    // reductions accumulate. All of these outlive it.
    PieceRunner(const DeviceLaunch& launch, Residences& residences, std::size_t device, DevicePlacement& placement,
                const PieceAccess& piece_access, const DeviceBlocks& blocks);

    // Runs these iterations, which touch this and the first of which has this number among the rank's. Why the device
    // cannot run them; empty: it has been told to.
    std::string run(const PlanMaker::Access& access, std::vector<Interval> iterations, std::int64_t number);
    // Whether some have been started.
    [[nodiscard]] bool has_started() const { return has_started_; }

  private:
    struct Piece {
        std::vector<Interval> iterations;
        std::int64_t number; // of the first one, among the rank's
        PlanMaker::Access access;
    };
    std::string run_piece(const Piece& piece);
    std::string start(const PlanMaker::Access& access, const std::vector<Interval>& iterations, std::int64_t number);
    std::optional<std::string> run_keeping(const PlanMaker::Access& access, const std::vector<Interval>& iterations,
                                           std::int64_t number);
    std::string run_in_halves(const PlanMaker::Access& access, std::vector<Interval> iterations, std::int64_t number);
    [[nodiscard]] std::vector<Piece> cut_to_keep(const std::vector<Interval>& iterations, std::int64_t number) const;
    [[nodiscard]] std::vector<Residence::Pieces> touched_by(const PlanMaker::Access& access,
                                                            const std::vector<Piece>& pieces) const;
    [[noreturn]] void fail_without_room(const PlanMaker::Access& access) const;

    const DeviceLaunch& launch_;
    Residences& residences_;
    const std::size_t device_;
    Residence& here_;
    DevicePlacement& placement_;
    const PieceAccess& piece_access_;
    const DeviceBlocks& blocks_;
    bool in_pieces_ = false; // they run piece by piece, keeping their arrays
    bool has_started_ = false;
};

} // namespace hydra::rt
