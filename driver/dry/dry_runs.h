// Dry runs of a program that hydracc has just built (docs/dryrun.md), for those who ask what it would do.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "driver/tools.h"

namespace hydra::driver {

// How many ranks such runs play: as HYDRA_DRYRUN says, or four.
std::string asked_ranks();

using Environment = std::vector<std::pair<std::string, std::string>>;

// Runs it, and, where only data decide how it goes on, again with its loops. ranks: becomes what it was run with.
Finished run_dry(const std::string& program, const std::vector<std::string>& arguments, const Environment& environment,
                 std::string& ranks);

} // namespace hydra::driver
