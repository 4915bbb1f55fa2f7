// An executable of sources, objects and archives: what carries records of its source (record.h) is translated with the
// sources as one program, where any of it has directives; a program without any is linked as it stands, with the
// runtime, so that its output comes once.
#pragma once

#include "driver/crash.h"
#include "driver/options.h"
#include "driver/runtime_paths.h"
#include "driver/timing.h"

namespace hydra::driver {

// Throws Failure, as translate and build_executable do.
void build_program(const Options& options, const RuntimePaths& runtime, Timings& timings, CrashReport& crash);

} // namespace hydra::driver
