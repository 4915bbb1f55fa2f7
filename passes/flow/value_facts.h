// What is known of integer variables where kernels and serial statements stand.
#pragma once
#include <map>

#include "passes/symbolic/symbolic.h"

namespace hydra::passes {

struct ValueFacts {
    std::map<const ir::Stmt*, Ranges> ranges; // what is known where a launch or site stands
    std::map<const ir::Stmt*, Orders> orders; // likewise: which variables are smaller than which others

    // Tells the symbols what is known at the statement (null: nothing).
    void tell_of(const ir::Stmt* place, Symbols& symbols) const {
        if (const auto known = ranges.find(place); known != ranges.end())
            symbols.know_ranges(known->second);
        if (const auto known = orders.find(place); known != orders.end())
            symbols.know_orders(known->second);
    }
};

} // namespace hydra::passes
