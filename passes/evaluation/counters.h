// Local variables that a loop moves one way only, by constants, whenever data tell it to: `if (near(i, j)) list[i *
// most + n++] = j;`, `while (j >= 0 && s[j] > v) s[j + 1] = s[j--];`. How often is not known, but where they begin is,
// and what conditions say of them on the way: so each gets a symbol that lies between. Accesses are wider with it than
// the truth.
#pragma once
#include <string>
#include <vector>

#include "passes/evaluation/path_state.h"
#include "passes/evaluation/proofs.h"

namespace hydra::passes {

class Counters {
  public:
    // Does nothing unless it is told to follow counters (RegionOptions::counters).
    Counters(bool follows, Symbols& symbols, Proofs& proofs, PathState& path)
        : follows_(follows), symbols_(symbols), proofs_(proofs), path_(path) {}

    struct Counter {
        const ir::VarDecl* variable = nullptr;
        std::string before;    // its value when the loop begins, for isl
        std::int64_t step = 0; // of the only place that moves it, once a round at most; else 0
        bool upwards = true;
        SymbolId top = -1; // its value when a round begins
    };

    // Those among `changed` that the loop, of these parts, moves so: as they are in front of it.
    [[nodiscard]] std::vector<Counter> of(const std::vector<const ir::Expr*>& head, const ir::Stmt* body,
                                          const Variables& changed);
    // When a round begins: gives them their symbols.
    void begin_round(std::vector<Counter>& counters);
    // Behind the loop. guards: what held when a round began, of those that went round.
    void end_loop(const std::vector<Counter>& counters, const std::vector<std::string>& guards);
    // The variable of a counted loop behind it: it began at `from`, and has not come to `past`.
    void end_counted(const ir::VarDecl* variable, const std::string& from, const std::string& past, bool descending);

    [[nodiscard]] bool follow() const { return follows_; }

  private:
    [[nodiscard]] bool speaks_of(const std::string& guard, SymbolId top) const;
    SymbolId between(const std::string& name, const std::function<std::string(SymbolId)>& define);

    bool follows_;
    Symbols& symbols_;
    Proofs& proofs_;
    PathState& path_;
};

} // namespace hydra::passes
