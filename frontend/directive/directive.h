// `#pragma hydra parallel for`: its text is read here, with every name looked up in the scope where it stands; and once
// a function is complete its parallel loops are checked against the rules of README.md, "The directive", so that what
// later passes see is canonical.
#pragma once
#include <memory>
#include <string_view>

#include "frontend/sema/directive_hook.h"
#include "frontend/source/positions.h"
#include "ir/tree.h"
#include "support/diag.h"

namespace hydra::frontend {

// Reads the `#pragma hydra` line that stands at `offset` of the preprocessed text. Null where it has an error that
// leaves no directive; errors are reported either way. `visible_names`, for "did you mean", may be null; `expressions`
// too, where no array sections appear.
std::unique_ptr<ir::Directive> parse_directive(std::string_view line, std::size_t offset, const PositionMap& positions,
                                               const NameLookup& lookup, support::Diagnostics& diagnostics,
                                               const VisibleNames& visible_names = nullptr,
                                               const ExpressionReader& expressions = nullptr);

// Gives the directive to the For statement that follows it; an error where the statement is none or missing (null).
void attach_directive(std::unique_ptr<ir::Directive> directive, ir::Stmt* statement, support::Diagnostics& diagnostics);

// A `#pragma hydra` line outside of a function, or before a declaration or `}`: an error.
void misplaced_directive(std::string_view line, std::size_t offset, const PositionMap& positions,
                         support::Diagnostics& diagnostics);

// `#pragma omp` lines are ignored, with the warning hydra-omp that shows the hydra form.
void warn_omp_pragma(std::string_view line, std::size_t offset, const PositionMap& positions,
                     support::Diagnostics& diagnostics);

// `#pragma Hydra …` and `#pragma hydracc …` are ignored as well, with the warning hydra-pragma.
void warn_misspelt_pragma(std::string_view line, std::size_t offset, const PositionMap& positions,
                          support::Diagnostics& diagnostics);

// `#pragma omp atomic`, `critical` and the like in a parallel loop: an error with the remedy. False where the line is
// none of them, or stands elsewhere.
bool refuse_omp_inside(const ir::TranslationUnit& unit, std::string_view line, std::size_t offset,
                       const PositionMap& positions, support::Diagnostics& diagnostics);

} // namespace hydra::frontend
