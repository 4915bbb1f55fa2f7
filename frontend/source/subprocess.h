// Runs a program without a shell and collects what it prints. Both pipes are read together, so that neither can fill up
// and stop the other.
#pragma once
#include <string>
#include <vector>

namespace hydra::frontend {

struct ProcessResult {
    bool started = false; // false: no such program, or it may not be run; `error` says why
    int status = 0;       // its exit status; 128 + signal where a signal ended it
    std::string out, err;
    std::string error;
};

// arguments[0] is the program, looked up in PATH; `input` is its standard input.
ProcessResult run_process(const std::vector<std::string>& arguments, const std::string& input = "");

} // namespace hydra::frontend
