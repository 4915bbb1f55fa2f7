// --advise: what to change in the program, tried by dry runs, and what each change saves.
#pragma once
#include <string>
#include <vector>

#include "driver/crash.h"
#include "driver/options.h"
#include "driver/runtime_paths.h"
#include "driver/timing.h"

namespace hydra::driver {

// Each change is made in a copy of its source, which another call of hydracc builds; the ones that save most are
// printed, or are part of the report where one is asked for. words: the command line that `options` was read from.
// Throws Failure: status 1 where the program has errors (they have been shown), 3 where its dry run ends in one.
void advise_program(const Options& options, const std::vector<std::string>& words, const RuntimePaths& runtime,
                    Timings& timings, CrashReport& crash);

} // namespace hydra::driver
