// pointers_of and objects_of: where an access may lie, of those whose pointers only the run knows.
#include "passes/access/state.h"
#include "passes/facts/points_to.h"

namespace hydra::passes {

const PointsTo& pointers_of(State& state) {
    if (!state.points_to)
        state.points_to = std::make_shared<const PointsTo>(state.program, state.summary);
    return *state.points_to;
}

std::optional<std::set<int>> objects_of(const PointsTo& points_to, const RawAccess& access) {
    if (access.memory.lvalue != nullptr)
        return points_to.of(*access.memory.lvalue);
    if (access.memory.pointer == nullptr)
        return std::nullopt;
    const bool array = access.memory.pointer->type->is_array();
    return array ? points_to.of(*access.memory.pointer) : points_to.behind(*access.memory.pointer);
}

} // namespace hydra::passes
