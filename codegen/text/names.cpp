// The prefix is found by looking at all identifiers of all units.
#include "codegen/text/names.h"

#include <algorithm>

namespace hydra::codegen {

Names::Names(const ir::Program& program) {
    const auto taken = [&program](const std::string& prefix) {
        return std::any_of(program.units.begin(), program.units.end(), [&prefix](const auto& unit) {
            return std::any_of(unit->used_names.begin(), unit->used_names.end(),
                               [&prefix](const std::string& name) { return name.starts_with(prefix); });
        });
    };
    prefix_ = "hydra_";
    for (int number = 1; taken(prefix_); ++number)
        prefix_ = "hydra" + std::to_string(number) + "_";
}

} // namespace hydra::codegen
