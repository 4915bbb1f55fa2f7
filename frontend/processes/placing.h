// The clause by which a loop is placed along a tile's layout.
#pragma once
#include <string>
#include <vector>

#include "frontend/roles/unit.h"

namespace hydra::frontend::cmaps {

// Names of variables, or expressions in C. Iteration x of the outermost loop lies with index scale * x + offset of the
// first dimension, and, if it is `across`, round y of the next one with y + column of the second.
struct Placing {
    std::string layout, group;
    std::vector<std::string> extents;
    std::string scale = "1", offset = "0";
    bool across = false;
    std::string column = "0";
};

// " layout(…)". before: receives lines that ask for the layout's number. wish: what its variable is like.
std::string placing_clause(const Placing& placing, const std::string& wish, const support::SourceRange& range,
                           CmapsUnit& unit, int depth, Code& before);
// Of a loop over the processes of a group, one each.
std::string placing_by_process(const std::string& group);
// It is no matter where in the group the loop runs.
std::string placed_anywhere(const std::string& group);

} // namespace hydra::frontend::cmaps
