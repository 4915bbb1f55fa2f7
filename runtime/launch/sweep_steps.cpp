// See sweep_steps.h.
#include "runtime/launch/sweep_steps.h"

#include <algorithm>

namespace hydra::rt {

std::vector<SweepSteps::Turn> SweepSteps::of(std::int64_t step) const {
    std::vector<Turn> turns;
    for (std::size_t place = 0; place < ranks_.size(); ++place) {
        const std::int64_t block = step - static_cast<std::int64_t>(place);
        if (block < 0 || block >= blocks())
            continue;
        const std::int64_t lo = columns_.lo + block * width_;
        turns.push_back({ranks_[place], {lo, std::min(lo + width_, columns_.hi)}});
    }
    return turns;
}

std::int64_t sweep_width(std::int64_t columns, int ranks) {
    return std::clamp<std::int64_t>(columns / ranks / 2, 32, 256);
}

} // namespace hydra::rt
