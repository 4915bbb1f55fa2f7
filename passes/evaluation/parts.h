// Values that name an iteration in another way than by its number: quotient and remainder together, and the partner in
// an exchange. No formula that isl knows says what they are, but each names its iteration, which proofs may use.
#pragma once
#include "passes/symbolic/symbolic.h"

namespace hydra::passes {

// A division by a run-time value whose quotient and remainder became symbols.
struct Division {
    Poly dividend, divisor;
    SymbolId quotient = -1, remainder = -1;
    bool natural = false;  // dividend >= 0
    bool positive = false; // divisor >= 1
};

// `partner` is `of ^ m`, m fixed while the loop runs: whose partner `partner` is, is `of`.
struct Exchange {
    SymbolId of = -1, partner = -1;
    friend bool operator==(const Exchange&, const Exchange&) = default;
};

} // namespace hydra::passes
