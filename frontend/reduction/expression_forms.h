// Small questions about the form of an expression or statement, which recognising accumulations asks.
#pragma once
#include "ir/tree.h"
#include <vector>

namespace hydra::frontend {

bool is_relation(ir::BinaryOp op); // < <= > >=
// Evaluated twice, both give the same value.
bool same(const ir::Expr* a, const ir::Expr* b);
// 0 or 1, by its operator or type.
bool is_truth(const ir::Expr& expr);
// Of arithmetic types, which each file of a program has in a table of its own.
bool is_same(ir::TypeRef a, ir::TypeRef b);
// The element of an array, or what a pointer points at; else the variable's own type.
ir::TypeRef element_type(const ir::VarDecl* variable);
// The statement that stands alone in blocks; null: there are none, or several.
const ir::Stmt* only_statement(const ir::Stmt* stmt);
// The address of a variable.
bool addresses_variable(const ir::Expr& expr);

// The assignments of `x = e;` or `{ x = e; at = i, seen = 1; }`, in their order; empty: it is something else.
std::vector<const ir::Expr*> assignments(const ir::Stmt& then);

} // namespace hydra::frontend
