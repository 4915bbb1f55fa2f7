// The calls that end the user's program, which the linker's --wrap sends here; see endings.h.
#include "runtime/backend/thread_output.h"
#include "runtime/process/endings.h"
#include "runtime/process/rank0.h"

#include <csignal>
#include <cstdio>
#include <unistd.h>

namespace {

constexpr int abort_status = 128 + SIGABRT; // as shells report it

// At one rank, what one thread runs ends as in C.
bool in_kernel() {
    return hydra::rt::process_runtime() != nullptr &&
           (hydra::rt::process_runtime()->in_kernel() || hydra::rt::ThreadOutput::is_kept());
}

} // namespace

extern "C" {

[[noreturn]] void __real_exit(int status);
[[noreturn]] void __real__exit(int status);
[[noreturn]] void __real_abort();
[[noreturn]] void __real___assert_fail(const char* condition, const char* file, unsigned line, const char* function);

int __real_atexit(void (*handler)());
int __real_on_exit(void (*handler)(int, void*), void* argument);

int __wrap_atexit(void (*handler)()) {
    hydra::rt::note_exit_handler();
    return __real_atexit(handler);
}
int __wrap_on_exit(void (*handler)(int, void*), void* argument) {
    hydra::rt::note_exit_handler();
    return __real_on_exit(handler, argument);
}

// Handlers of at_quick_exit are called, and nothing else is.
[[noreturn]] void __real_quick_exit(int status);
[[noreturn]] void __wrap_quick_exit(int status) {
    if (in_kernel())
        hydra::rt::end_in_kernel(status, false);
    if (hydra::rt::process_runtime() != nullptr && hydra::rt::reads_unasked_behind_main())
        hydra::rt::process_runtime()->end_main();
    __real_quick_exit(status);
}

[[noreturn]] void __wrap_exit(int status) {
    if (in_kernel())
        hydra::rt::end_in_kernel(status, true);
    __real_exit(status); // start.cpp's handler brings the ranks together
}

// No handlers, no buffers; but the transport wants its own end.
[[noreturn]] void __wrap__exit(int status) {
    if (in_kernel())
        hydra::rt::end_in_kernel(status, false);
    if (hydra::rt::in_step()) {
        hydra::rt::leave_step();
        hydra::rt::process_runtime()->transport().finish();
    }
    __real__exit(status);
}
[[noreturn]] void __wrap__Exit(int status) { __wrap__exit(status); }

[[noreturn]] void __wrap_abort(void) {
    if (in_kernel())
        hydra::rt::end_in_kernel(abort_status, false);
    hydra::rt::leave_to_rank0();
    __real_abort();
}

[[noreturn]] void __wrap___assert_fail(const char* condition, const char* file, unsigned line, const char* function) {
    if (in_kernel()) {
        std::fprintf(stderr, "%s: %s:%u: %s: Assertion `%s' failed.\n", program_invocation_short_name, file, line,
                     function, condition);
        hydra::rt::end_in_kernel(abort_status, false);
    }
    hydra::rt::leave_to_rank0();
    __real___assert_fail(condition, file, line, function);
}

} // extern "C"
