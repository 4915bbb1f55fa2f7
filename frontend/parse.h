// From preprocessed text to the typed tree: lexing and parsing with the generated parser (fast SLL first; the error
// pass only when that fails), then the tree builder with names, types and implicit conversions.
#pragma once
#include <memory>
#include <span>

#include "frontend/sema/directive_hook.h"
#include "frontend/source/positions.h"
#include "frontend/source/preprocess.h"
#include "ir/tree.h"
#include "support/diag.h"

namespace hydra::frontend {

// Null where the text has syntax errors; after errors of meaning, a tree with ErrorExpr in their place. What is wrong
// is in the diagnostics, always with a place in a user's file. The positions must be of this input. Parallel loops are
// looked at once all files are read (loop_check.h).
std::unique_ptr<ir::TranslationUnit> parse(const Preprocessed& input, const PositionMap& positions,
                                           support::SourceManager& sources, support::Diagnostics& diagnostics,
                                           std::span<const TriedDirective> tried = {});

} // namespace hydra::frontend
