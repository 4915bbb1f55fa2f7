// --explain: what the ranks of a dry run have at one line of the program, and why each message goes.
#pragma once
#include "driver/crash.h"
#include "driver/options.h"
#include "driver/runtime_paths.h"
#include "driver/timing.h"

namespace hydra::driver {

// Builds the program where nobody sees it, runs it dry with the arguments that follow "--", and prints what it tells of
// the line. Throws Failure: as a build does; status 3 where the program ends in an error, which has been shown.
void explain_program(const Options& options, const RuntimePaths& runtime, Timings& timings, CrashReport& crash);

} // namespace hydra::driver
