// What happens to a private variable first: in an iteration, and after its loop. Decides whether an iteration reads a
// value that it does not have, and whether the sequentially last value must be handed out.
#pragma once
#include "ir/program.h"

namespace hydra::passes {

enum class FirstUse { none, written, perhaps_read, read };

// The first thing that running the statement does to the variable's value.
FirstUse first_use(const ir::Stmt& stmt, const ir::VarDecl* variable);
// Whether the value that the variable has after `loop` may be read later in the function (conservative).
bool live_after(const ir::FunctionDecl& function, const ir::Stmt& loop, const ir::VarDecl* variable);
// The same of a variable whose address was taken: whether what follows, as long as the variable lives, may read through
// a pointer. By its name is the question above.
bool live_behind_pointers(const ir::FunctionDecl& function, const ir::Stmt& loop, const ir::VarDecl* variable);

} // namespace hydra::passes
