// The parts of a loop along columns that ranks can run for blocks of columns, each for the rows that it holds; and
// those of a loop along the edges of arrays, each for one rank.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "passes/access/state.h"

namespace hydra::passes {

// A kernel's parts, and what choosing asks of them; the kernel's sweep gets segments and dim.
struct SweepParts {
    std::string obstacle;        // why there are none; empty: there are some
    std::size_t dims = 0;        // of the array whose rows ranks keep
    std::vector<int> segment_of; // for each access of the region: index of its segment
};

SweepParts find_sweep_parts(State& state, ir::Kernel& kernel);

// Where the lines lie of a loop that goes along edges of arrays (`b[0][j] = b[1][j]`).
struct EdgePlace {
    std::size_t dims = 0; // of the arrays; 0: two or more
    int dim = 0;          // whose subscript is the same in all iterations of a part
    int across = -1;      // whose subscript counts the iterations; -1: whichever
    // Whether an access counts: of an array that ranks share out by such lines.
    std::function<bool(const RawAccess&)> counts;
};

// The parts of such a loop, each in lines of its own, so that whoever has these can run it: the kernel's sweep gets all
// of that, and edges. Parts that write lines with the same subscripts are one.
SweepParts find_edge_parts(State& state, ir::Kernel& kernel, const EdgePlace& place);

} // namespace hydra::passes
