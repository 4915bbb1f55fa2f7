// See explain.h.
#include "driver/dry/explain.h"

#include <fmt/format.h>

#include "driver/dry/dry_runs.h"
#include "driver/failure.h"
#include "driver/objects/link.h"
#include "driver/tools.h"

namespace hydra::driver {

void explain_program(const Options& options, const RuntimePaths& runtime, Timings& timings, CrashReport& crash) {
    const TemporaryFolder folder;
    Options quiet = options;
    quiet.goal = Goal::executable;
    quiet.host = Host::local;
    quiet.output = folder.path() + "/" + options.name();
    build_program(quiet, runtime, timings, crash);
    std::string ranks = asked_ranks();
    const Finished run = run_dry(quiet.output, options.report.arguments,
                                 {{"HYDRA_STATS", folder.path() + "/counters.json"},
                                  {"HYDRA_EXPLAIN", folder.path() + "/told.txt," + options.report.explain}},
                                 ranks);
    if (run.status != 0) {
        fmt::print(stderr, "{}", run.output);
        throw Failure(status_tool, fmt::format("the dry run of '{}' with HYDRA_DRYRUN={} ended with status {}",
                                               options.name(), ranks, run.status));
    }
    fmt::print("{}", file_text(folder.path() + "/told.txt"));
}

} // namespace hydra::driver
