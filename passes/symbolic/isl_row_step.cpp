// See isl_row_step.h.
#include "passes/symbolic/isl_row_step.h"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

namespace hydra::passes {

namespace {

// The closure {t : a <= t <= b for some a, b of the set} in its last dimension, with the others fixed; with step > 1
// only those t that are a multiple of the step away from a member.
isl::set last_dimension_closure(const isl::set& set, int step) {
    const auto dims = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set));
    std::string outer;
    for (unsigned d = 0; d + 1 < dims; ++d)
        outer += fmt::format("a{}, ", d);
    const auto map = [&](const std::string& relation) {
        return isl::map(set.ctx(), fmt::format("{{ [{}s] -> [{}t] : {} }}", outer, outer, relation));
    };
    isl::set closure = set.apply(map("t >= s")).intersect(set.apply(map("t <= s")));
    if (step > 1)
        closure = closure.intersect(set.apply(map(fmt::format("exists (e : t = s + {}e)", step))));
    return closure;
}

// Whether two points of one row differ by something else than a multiple of the step.
bool mixes_residues(const isl::set& set, int step) {
    const auto dims = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set));
    std::string outer;
    for (unsigned d = 0; d + 1 < dims; ++d)
        outer += fmt::format("a{}, ", d);
    const isl::map others(set.ctx(), fmt::format("{{ [{0}s] -> [{0}t] : (t - s) mod {1} >= 1 }}", outer, step));
    return !set.apply(others).intersect(set).is_empty();
}

// Whether the set is the integer points of one polyhedron: each row is then an interval.
bool is_polyhedron(const isl::set& set) {
    if (isl_set_n_basic_set(set.get()) != 1)
        return false;
    bool plain = true;
    set.foreach_basic_set([&](const isl::basic_set& part) { plain = isl_basic_set_dim(part.get(), isl_dim_div) == 0; });
    return plain;
}

// Whether two points of one row lie at that distance, for any values of the parameters.
bool has_distance(const isl::set& set, int distance) {
    const auto dims = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set));
    std::string outer;
    for (unsigned d = 0; d + 1 < dims; ++d)
        outer += fmt::format("a{}, ", d);
    const isl::map others(set.ctx(), fmt::format("{{ [{0}s] -> [{0}t] : t = s + {1} }}", outer, distance));
    return !set.apply(others).intersect(set).is_empty();
}

} // namespace

// It can only be the smallest
// distance of two points, so the dear tests are made for one candidate.
int row_step(const isl::set& set) {
    if (is_polyhedron(set) || last_dimension_closure(set, 1).is_subset(set))
        return 1;
    const auto last = static_cast<int>(isl_set_dim(set.get(), isl_dim_set)) - 1;
    const isl::val stride = isl::manage(isl_set_get_stride(set.get(), last));
    const long found = stride.get_num_si();
    std::set<int> steps{1, 2, 3, 4, 5, 6, 7, 8, 12, 16};
    if (found > 1 && found < 1'000'000)
        steps.insert(static_cast<int>(found));
    const auto step = std::find_if(steps.begin(), steps.end(), [&](int d) { return has_distance(set, d); });
    if (step == steps.end() || *step == 1)
        return 0;
    return last_dimension_closure(set, *step).is_subset(set) && !mixes_residues(set, *step) ? *step : 0;
}

} // namespace hydra::passes
