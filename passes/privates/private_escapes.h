// Checks of what each iteration has for itself: that it is used by its name only, and that members of private structs
// have values when they are read; and that what is not its own stays as it is.
#pragma once
#include "passes/context.h"

namespace hydra::passes {

// Errors where the loop may get at its own variables through pointers or through functions called by pointers.
void check_private_escapes(Context& context, const ir::For& loop);

// Errors and warnings (hydra-private) where an iteration reads a member of a private struct before it writes it.
void check_private_members(Context& context, const ir::For& loop);

// Errors where the loop hands the address of a variable that all iterations share to a function, called through a
// pointer, that may write it.
void check_pointer_calls(Context& context, const ir::For& loop);

} // namespace hydra::passes
