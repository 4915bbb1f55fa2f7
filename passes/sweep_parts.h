// The parts of a loop along columns that ranks can run for blocks of columns, each for the rows that it holds.
#pragma once
#include <string>
#include <vector>

#include "passes/state.h"

namespace hydra::passes {

// A kernel's parts, and what choosing asks of them; kernel.sweep gets segments and dim.
struct SweepParts {
    std::string obstacle;        // why there are none; empty: there are some
    std::size_t dims = 0;        // of the array whose rows ranks keep
    std::vector<int> segment_of; // for each access of the region: index of its segment
};

SweepParts find_sweep_parts(State& state, ir::Kernel& kernel);

} // namespace hydra::passes
