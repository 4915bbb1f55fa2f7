// See kept_output.h.
#include "runtime/launch/kept_output.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"

#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace hydra::rt {
namespace {

struct Output {
    int number; // STDOUT_FILENO, STDERR_FILENO
    int real = -1;
    int kept = -1;   // a file in memory, made at first use
    int serial = -1; // what `number` is in serial code
};
Output outputs[] = {{STDOUT_FILENO}, {STDERR_FILENO}};
bool keeping = false;

void keep(Output& output) {
    if (output.kept < 0) {
        output.kept = memfd_create("hydra", MFD_CLOEXEC);
        output.serial = fcntl(output.number, F_DUPFD_CLOEXEC, 3);
        if (output.kept < 0 || output.serial < 0)
            fail("", text("memory for a loop's messages: ", std::strerror(errno)));
    }
    dup2(output.kept, output.number);
}

void show(const Output& output) {
    off_t from = 0;
    const off_t bytes = lseek(output.kept, 0, SEEK_END);
    char piece[4096];
    while (from < bytes) {
        const ssize_t got = pread(output.kept, piece, sizeof piece, from);
        if (got <= 0 || ::write(output.real, piece, static_cast<std::size_t>(got)) < 0)
            return;
        from += got;
    }
}

} // namespace

void set_real_output(int standard_output, int standard_error) {
    outputs[0].real = standard_output;
    outputs[1].real = standard_error;
}

KeptOutput::KeptOutput(Transport& transport, bool may_exit) : transport_(transport) {
    if (may_exit)
        std::fflush(nullptr); // all ranks are still in step
    transport_.barrier();
    for (Output& output : outputs)
        keep(output);
    keeping = true;
}

KeptOutput::~KeptOutput() {
    keeping = false;
    for (const Output& output : outputs)
        dup2(output.serial, output.number);
    transport_.barrier();
}

void KeptOutput::show() {
    for (const Output& output : outputs)
        if (keeping)
            hydra::rt::show(output);
}

} // namespace hydra::rt
