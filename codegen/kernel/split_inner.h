// Inner loops that store into one element a round, `d[i][j] = …`, and read one element of the same row in all rounds,
// `d[i][k]`. Compilers load that anew in each round, since round k stores it, and then cannot use vectors. Cut around
// that round, the rest of the loop keeps the value in a variable: every round does what it did, in the same order.
// Where that round, run on a copy first, leaves the element as it is (the way from a town to itself is 0), nothing is
// cut.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "codegen/context.h"
#include "ir/print_hooks.h"
#include "ir/tree.h"

namespace hydra::codegen {

struct SplitLoop {
    const ir::Stmt* loop = nullptr;   // a For
    const ir::Expr* read = nullptr;   // the element that all rounds read,
    const ir::Expr* round = nullptr;  // and the round that stores it,
    const ir::Expr* stored = nullptr; // in this expression
    bool outside = false;             // it is read in front of the loop, and not in it
    // The round can be run on a copy at the loop's begin: it assigns nothing but its own variables and the element, and
    // reads nothing but that and these elements, if none of them is one that the loop stores.
    bool foreseen = false;
    std::vector<const ir::Expr*> reads = {};
};

// The loops in the body for which this is right, whatever its pointers lead to.
std::vector<SplitLoop> split_loops(const ir::Stmt& body);

// The same for one loop and what is read, where it is known that nothing else in the body stores what that loop
// touches.
std::optional<SplitLoop> split_at(const ir::Stmt& body, const ir::Stmt& loop, const ir::Expr& read);

// The text for such a loop; hooks: how names are printed.
// cut: to the rank's rounds (cut_rounds.h); where the round that stores is an earlier one, it is run on a copy first.
std::string split_text(const Context& context, const SplitLoop& split, const ir::PrintHooks& hooks, int indent,
                       bool cut = false);

} // namespace hydra::codegen
