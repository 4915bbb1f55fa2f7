// See endings.h.
#include "runtime/process/endings.h"

#include "runtime/backend/thread_output.h"
#include "runtime/base/fail.h"
#include "runtime/launch/kept_output.h"
#include "runtime/process/rank0.h"

#include <atomic>
#include <cstdio>
#include <unistd.h>

namespace hydra::rt {
namespace {

[[noreturn]] void wait_for_the_end() {
    for (;;)
        pause();
}

} // namespace

void end_in_kernel(int status, bool with_buffers) {
    static std::atomic<bool> ending{false};
    if (ending.exchange(true))
        wait_for_the_end();
    Transport& transport = process_runtime()->transport();
    std::FILE* const output = ThreadOutput::print();
    if (with_buffers)
        std::fflush(transport.size() == 1 ? nullptr : output);
    if (!transport.claim_end())
        wait_for_the_end();
    KeptOutput::show();
    transport.abort(status);
    leave_process(status);
}

void leave_to_rank0() {
    if (in_step() && !is_rank0())
        wait_for_the_end();
}

} // namespace hydra::rt
