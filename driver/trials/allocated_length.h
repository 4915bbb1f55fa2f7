// How many elements lie behind a local pointer, as its one allocation says: `h = calloc(bins, sizeof *h)`. A clause for
// an array section needs that number where the loop stands.
#pragma once
#include <optional>
#include <string>

#include "ir/tree.h"

namespace hydra::driver {

// An expression that has that value in front of the loop, in variables that mean there what they meant at the
// allocation; nullopt: there is none, or it is not known.
std::optional<std::string> allocated_length(const ir::FunctionDecl& function, const ir::VarDecl& pointer,
                                            const ir::Stmt& loop);

} // namespace hydra::driver
