// Which values a parallel loop's variable takes.
#pragma once
#include "ir/host_expr.h"

namespace hydra::ir {

// The chunked variable x: written by the pass "outline", which finds it in the loop's head; read by code generation and
// by passes that must know where x stands for the loop variable itself.
//
// counted = false: x is the loop variable's value, the step is +1 or -1, and the iterations are begin <= x < end.
// counted = true: x counts iterations from 0 (begin is 0), and the loop variable is start + x * step, where step
// (which has a sign) is loop-invariant. In both cases their number and the final value of the variable follow from
// them.
struct Space {
    bool counted = false;
    HostExpr begin, end;  // of type long
    HostExpr start, step; // of type long; meaningful in both cases
    // The condition under which C's loop would begin, but its step, which only the run tells, does not lead to its end
    // (`i < n` with a step of 0 or less): the run ends. None: it cannot be so.
    HostExpr astray;
    bool descending = false;
    // Whether there are iterations.
    [[nodiscard]] HostExpr any() const {
        return HostExpr::binary(BinaryOp::lt, HostExpr::group(begin), HostExpr::group(end));
    }
    friend bool operator==(const Space&, const Space&) = default;
};

} // namespace hydra::ir
