// How generated sources become an executable: the words of each compiler call, once for both ways of running them, by
// hydracc itself (build.cpp) and by the Makefile of -S (makefile.cpp).
#pragma once
#include <string>
#include <vector>

#include "driver/options.h"

namespace hydra::driver {

// Flags of hydracc's own for every compilation, in front of the user's: those that keep a split loop's bits.
std::vector<std::string> own_compile_flags(const Options& options);
// Of what is generated from OpenMP: its threads are a team of one.
std::vector<std::string> openmp_compile_flags(const Options& options);

bool is_shared_library(const std::string& file); // by its name

// The shared libraries on the command line that are no part of the system: FILE.so, and -lNAME where a folder of -L has
// it. They may call the program's functions by name, as they do when the native compiler links it.
std::vector<std::string> own_shared_libraries(const Options& options);

// Whether shared libraries are to see none of the program's names.
bool hides_names(const Options& options);

// How a unit is compiled where the program has names of the system's (Translation::own_names): objects hold the names.
std::vector<std::string> renaming_compile_flags(const std::vector<std::string>& own_names,
                                                const std::vector<std::string>& unshared_names);
// What follows `objcopy` and precedes the object file then. Empty where there are no such names.
std::vector<std::string> renaming_words(const std::vector<std::string>& own_names,
                                        const std::vector<std::string>& unshared_names);

// What follows the objects, the user's linker inputs and the runtime library.
std::vector<std::string> own_link_flags();

// The variables through which MPI's compiler wrappers are told the compiler, so that the one that preprocesses for
// hydracc's analysis is the one that compiles.
std::vector<std::string> wrapper_variables();

// The folder part of a path, "." for none.
std::string folder_of(const std::string& path);

} // namespace hydra::driver
