// Forms of expressions and types that many questions turn on.
#pragma once
#include "ir/tree.h"

namespace hydra::passes {

// A static array of constants.
bool is_constant_array(const ir::VarDecl* variable);

// char and its kin, through which C may look at any memory, and programs mostly look at texts.
bool is_text(ir::TypeRef type);

// What parentheses and conversions stand around.
const ir::Expr* without_casts(const ir::Expr& expr);
// Whether the expression names memory through a subscript or a pointer.
bool names_memory(const ir::Expr& expr);

// The branches of a choice that a run can take: `if (DEBUG) …`, where DEBUG is 0, is as if it were not there. Labels
// and parallel loops keep a branch.
struct LiveBranches {
    const ir::Stmt* then = nullptr;      // null: never
    const ir::Stmt* otherwise = nullptr; // or there is none
};
LiveBranches live_branches(const ir::If& choice);

} // namespace hydra::passes
