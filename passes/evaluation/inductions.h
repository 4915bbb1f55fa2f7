// Variables that each round of a loop moves by the same constant, whatever happens in it: `out[at++] = …`, `*to++ = *from++`.
// What they are in a round follows from its number.
#pragma once
#include <vector>

#include "passes/evaluation/path_state.h"

namespace hydra::passes {

// By how much the expression, a ++, --, += or -= of a variable, moves it, if by a constant; 0: it does something else.
std::int64_t step_of(const ir::Expr& change);

struct Induction {
    const ir::VarDecl* variable = nullptr;
    Value before;        // when the loop begins: an integer, or a pointer
    std::int64_t by = 0; // a round
    // Its value when it has been moved so far, in multiples of `by`; nullopt: a coefficient became too large.
    [[nodiscard]] std::optional<Value> after(const Poly& rounds) const;
};

// Those among `changed`, as they are now, that a round moves so: its parts in their order, the body among them, and what
// else is evaluated once a round.
std::vector<Induction> inductions(const PathState& path, const ir::Stmt& body, const std::vector<const ir::Expr*>& parts,
                                  const Variables& changed);

} // namespace hydra::passes
