// `hydracc -c`: objects as the native compiler makes them, each with a record of its source (record.h).
#pragma once
#include <string>
#include <vector>

#include "driver/options.h"
#include "driver/runtime_paths.h"

namespace hydra::driver {

// Makes the objects that the options ask for. Throws Failure: status 1 where the native compiler refuses a source,
// whose messages have been shown, 3 where it is missing.
void compile_objects(const Options& options, const RuntimePaths& runtime);

// Makes objects of the sources of a program, with records or without, in a folder, and gives their paths.
std::vector<std::string> compile_into(const std::string& folder, const Options& options, const RuntimePaths& runtime,
                                      bool with_records);

// Runs the native compiler on the command line as it is, for what is not hydracc's. Gives its exit status.
int run_native(const Options& options);

} // namespace hydra::driver
