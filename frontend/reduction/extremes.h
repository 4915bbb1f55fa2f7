// Floating minima and maxima are more than their operator: -0 and 0 are equal and differ, and a value that is not a
// number (NaN) is taken, dropped or kept, depending on how the accumulation is written. This finds the form that the
// accumulations of one variable have in common, and whether the order of the iterations shows in the result.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "frontend/reduction/accumulate.h"

namespace hydra::frontend {

// Fills the reduction's form, noted and in_order from what the loop's body accumulates (the forms of its one
// operator); `own`: variables besides those of the body that an iteration has for itself. Where partial results cannot
// be combined into what the sequential program computes: why, in the program's words.
std::optional<std::string> settle_extremes(ir::Reduction& reduction, const std::vector<Accumulation>& found,
                                           const ir::Stmt& body, const std::vector<const ir::VarDecl*>& own);

} // namespace hydra::frontend
