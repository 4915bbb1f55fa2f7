// See fail.h. Messages are written with one write() each, so that those of several ranks do not mix.
#include "runtime/base/fail.h"

#include "runtime/base/text.h"

#include <cstdio>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

namespace hydra::rt {
namespace {

FailureOutput output;
std::FILE* const program_output = stdout; // also while threads keep back what they print

void write_line(std::string_view line) {
    std::string whole = text("hydra: ", line, "\n");
    if (write(output.descriptor, whole.data(), whole.size()) < 0)
        return; // nowhere left to say it
}

} // namespace

void set_failure_output(const FailureOutput& to) { output = to; }

void leave_process(int status) {
    syscall(SYS_exit_group, status);
    __builtin_unreachable();
}

void complain(std::string_view message) { write_line(message); }

void fail(std::string_view at, std::string_view message, int status) {
    std::fflush(program_output);
    if (output.rank != 0) {
        timespec second = {1, 0};
        nanosleep(&second, nullptr);
    }
    std::string line = at.empty() ? std::string(message) : text(at, ": ", message);
    if (output.rank != 0)
        line += text(" (rank ", output.rank, ")");
    write_line(line);
    if (output.abort_all != nullptr)
        output.abort_all(status);
    leave_process(status);
}

} // namespace hydra::rt
