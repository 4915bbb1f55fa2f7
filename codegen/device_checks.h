// What device code asks about single nodes of the tree before it prints them.
#pragma once
#include "codegen/device_types.h"

namespace hydra::codegen {

// Whether the expression is 0 or 1 by its own operator or type.
bool is_truth(const ir::Expr& full);
// Throws HostOnly where C++ would not take the statement: it does not jump past an initialisation.
void check_switch(const ir::Switch& choice);
// Throws HostOnly where a local variable is declared with more alignment than its type has.
void check_alignment(const ir::VarDecl& variable, const support::SourceRange& at);

} // namespace hydra::codegen
