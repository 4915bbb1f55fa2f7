// What a launch asks of a parallel loop's header before it counts iterations: C compares in types that wrap around and
// that have no sign, and a count of iterations is a `long`.
#pragma once
#include <string>
#include <vector>

#include "codegen/context.h"

namespace hydra::codegen {

struct HeaderCheck {
    std::string code;    // a statement, which ends the run where the loop cannot be counted
    std::string comment; // may be empty
};

// In the order in which they have to be made. They use the launch's `begin` and `end`, and, of a counted loop, `from`
// and `by` (Context::name).
std::vector<HeaderCheck> header_checks(const Context& context, const ir::Kernel& kernel);

} // namespace hydra::codegen
