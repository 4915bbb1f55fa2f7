// What iterations leave behind beside memory, and what they find there: errno, and the flags of floating-point
// exceptions.
#pragma once
#include <optional>
#include <string_view>

#include "passes/facts/summary.h"

namespace hydra::passes {

// Whether iterations may leave something in errno, or raise floating-point exceptions, and the program looks at that.
bool leaves_errors(const Summary& summary, const ir::Kernel& kernel);

// Where an iteration may read what the one before it, or serial code, has left in errno, or as flags of floating-point
// exceptions; nullopt: nowhere.
struct Inherited {
    support::SourceRange at;
    std::string_view why;
};
std::optional<Inherited> inherits_errors(const Summary& summary, const ir::Kernel& kernel);

} // namespace hydra::passes
