// Subscripts that leave the row that they are in, by the user's declaration, without meaning to: `b[i][j - 1]` at j =
// 0.
#pragma once
#include <optional>

#include "passes/access/state.h"
#include "passes/symbolic/isl_clash.h"

namespace hydra::passes {

// The iteration and number of an element that the access certainly touches although it is not one of 0 <= e < count;
// relation: [iteration, inner loop variables …] -> [e], of the region's. nullopt: none is proved.
std::optional<Clash> leaves(Region& region, const std::string& relation, std::int64_t count);

// The iteration and subscript where subscript d > 0 of the access certainly lies outside of its row, whose length is a
// constant. nullopt: there is none that is proved, or the subscript counts through several rows on purpose, as
// `m[0][i]` and `m[i][j * C + k]` do.
std::optional<Clash> leaves_row(Region& region, const RawAccess& access, std::size_t d);

// Where all lengths are constants, the element's number in the array, rows laid out one after the other; else nullopt.
std::optional<Poly> number_of(const RawAccess& access);

} // namespace hydra::passes
