// The Makefile of -S: builds the generated sources against an installed runtime, with the same calls as hydracc itself.
#pragma once
#include <string>

#include "driver/options.h"
#include "driver/translate.h"

namespace hydra::driver {

// folder: where the Makefile will stand; the user's relative paths are rewritten from there.
std::string makefile(const Options& options, const Translation& translation, const std::string& folder);

// What is in the folder, and what to read first.
std::string readme(const Options& options, const Translation& translation);

} // namespace hydra::driver
