// How the runtime ends a run: one message on the real standard error, status 70, all ranks. An error that every rank
// meets alike (most are: planning is replicated) is printed by rank 0 only; the others give it a second to do so.
#pragma once

#include <string>
#include <string_view>

namespace hydra::rt {

// Set once when the transport stands: which rank speaks, where to, and how all ranks are ended.
struct FailureOutput {
    int rank = 0;
    int descriptor = 2;                      // the standard error from before ranks != 0 were silenced
    void (*abort_all)(int status) = nullptr; // null: _exit
};
void set_failure_output(const FailureOutput& output);

constexpr int error_status = 70;
// Prints "hydra: AT: MESSAGE" ("hydra: MESSAGE" when at is empty) and ends all ranks with the status.
[[noreturn]] void fail(std::string_view at, std::string_view message, int status = error_status);

// Ends this process at once. Not _exit, which in a linked program is the user's (wrap_ends.cpp).
[[noreturn]] void leave_process(int status);

// Prints "hydra: MESSAGE" on the real standard error of this rank.
void complain(std::string_view message);

} // namespace hydra::rt
