// What every part of code generation needs to see: the program, its sources, where to report, how to name.
#pragma once
#include "codegen/text/names.h"
#include "ir/program.h"
#include "support/diag.h"

namespace hydra::codegen {

struct Context {
    const ir::Program& program;
    const support::SourceManager& sources;
    support::Diagnostics& diagnostics;
    Names name;
    bool for_reading = false; // -S: launches are the steps alone, and what makes them fast stands elsewhere
};

} // namespace hydra::codegen
