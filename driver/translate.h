// From C files to generated C files: calls the parts of the compiler one after another, stops where the input has
// errors, and prints what --dump asks for.
#pragma once
#include <string>
#include <vector>

#include "codegen/edit/emit.h"
#include "driver/crash.h"
#include "driver/options.h"
#include "driver/runtime_paths.h"
#include "driver/timing.h"

namespace hydra::driver {

struct Translation {
    std::vector<codegen::GeneratedFile> files; // the first Options::sources.size() are the units', in that order
    bool has_user_headers = false;             // the units include files of the user's
    // External functions and variables of the program's that have names of the system's (system_names.h).
    std::vector<std::string> own_names = {};
    std::vector<std::string> unshared_names = {}; // of the C library's (support/unshared.h), which the program uses
};

// Those that write the list of what a source includes (-MD and its like); none where none is asked for.
std::vector<std::string> dependency_flags(const Options& options, const std::string& source);
// With several sources and -MF, each list is a file of its own first; this makes them one.
void join_dependency_files(const Options& options);

// Translates all sources as one program. Diagnostics go to standard error; with errors it throws a Failure of status 1
// without text. For Goal::check and Goal::dump there are no files.
Translation translate(const Options& options, const RuntimePaths& runtime, Timings& timings, CrashReport& crash);

// The options of the preprocessor: the user's and the folder of hydra.h; with `dependencies`, what writes those.
std::vector<std::string> preprocessor_flags(const Options& options, const RuntimePaths& runtime,
                                            const std::string& source, bool dependencies = true);

} // namespace hydra::driver
