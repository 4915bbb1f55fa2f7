// Loops that store into all elements of an array: a question about a whole loop, which the steps of a graph, with one
// element each, do not answer.
#pragma once
#include <vector>

#include "ir/tree.h"

namespace hydra::passes {

// Whether the loop, which reads nothing of the array, stores into all of its elements: loops over whole dimensions
// around `w[i][j] = …`.
bool fills(const ir::Stmt& loop, const ir::VarDecl* array);

// The subscripts of `w[i][j]`, the first one first, where w is the array and they lead to an element; else empty.
std::vector<const ir::Expr*> subscripts_of(const ir::Expr& target, const ir::VarDecl* array);

} // namespace hydra::passes
