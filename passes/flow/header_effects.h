// What the header of a parallel loop may do. Its expressions stand more than once in generated code, so they may change
// nothing; and they are evaluated before the iterations, so they may read nothing that these change.
#pragma once
#include "ir/program.h"

namespace hydra::passes {

class Summary;

// Whether evaluating the expression of the header has no effects, and gives what C gets in each iteration.
bool is_steady(const Summary& summary, const ir::Expr& header, const ir::Stmt& body);

} // namespace hydra::passes
