// What the native compiler says of OpenMP's directives. The reference is the program that it makes of them, so where it
// refuses one (an unknown clause, a variable that is not declared, a missing loop), there is nothing to translate.
#pragma once
#include <string>
#include <vector>

#include "driver/options.h"
#include "driver/runtime_paths.h"

namespace hydra::driver {

// Its messages where it refuses the source; empty: it takes it, or knows nothing of OpenMP. flags: for the
// preprocessor.
std::string refused_natively(const Options& options, const std::string& source, const std::vector<std::string>& flags);

} // namespace hydra::driver
