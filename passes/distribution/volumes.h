// What a launch moves under a grid of ranks, in lines of its array: what choosing a grid rests on (grids_pass.cpp),
// beside the formulas for reports (volumes_pass.cpp).
#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "passes/access/state.h"
#include "passes/facts/array_classes.h"

namespace hydra::passes {

// Bytes for every row of ranks but one and each column of the array; for every column of ranks but one and each row.
struct GridLines {
    std::int64_t down = 0, across = 0;
};

// Of a kernel with boxes. moved: the classes of arrays that count. nullopt: what it reads does not lie in lines beside
// its own place, or it writes elsewhere; `why` then says so.
std::optional<GridLines> grid_lines(const State& state, ir::Kernel& kernel, ArrayClasses& classes,
                                    const std::set<int>& moved, std::string& why);

} // namespace hydra::passes
