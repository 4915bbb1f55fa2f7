// What the parallel loops of a program may hold: their form, their jumps, and what they do to shared variables.
#pragma once
#include <memory>
#include <span>

#include "ir/tree.h"
#include "support/diag.h"

namespace hydra::frontend {

// Checks every parallel loop in the user's functions, once all files are parsed (helpers may stand behind the loop or
// in another file), and fills CanonicalLoop. Null units, of files with syntax errors, are passed over.
void check_parallel_loops(std::span<const std::unique_ptr<ir::TranslationUnit>> units,
                          support::Diagnostics& diagnostics);

} // namespace hydra::frontend
