// How a run of hydracc ends other than well: an exception with its exit status (1 the input, 2 the command line, 3 a
// tool). Faults of hydracc itself are not Failures; they are every other exception and end with status 70.
#pragma once
#include <stdexcept>
#include <string>

namespace hydra::driver {

enum ExitStatus : int { status_done = 0, status_input = 1, status_usage = 2, status_tool = 3, status_internal = 70 };

struct Failure : std::runtime_error {
    // message: one line or more without "hydracc: error:", which main prints; empty where everything has been said.
    Failure(ExitStatus status_, const std::string& message) : std::runtime_error(message), status(status_) {}
    ExitStatus status;
};

} // namespace hydra::driver
