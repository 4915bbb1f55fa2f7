// Over all rounds of a loop that runs through a dimension from end to end, A[cyc(k + 1)] names what A[k] names: all of
// it; and A[cyc(2 * k + 3)], where the dimension is twice as long, what A[2 * k + 1] names. So the set that the
// processes of one round of the outermost loop read is known without following each place around. The loops that ranks
// share out are left as they are: the outermost one, and the next, or that one is not shared out.
#include "frontend/processes/turns.h"

#include <algorithm>

#include <fmt/format.h>

namespace hydra::frontend::cmaps {

namespace {

struct Move {
    const ParallelIndex* index = nullptr; // null: there is none, or the subscript moves in another way
    long by = 1;                          // places a round, more than 0
};

Move moved_by(const Subscript& subscript, const Parallel& parallel) {
    const auto number = [](const Affine& place) -> long {
        return !place.divides && place.coefficients.size() == 1
                   ? place.coefficients.begin()->second.number().value_or(0)
                   : 0;
    };
    const long by = number(subscript.first);
    if (subscript.is_whole || !subscript.step.is(1) || by < 1 || number(subscript.last) != by ||
        subscript.first.coefficients.begin()->first != subscript.last.coefficients.begin()->first)
        return {};
    return {parallel.index(subscript.first.coefficients.begin()->first), by};
}

bool is_used_once(const std::string& index, const Access& access) {
    return std::count_if(
               access.subscripts.begin(), access.subscripts.end(),
               [&](const Subscript& each) {
                   return each.first.coefficients.contains(index) || each.last.coefficients.contains(index);
               }) == 1;
}

bool is_written(const Access& access, const Parallel& parallel) {
    return std::any_of(
        parallel.accesses.begin(), parallel.accesses.end(),
        [&](const Access& each) { return each.tile == access.tile && each.role != Role::in; });
}

// Of the inner dimensions: all that a loop through the whole of it names, if the run finds that it does.
void find_all(Parallel& parallel, Access& access) {
    const auto wraps = std::count_if(access.subscripts.begin(), access.subscripts.end(),
                                     [](const Subscript& each) { return each.is_periodic; });
    for (std::size_t d = 1; d < access.subscripts.size(); ++d) {
        auto& each = access.subscripts[d];
        const auto [index, by] = each.is_periodic ? moved_by(each, parallel) : Move{};
        if (index == nullptr || index->step != "1" || !is_used_once(index->name, access) ||
            (by != 1 && !each.first.constant.number()))
            continue;
        // Ranks share out the outermost loop; and they may share out the next one, too, where each place is known for
        // itself.
        const auto k = static_cast<std::size_t>(index - parallel.indexes.data());
        if (k == 0 || (k == 1 && wraps < 2))
            continue;
        const bool same = index->is_whole && by == 1 && d == k &&
                          (access.tile == parallel.domain || access.tile->root() == parallel.domain->root());
        if (index->first != "0")
            parallel.alike.insert(fmt::format("{} == 0", index->first));
        if (!same)
            parallel.alike.insert(by == 1
                                      ? fmt::format("{} + 1 == {}", index->last, access.tile->extents[d])
                                      : fmt::format("({} + 1) * {} == {}", index->last, by, access.tile->extents[d]));
        each.all = index->name;
        each.moves_by = by;
        parallel.rows_alone = parallel.rows_alone || k == 1;
    }
}

} // namespace

void find_turns(Parallel& parallel) {
    if (parallel.guards.empty())
        for (auto& access : parallel.accesses)
            if (access.role == Role::in && !is_written(access, parallel))
                find_all(parallel, access);
}

} // namespace hydra::frontend::cmaps
