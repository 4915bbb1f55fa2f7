// Members and elements of a firstprivate struct that an iteration reads after another one may have written them: in the
// sequential program it would see that value, with the clause it sees the one from before the loop.
#pragma once
#include <vector>

#include "frontend/sema/flow.h"

namespace hydra::frontend {

struct CarriedRead {
    const Access* read = nullptr; // null: there is none
    bool certain = false;         // each iteration reads what the one before has written
};

// accesses: those of one struct variable, in order of execution.
CarriedRead carried_read(const std::vector<const Access*>& accesses);

} // namespace hydra::frontend
