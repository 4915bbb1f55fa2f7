// What isl's code generator makes, as expressions and scans of the program's own.
#pragma once
#include <functional>
#include <string>

#include <isl/cpp.h>

#include "ir/row_scan.h"
#include "ir/symbolic_expr.h"

namespace hydra::passes {

// Gives isl's identifiers the names that they have in sections.
using Naming = std::function<std::string(const std::string&)>;

// Throws std::exception where isl has failed, or a constant has more than 64 bits.
ir::SymbolicExpr symbolic_expr(const isl::ast_expr& expr, const Naming& naming);

// Of a tree whose statements name a row each: its outer subscripts, its first element and its last one. The elements
// between them are `step` apart. Throws likewise.
ir::RowScan row_scan(const isl::ast_node& node, int step, const Naming& naming);

} // namespace hydra::passes
