// The passes, in the one order in which they run; the list in pipeline.cpp is the middle of the compiler.
#pragma once
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "ir/program.h"
#include "support/diag.h"

namespace hydra::passes {

struct PipelineOptions {
    // Called after each pass with its name: for --dump=ir:PASS and -v's times.
    std::function<void(std::string_view pass, const ir::Program&, double seconds)> after_pass;
    // Names that object files and libraries on the command line want from elsewhere: they may call these functions.
    std::set<std::string> wanted_outside;
    bool devices = false; // the program's loops are to run on devices
    // The question is only whether the program is right, and how its loops can run: passes that look for cheaper ways
    // to share them out, and take long, are left out.
    bool trial = false;
};

// Runs all passes over a program that holds its units only. User errors go to diagnostics; the program is complete
// where there are none. The verifier runs between passes and throws InternalError.
void run_pipeline(ir::Program& program, const support::SourceManager& sources, support::Diagnostics& diagnostics,
                  const PipelineOptions& options);

} // namespace hydra::passes
