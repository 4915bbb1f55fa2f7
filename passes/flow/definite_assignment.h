// Definite assignment of a variable in one iteration of a loop: whether some way through the body reads it before it
// is written, and whether every way to the iteration's end writes it. Gotos, switches and inner loops count as C runs
// them; conditions are not looked into, but for loops that begin with a constant below a constant.
#pragma once
#include <map>

#include "ir/program.h"
#include "passes/facts/record_parts.h"

namespace hydra::passes {

class Summary;

struct Assignment {
    bool may_read_first = false; // on some way, before anything was stored
    bool read_unwritten = false; // before any store in the body's text
    bool always = true;          // stored on every way to the iteration's end
    bool filled = true;          // as always, but calls whose result says whether they store are taken at their word
    // The first read of may_read_first, or the call that reads; null: not known, or none.
    const ir::Expr* first_read = nullptr;
    bool surely_read = false; // each iteration comes to it
    // The first call that stores on some of its ways only, where nothing was stored before; null: none.
    const ir::Expr* filler = nullptr;
};

// Whoever takes the variable's address reads it.
Assignment assignment_in(const ir::Stmt& body, const ir::VarDecl* variable);
// A function that is handed the address does what its body or the table of the library says; one that may write and is
// not known to read first is taken to fill the variable, but not for certain.
Assignment assignment_in(const Summary& summary, const ir::Stmt& body, const ir::VarDecl* variable);

// The same of a part. A store to any element counts for all of them. Whoever gets an address in the part is taken to
// fill it, but for functions that only read what their argument points at: they read the part that they are handed.
Assignment assignment_in(const Summary& summary, const ir::Stmt& body, const ir::VarDecl* variable, const Part& part);

// How often a statement names each variable.
std::map<const ir::VarDecl*, int> mentions(const ir::Stmt& stmt);

} // namespace hydra::passes
