// Writes the generated C sources: the user's own text, edited where the program differs from it.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "ir/program.h"
#include "support/diag.h"

namespace hydra::codegen {

struct GeneratedFile {
    std::string path; // relative to the output folder: "jacobi.c", or the relative path of an edited user header
    std::string text;
};

// What runs the parallel loops: the host's cores, or devices, for which each loop has a kernel besides.
enum class Target { cpu, opencl, cuda };

struct EmitOptions {
    Target target = Target::cpu;
    // Filled for opencl and cuda, if not null: why the host's cores run a loop, by its kernel's id.
    std::map<int, std::string>* host_reasons = nullptr;
    std::string comm = {}; // the communication scheme, as the runtime names it; empty: the usual one
    bool foreign = false;  // code that hydracc does not see is linked in, or may be loaded
};

// One file a unit (with the unit's own file name; units of equal names in different folders get distinct ones), and
// one for each user header that needs edits; for cuda, also one file of kernels ("jacobi_kernels.cu") a unit that has
// such. Deterministic. Reports what it cannot express as errors.
std::vector<GeneratedFile> emit(const ir::Program& program, const support::SourceManager& sources,
                                support::Diagnostics& diagnostics, const EmitOptions& options);

} // namespace hydra::codegen
