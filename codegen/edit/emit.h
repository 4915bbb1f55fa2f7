// Writes the generated C sources: the user's own text, edited where the program differs from it.
#pragma once
#include <string>
#include <vector>

#include "codegen/target.h"
#include "ir/program.h"
#include "support/diag.h"

namespace hydra::codegen {

struct GeneratedFile {
    std::string path; // relative to the output folder: "jacobi.c", or the relative path of an edited user header
    std::string text;
};

// One file a unit (with the unit's own file name; units of equal names in different folders get distinct ones), and
// one for each user header that needs edits; for cuda, also one file of kernels ("jacobi_kernels.cu") a unit that has
// such. Deterministic. Reports what it cannot express as errors.
std::vector<GeneratedFile> emit(const ir::Program& program, const support::SourceManager& sources,
                                support::Diagnostics& diagnostics, const EmitOptions& options);

} // namespace hydra::codegen
