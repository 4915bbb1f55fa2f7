// Loops that count: the variable, its bound and its step, in any of C's spellings.
#pragma once
#include <optional>
#include <vector>

#include "ir/operators.h"
#include "ir/program.h"

namespace hydra::passes {

struct Counting {
    const ir::VarDecl* variable = nullptr;
    const ir::Expr* bound = nullptr;
    ir::BinaryOp compare = ir::BinaryOp::lt; // variable on the left
    const ir::Expr* step = nullptr;          // null: 1
    bool descending = false;
    bool as_unsigned = false; // a signed variable that the comparison converts: a negative one is large there
    std::vector<const ir::Expr*> further; // `j < n && …`: what else must hold,
    std::size_t before = 0;               // and how much of it stands before the bound
};

// Of a loop `for (…; v < bound; v += step)` whose condition may say more (`&& …`); nullopt: another kind of loop. Where
// it starts, and whether the body changes the variable, is not looked at.
std::optional<Counting> counting(const ir::For& loop);

// Where a loop that only counts starts: `int j = 1`, `j = 1`; null: its head does more.
const ir::Expr* start_of(const ir::For& loop, const ir::VarDecl* variable);

// Whether a loop stands in the statement, or is it.
bool holds_loop(const ir::Stmt& stmt);

// Whether something in the statement is done under a condition other than one loop's bound: `if`, `?:`, `&&`, `switch`;
// or may be, in a function of the program's own.
bool holds_condition(const ir::Stmt& stmt);

} // namespace hydra::passes
