// What to write instead where the iterations of a parallel loop share a variable and write it.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "frontend/sema/flow.h"

namespace hydra::frontend {

struct Remedy {
    std::string text;        // the end of the message, in the program's words: the clause to add, or what to change
    std::string clause = {}; // to try; empty: none can help
};

// Where the body only accumulates a minimum or maximum in the variable: the mentions of what it stores beside it and
// does not use otherwise.
std::set<const ir::Expr*> places_beside(const ir::Stmt& body, const ir::VarDecl* variable,
                                        const ir::Definitions& definitions);

// uses: the accesses of the loop's body to the variable.
Remedy remedy(const ir::Stmt& body, const ir::VarDecl* variable, const std::vector<const Access*>& uses,
              const ir::Definitions& definitions);

} // namespace hydra::frontend
