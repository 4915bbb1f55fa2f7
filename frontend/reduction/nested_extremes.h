// `m = larger(larger(m, a), b)` means `m = larger(m, a), m = larger(m, b)`, and so it is written in the tree: then each
// is one accumulation, in which a value that is not a number can be seen. The same of fmax(fmax()), and of macros that
// make conditionals or statement expressions.
#pragma once
#include "ir/parameter_use.h"
#include "ir/tree.h"

namespace hydra::frontend {

// In all whole statements of the body that assign to the scalar variable. Runs before anything remembers a part of the
// body. What has an effect, or would be rounded on its way, stays as it is.
void split_nested_extremes(ir::Stmt& body, const ir::VarDecl* variable, const ir::Definitions& definitions);

} // namespace hydra::frontend
