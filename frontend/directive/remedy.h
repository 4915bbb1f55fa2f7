// What to write instead where the iterations of a parallel loop share a variable and write it.
#pragma once
#include <string>
#include <vector>

#include "frontend/sema/flow.h"

namespace hydra::frontend {

struct Remedy {
    std::string text;        // the end of the message, in the program's words: the clause to add, or what to change
    std::string clause = {}; // to try; empty: none can help
};

// uses: the accesses of the loop's body to the variable.
Remedy remedy(const ir::Stmt& body, const ir::VarDecl* variable, const std::vector<const Access*>& uses,
              const ir::Definitions& definitions);

} // namespace hydra::frontend
