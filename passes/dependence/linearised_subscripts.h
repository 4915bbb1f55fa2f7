// Elements by their numbers in the array: the same element may be written as `d[k*n + j]` and as `d[i][j]`, and two
// numbers with a product in common, `i * n + j` and `i * n + k`, compare as their rests do.
#pragma once
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "passes/access/access.h"

namespace hydra::passes {

// The accesses with rows that are read as vectors, `d[k*n + j]`, seen as parts of the matrix that `d[i*n + j]` writes.
std::vector<RawAccess> seen_alike(std::vector<RawAccess> accesses);

// The polynomial with other symbols; nullopt: a coefficient became too large.
std::optional<Poly> renamed(const Poly& poly, const std::map<SymbolId, SymbolId>& names);

// What is left of the elements' numbers when the products in them, `i * n`, are taken away, which are equal in both
// where the iterators `write_equal` and `other_equal` are: `j` and `k` of `d[i * n + j]` and `d[i * n + k]`. Where
// these differ the elements do, whether or not subscripts stay in their rows. nullopt: there are no products, or they
// differ.
std::optional<std::pair<Poly, Poly>> beside_products(const Symbols& symbols, const RawAccess& write,
                                                     const RawAccess& other, const std::vector<SymbolId>& write_equal,
                                                     const std::vector<SymbolId>& other_equal);

} // namespace hydra::passes
