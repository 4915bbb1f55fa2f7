// An inner loop of a kernel that counts.
#pragma once
#include <cstdint>

#include "ir/tree.h"

namespace hydra::ir {

// A loop that counts: `variable` from `start` to before `bound`, or to `bound` itself where that is included.
struct CountingLoop {
    const Stmt* loop = nullptr; // its For
    const VarDecl* variable = nullptr;
    const Expr* start = nullptr;
    const Expr* bound = nullptr;
    bool inclusive = false;
    std::int64_t step = 1; // negative: downwards
    friend bool operator==(const CountingLoop&, const CountingLoop&) = default;
};

} // namespace hydra::ir
