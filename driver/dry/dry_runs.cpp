// See dry_runs.h.
#include "driver/dry/dry_runs.h"

#include <cstdlib>

#include "driver/failure.h"

namespace hydra::driver {

std::string asked_ranks() {
    const char* const asked = std::getenv("HYDRA_DRYRUN");
    return asked == nullptr || *asked == '\0' ? "4" : asked;
}

Finished run_dry(const std::string& program, const std::vector<std::string>& arguments, const Environment& environment,
                 std::string& ranks) {
    for (const char* const other : {"HYDRA_EXPLAIN", "HYDRA_STATS", "HYDRA_TRACE", "HYDRA_VERIFY"})
        unsetenv(other); // the user's are for runs of the user's
    const auto run = [&] {
        Command command{{program}, environment};
        command.words.insert(command.words.end(), arguments.begin(), arguments.end());
        command.environment.emplace_back("HYDRA_DRYRUN", ranks);
        return run_all({command}, 1).front();
    };
    Finished finished = run();
    const bool undecided = finished.status == status_internal && finished.output.find("dry run: ") != std::string::npos;
    if (undecided && ranks.find(',') == std::string::npos) { // it says where
        ranks += ",run";
        finished = run();
    }
    return finished;
}

} // namespace hydra::driver
