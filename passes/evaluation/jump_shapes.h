// Jumps and labels in the text of statements: where control may leave one before its end, or enter it elsewhere than at
// its beginning.
#pragma once
#include <span>

#include "ir/tree.h"

namespace hydra::passes {

// Whether control may enter the statement elsewhere than at its beginning.
bool holds_label(const ir::Stmt& stmt);
// The same, by a goto.
bool holds_goto_label(const ir::Stmt& stmt);
// Whether a goto, or a switch around the statement, may enter it in its middle.
bool entered_inside(const ir::Stmt& stmt);
// Whether control may leave the statement by a jump: a return, a goto, and those breaks and continues that count.
bool escapes(const ir::Stmt& stmt, bool breaks, bool continues);
// Whether `({ …; continue; … })` inside of the expression may leave it.
bool jumps(const ir::Expr& expr);
// The same of an expression of the statement's own.
bool jumps_in_expressions(const ir::Stmt& stmt);
// Whether a loop's body may end the loop early: its own break, return or goto.
bool leaves_loop(const ir::Stmt& body);
// `do { … } while (0)`, around which macros are written, is its body, where no break or continue is meant for it.
bool runs_once(const ir::Stmt& loop);
// The statement that a list ends with, behind its labels.
const ir::Stmt* last_of(std::span<const ir::StmtPtr> items);

} // namespace hydra::passes
