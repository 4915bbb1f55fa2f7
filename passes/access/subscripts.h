// Subscripts of accesses: linearised ones become one a row length, and a pair of quotient and remainder one again.
#pragma once
#include "passes/access/access.h"
#include "passes/evaluation/divisions.h"

namespace hydra::passes {

// a[i*n + j], a[i*n + j].x: the subscript that counts from a pointer (the one at `at`), over loop variables times
// parameters, becomes one a row length. The row lengths are the quotients of the parameter products that loop variables
// are multiplied with, which must divide one another in turn. False: they do not, and nothing has changed.
bool split_rows(const Symbols& symbols, IslBridge& bridge, RawAccess& raw, std::size_t at = 0);
// a[k / n][k % n] in rows of n is element k.
void rejoin_rows(const Divisions& divisions, RawAccess& raw);
// Whether the subscript looks as if it counted through more than one row of this length. same_row: what selects the row
// does not move.
bool counts_through_rows(const Symbols& symbols, const Poly& subscript, std::int64_t length, bool same_row);
// The conditions under which the values that the access depends on are known, each with its text for the user.
std::vector<std::pair<std::string, std::string>> conditions_of(const Symbols& symbols, const RawAccess& raw);

} // namespace hydra::passes
