// Reads of an element that the same iteration has read just before, in the condition that they stand behind: what they
// touch is known with that.
#pragma once
#include <map>

#include "ir/tree.h"

namespace hydra::passes {

// Each such read in the statement (element or member, as an lvalue), and the read before it.
std::map<const ir::Expr*, const ir::Expr*> repeated_reads(const ir::Stmt& stmt);

} // namespace hydra::passes
