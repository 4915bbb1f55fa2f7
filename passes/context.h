// What every pass is given.
#pragma once
#include "passes/facts/summary.h"
#include "support/diag.h"

namespace hydra::passes {

struct Context {
    ir::Program& program;
    const support::SourceManager& sources;
    support::Diagnostics& diagnostics;
    Summary summary;
    bool devices = false; // loops may run on devices, which have memory of their own
};

} // namespace hydra::passes
