// Compiles the generated sources and links them with the runtime into an executable.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "driver/options.h"
#include "driver/runtime_paths.h"
#include "driver/timing.h"
#include "driver/translate.h"

namespace hydra::driver {

// Throws Failure: status 3 where a tool or the runtime is missing or fails (its output has been shown), 1 where the
// output cannot be written. compiled: called with the objects of the translation, once they are there; empty: not.
void build_executable(const Options& options, const RuntimePaths& runtime, const Translation& translation,
                      Timings& timings, const std::function<void(const std::vector<std::string>&)>& compiled = {});

// Links the files in Options::handed with the runtime: a program that needs no translation.
void link_objects(const Options& options, const RuntimePaths& runtime);

// The folder that -S and --save-temps write.
std::string source_folder(const Options& options);

// Writes the generated sources and their Makefile there.
void write_sources(const Options& options, const Translation& translation, const std::string& folder);

// Prints the commands that a build would run (-###).
void show_commands(const Options& options, const RuntimePaths& runtime);

// Runs the compiler's own -M or -MM over the sources, its list going to standard output or to -o.
void list_dependencies(const Options& options, const RuntimePaths& runtime);

} // namespace hydra::driver
