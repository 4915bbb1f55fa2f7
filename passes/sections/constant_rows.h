// Rows whose length is a constant, in arrays that are written as one dimension.
#pragma once
#include "passes/access/state.h"

namespace hydra::passes {

// A subscript as two.
struct RowSplit {
    Poly row, column;
};

// The accesses to a root where all are seen alike, in elements of one size, by subscripts that are known in front of
// the loop; else empty.
std::vector<RawAccess*> plain_accesses(Region& region, std::size_t root);
// The number that stands alone in the column goes to the row by as many lengths as prove that the column lies in its
// row; nullopt: none do.
std::optional<RowSplit> settle_column(Region& region, const RawAccess& raw, const RowSplit& parts, std::int64_t length);
// Whether 0 <= column < length (isl's text) in the access's domain.
bool lies_in_row(Region& region, const RawAccess& raw, const Poly& column, const std::string& length);
// Adds a term; false where a factor would overflow.
bool add_term(Poly& to, const Poly::Monomial& monomial, std::int64_t factor);

// After accesses_pass: subscripts `600 * i + j` of kernels become two, with a row length of 600, where that is proved
// to be right for all accesses of the kernel to the array.
void constant_rows_pass(State& state);

} // namespace hydra::passes
