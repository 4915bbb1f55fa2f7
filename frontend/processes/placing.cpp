// A layout is known when the program runs: kinds that a number says are told as they are, the others asked for it.
#include "frontend/processes/placing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hydra::frontend::cmaps {

std::string placing_clause(const Placing& placing, const std::string& wish, const support::SourceRange& range,
                           CmapsUnit& unit, int depth, Code& before) {
    const auto number = unit.fresh(wish + "_number");
    before += pad(depth) + fmt::format("long {} HYDRA_UNUSED = {}.n;\n", number, placing.layout);
    before += pad(depth) + fmt::format("if ({}.kind > HYDRA_LAYOUT_BLOCK_CYCLIC) {{\n", placing.layout) +
              pad(depth + 1) + fmt::format("const long hydra_extents[] = {{{}}};\n", fmt::join(placing.extents, ", ")) +
              pad(depth + 1) +
              fmt::format("{} = hydra_layout_number({}, {}, {}, hydra_extents, {});\n", number, placing.layout,
                          placing.group, placing.extents.size(), unit.quoted_place(range)) +
              pad(depth) + "}\n";
    return fmt::format(" layout({0}.kind, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}.first, {8}.count)", placing.layout,
                       number, placing.extents[0], placing.scale, placing.offset,
                       placing.extents.size() > 1 ? placing.extents[1] : "1", placing.across ? 1 : 0, placing.column,
                       placing.group);
}

std::string placing_by_process(const std::string& group) {
    return fmt::format(" layout(0, 1, {0}.count, 1, 0, 1, 0, 0, {0}.first, {0}.count)", group);
}

std::string placed_anywhere(const std::string& group) {
    return fmt::format(" layout(0, 1, 0, 0, 0, 0, 0, 0, {0}.first, {0}.count)", group);
}

} // namespace hydra::frontend::cmaps
