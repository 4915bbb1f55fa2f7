// Expressions in which serial code's accesses stand beside calls that run parallel loops: C does not decide which comes
// first. What can be made valid inside of the expression is; the rest is refused.
#pragma once
#include <vector>

#include "passes/access/state.h"
#include "passes/coherence/launched_arrays.h"

namespace hydra::passes {

// The calls in a part of a statement that run parallel loops.
struct LaunchingCalls {
    std::vector<const ir::Expr*> calls;
    // Those that are not known to come behind what stands there: what is in a call's arguments, it has evaluated
    // before.
    [[nodiscard]] std::vector<const ir::Expr*> beside(const support::SourceRange& place) const;
};
LaunchingCalls launching_calls(const State& state, const ir::Stmt* statement, const ir::Expr* expression);

// The elements, and the calls, that read beside such a call, and can have a transfer of their own inside of the
// expression.
std::vector<const ir::Expr*> unsequenced_elements(const State& state, const LaunchedTypes& launched,
                                                  const RegionAccesses& found, const LaunchingCalls& calls,
                                                  const ir::Stmt* statement, const ir::Expr* expression);

// Whether what the access reads lies behind the element's value, as the text that printf finds by a pointer does.
bool is_handed_on(const ir::Expr& element, const RawAccess& raw);
// Whether the value points at bytes.
bool leads_to_text(const ir::Expr& expr);
// Whether some loop of the program writes anything but numbers of two bytes and more.
bool loops_may_write_texts(const State& state);
// Says that the access cannot be told apart from what a call beside it does.
void refuse_unsequenced_access(State& state, const RawAccess& raw);

// Reports what cannot be made valid. Returns what has to be told of again behind each of the calls: library functions
// touch it once they have all their arguments (`printf("%s %g", name, norm(x))`), and what is stored (`a[3] = step(a)`)
// is stored after the loops have looked at it, or written it on a device.
std::vector<RawAccess> refuse_unsequenced(State& state, const LaunchedTypes& launched, const RegionAccesses& found,
                                          const LaunchingCalls& calls, const ir::Stmt* statement,
                                          const ir::Expr* expression);

// Reports accesses beside setjmp: `code[0] = setjmp(place)`, where loops may have written the element when control
// comes back to its end.
void refuse_beside_setjmp(State& state, const LaunchedTypes& launched, const RegionAccesses& found,
                          const ir::Stmt* statement, const ir::Expr* expression);

} // namespace hydra::passes
