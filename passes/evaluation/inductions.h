// Variables that each round of a loop moves by the same amount, whatever happens in it: `out[at++] = …`, `*to++ =
// *from++`, `row += width`. What they are in a round follows from its number.
#pragma once
#include <functional>
#include <vector>

#include "passes/evaluation/path_state.h"

namespace hydra::passes {

// By how much the expression, a ++, --, += or -= of a variable, moves it, if by a constant; 0: it does something else.
std::int64_t step_of(const ir::Expr& change);

// Whether the variable's address is taken there: more may move it than is seen.
bool lends(const ir::Stmt& stmt, const ir::VarDecl* variable);
bool lends(const ir::Expr& expr, const ir::VarDecl* variable);

struct Induction {
    const ir::VarDecl* variable = nullptr;
    Value before; // when the loop begins: an integer, or a pointer
    Poly by;      // a round; it holds nothing that the loop changes
    // By how much a loop in the body moves it is known only where that loop goes round, and so is its value; else null.
    const ir::For* inside = nullptr;
    // Its value when it has been moved so often; nullopt: a coefficient became too large.
    [[nodiscard]] std::optional<Value> after(const Poly& rounds) const;
};

class Inductions {
  public:
    // amount: of an expression that is the same in all rounds, as a polynomial; nullopt: not known. rounds: of a loop
    // in the body, how often it goes round whenever it is entered, if that is a number; certain: it is one, else it may
    // be negative, and then the loop does not run. nullopt: not known.
    struct Count {
        Poly rounds;
        bool certain = false;
    };
    using Amount = std::function<std::optional<Poly>(const ir::Expr&)>;
    using Rounds = std::function<std::optional<Count>(const ir::For&)>;
    Inductions(const PathState& path, Amount amount, Rounds rounds)
        : path_(path), amount_(std::move(amount)), rounds_(std::move(rounds)) {}

    // Those among `changed`, as they are now, that a round moves so. parts: what else is evaluated once a round,
    // besides the body.
    [[nodiscard]] std::vector<Induction> of(const ir::Stmt& body, const std::vector<const ir::Expr*>& parts,
                                            const Variables& changed);

  private:
    std::optional<Poly> moved_in(const ir::Expr& expr, const ir::VarDecl* variable);
    std::optional<Poly> moved_in(const ir::Stmt& stmt, const ir::VarDecl* variable);
    std::optional<Poly> moved_in_loop(const ir::For& loop, const ir::VarDecl* variable);
    [[nodiscard]] std::optional<Poly> moved_by(const ir::Expr& change) const;

    const PathState& path_;
    Amount amount_;
    Rounds rounds_;
    const ir::For* inside_ = nullptr; // of the variable that is looked at: see Induction
};

} // namespace hydra::passes
