// Definite assignment of a variable in one iteration of a loop: whether some way through the body reads it before it
// is written, and whether every way to the iteration's end writes it. Gotos, switches and inner loops count as C runs
// them; conditions are not looked into, but for loops that begin with a constant below a constant.
#pragma once
#include "ir/program.h"

namespace hydra::passes {

struct Assignment {
    bool may_read_first = false; // on some way, before anything was stored
    bool read_unwritten = false; // before any store in the body's text
    bool always = true;          // stored on every way to the iteration's end
};

Assignment assignment_in(const ir::Stmt& body, const ir::VarDecl* variable);

} // namespace hydra::passes
