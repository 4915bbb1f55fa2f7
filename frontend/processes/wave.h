// Wave-fronts: which process comes before which, and how their loops run as a pipeline.
#pragma once
#include "frontend/processes/parallel.h"

namespace hydra::frontend::cmaps {

// Finds the vectors of `parallel.wave`. False: errors have been reported, that no order serves among them.
bool read_wave(Parallel& parallel, const CmapsUnit& unit);

// What runs one process, at that depth.
using WriteProcess = std::function<Code(int depth)>;
// The nest of loops over all processes, and around it blocks of a pipeline, as far as directions allow.
// partials: of each reduction into a scalar, its type, its variable, and how the text of two values are combined.
struct WavePartial {
    std::string type, all, neutral;
    std::function<std::string(const std::string& all, const std::string& one)> combine;
};
// in_order: every rank runs all processes (reductions into elements ask for that).
Code wave_loops(const Parallel& parallel, CmapsUnit& unit, const std::vector<WavePartial>& partials, bool in_order,
                int depth, const WriteProcess& process);

} // namespace hydra::frontend::cmaps
