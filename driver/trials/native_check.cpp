// See native_check.h.
#include "driver/trials/native_check.h"

#include "driver/tools.h"

namespace hydra::driver {

std::string refused_natively(const Options& options, const std::string& source, const std::vector<std::string>& flags) {
    Command command{{options.cc}, {{"LC_ALL", "C"}}}; // in the language of hydracc's own messages
    command.words.insert(command.words.end(), flags.begin(), flags.end());
    command.words.insert(command.words.end(), {"-fopenmp", "-fsyntax-only", "-w", source});
    const Finished run = run_all({command}, 1).front();
    // Other errors are found in what is generated, or by hydracc itself with its own remedies.
    return run.status != 0 && run.output.find("#pragma omp") != std::string::npos ? run.output : "";
}

} // namespace hydra::driver
