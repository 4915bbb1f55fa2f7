// Statements into which control may jump: what stands before them does not happen then.
#pragma once
#include "ir/program.h"

namespace hydra::passes {

// Whether control may come from elsewhere in the function to a label inside of the statement, by a goto or by a switch
// around the statement.
bool has_side_entry(const ir::Stmt& stmt, const ir::Stmt& function_body);

} // namespace hydra::passes
