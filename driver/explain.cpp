// See explain.h.
#include "driver/explain.h"

#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "driver/failure.h"
#include "driver/objects/link.h"
#include "driver/tools.h"

namespace hydra::driver {

namespace {

// How many ranks a dry run plays, as the user has it or four; ",run" where it may run the loops.
std::string asked_ranks() {
    const char* const asked = std::getenv("HYDRA_DRYRUN");
    return asked == nullptr || *asked == '\0' ? "4" : asked;
}

Finished run_dry(const Options& options, const std::string& program, const std::string& folder,
                 const std::string& ranks) {
    Command command{{program}, {}};
    command.words.insert(command.words.end(), options.report.arguments.begin(), options.report.arguments.end());
    command.environment = {{"HYDRA_DRYRUN", ranks},
                           {"HYDRA_STATS", folder + "/counters.json"},
                           {"HYDRA_EXPLAIN", folder + "/told.txt," + options.report.explain}};
    return run_all({command}, 1).front();
}

} // namespace

void explain_program(const Options& options, const RuntimePaths& runtime, Timings& timings, CrashReport& crash) {
    const TemporaryFolder folder;
    Options quiet = options;
    quiet.goal = Goal::executable;
    quiet.host = Host::local;
    quiet.output = folder.path() + "/" + options.name();
    build_program(quiet, runtime, timings, crash);
    std::string ranks = asked_ranks();
    Finished run = run_dry(options, quiet.output, folder.path(), ranks);
    const bool undecided = run.status == status_internal && run.output.find("dry run: ") != std::string::npos;
    if (undecided && ranks.find(',') == std::string::npos) { // data decide: it says where
        ranks += ",run";
        run = run_dry(options, quiet.output, folder.path(), ranks);
    }
    if (run.status != 0) {
        fmt::print(stderr, "{}", run.output);
        throw Failure(status_tool, fmt::format("the dry run of '{}' with HYDRA_DRYRUN={} ended with status {}",
                                               options.name(), ranks, run.status));
    }
    fmt::print("{}", file_text(folder.path() + "/told.txt"));
}

} // namespace hydra::driver
