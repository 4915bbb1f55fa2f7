// One walk over statements and expressions in source order that misses nothing the user's text holds: statement
// expressions, and the run-time lengths of array types that are written inside the walked statement.
#pragma once
#include <functional>

#include "ir/tree.h"

namespace hydra::codegen {

using OnStmt = std::function<void(const ir::Stmt& stmt, const ir::Stmt* parent)>;
using OnExpr = std::function<void(const ir::Expr& expr, const ir::Expr* parent)>;

// Calls the functions (either may be empty) on every node, parents first, each node once. The parent of `root`, and of
// the block of a statement expression, is null.
void walk(const ir::Stmt& root, const OnStmt& on_stmt, const OnExpr& on_expr);
void walk(const ir::Expr& root, const OnStmt& on_stmt, const OnExpr& on_expr);

[[nodiscard]] bool holds_loop(const ir::Stmt& stmt);

// Calls f on each name of a variable or function in it.
void for_each_reference(const ir::Stmt& root, const std::function<void(const ir::Expr&, const ir::DeclRef&)>& f);

} // namespace hydra::codegen
