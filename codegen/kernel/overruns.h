// Subscripts that may run over the end of their row (ir::Program::overruns), in the user's text. Where code is printed
// from the tree, PrintHooks::overruns does the same.
#pragma once
#include "codegen/context.h"
#include "codegen/text/rewriter.h"

namespace hydra::codegen {

// Whether the text of this subscript can be edited, or comes out of a macro.
bool can_enclose_row(const ir::Expr& subscript);
// Adds what makes (&m[0][0])[k] of m[0][k] in the functions of a unit.
void add_overruns(const Context& context, int unit, FileEdits& edits);

} // namespace hydra::codegen
