// What is known of integer variables where kernels and serial statements stand.
#pragma once
#include <map>

#include "passes/symbolic/symbolic.h"

namespace hydra::passes {

struct ValueFacts {
    std::map<const ir::Stmt*, Ranges> ranges; // what is known where a launch or site stands
    std::map<const ir::Stmt*, Orders> orders; // likewise: which variables are smaller than which others
};

} // namespace hydra::passes
