// setjmp and longjmp of the user's serial code, which the linker's --wrap sends here. A jump leaves the scopes of local
// arrays without a word, so those are forgotten that were entered since the setjmp: another object may lie there next.
// Which setjmp a longjmp goes back to is known by the stack pointer and the address of code that it restores.
#include "runtime/base/fail.h"
#include "runtime/process/process.h"

#include <algorithm>
#include <csetjmp>
#include <cstdint>
#include <vector>

namespace {

// A place that setjmp has noted.
struct Place {
    std::uintptr_t stack = 0; // the stack pointer when setjmp has returned
    std::uintptr_t code = 0;  // where it returns to
    std::uint64_t scopes = 0; // entered until then
};

std::vector<Place>& places() {
    static std::vector<Place> known;
    return known;
}

void leave_scopes(const __jmp_buf_tag& target) {
    hydra::rt::Runtime* runtime = hydra::rt::process_runtime();
    if (runtime == nullptr)
        return;
    if (runtime->in_kernel() || runtime->in_launch())
        hydra::rt::fail("", "longjmp in a parallel loop would jump past what the end of an iteration has to settle");
#if defined(__x86_64__)
    // glibc hides both behind a secret of the thread's and a rotation.
    constexpr int stack_register = 6;
    constexpr int program_counter = 7;
    const auto plain = [&](int number) {
        auto value = static_cast<std::uintptr_t>(target.__jmpbuf[number]);
        __asm__("rorq $17, %0\n\txorq %%fs:0x30, %0" : "+r"(value) : : "cc");
        return value;
    };
    const std::uintptr_t stack = plain(stack_register);
    const std::uintptr_t code = plain(program_counter);
    const auto place = std::find_if(places().begin(), places().end(),
                                    [&](const Place& p) { return p.stack == stack && p.code == code; });
    if (place == places().end())
        hydra::rt::fail("", "longjmp to a place that setjmp has not noted, or whose function has returned");
    runtime->registry().leave_scopes(place->scopes);
#else
    (void)target;
    hydra::rt::fail("", "longjmp: it is not known where this processor keeps what setjmp has noted");
#endif
}

} // namespace

extern "C" {

// Called by the assembly below before setjmp itself.
void hydra_rt_note_place(std::uintptr_t stack, std::uintptr_t code) {
    const hydra::rt::Runtime* runtime = hydra::rt::process_runtime();
    if (runtime != nullptr && (runtime->in_kernel() || runtime->in_launch()))
        hydra::rt::fail("", "setjmp in a parallel loop");
    // Frames further down have returned.
    std::erase_if(places(), [&](const Place& p) { return p.stack < stack || (p.stack == stack && p.code == code); });
    auto* serial = hydra::rt::process_runtime();
    places().push_back({stack, code, serial != nullptr ? serial->registry().scopes() : 0});
}

[[noreturn]] void __real_longjmp(__jmp_buf_tag* place, int value);
[[noreturn]] void __real__longjmp(__jmp_buf_tag* place, int value);
[[noreturn]] void __real_siglongjmp(__jmp_buf_tag* place, int value);
[[noreturn]] void __real___longjmp_chk(__jmp_buf_tag* place, int value);

[[noreturn]] void __wrap_longjmp(__jmp_buf_tag* place, int value) {
    leave_scopes(*place);
    __real_longjmp(place, value);
}
[[noreturn]] void __wrap__longjmp(__jmp_buf_tag* place, int value) {
    leave_scopes(*place);
    __real__longjmp(place, value);
}
[[noreturn]] void __wrap_siglongjmp(__jmp_buf_tag* place, int value) {
    leave_scopes(*place);
    __real_siglongjmp(place, value);
}
// What programs call that are built with _FORTIFY_SOURCE.
[[noreturn]] void __wrap___longjmp_chk(__jmp_buf_tag* place, int value) {
    leave_scopes(*place);
    __real___longjmp_chk(place, value);
}

} // extern "C"

#if defined(__x86_64__)
// setjmp must see its caller's frame, so what stands before it leaves everything as it was and jumps there.
#define HYDRA_WRAP_SETJMP(name)                                                                                        \
    __asm__(".text\n\t.globl __wrap_" name "\n\t.type __wrap_" name ", @function\n__wrap_" name ":\n\t"                \
            "endbr64\n\tpushq %rdi\n\tpushq %rsi\n\tsubq $8, %rsp\n\t"                                                 \
            "leaq 32(%rsp), %rdi\n\tmovq 24(%rsp), %rsi\n\tcall hydra_rt_note_place@PLT\n\t"                           \
            "addq $8, %rsp\n\tpopq %rsi\n\tpopq %rdi\n\tjmp __real_" name "@PLT\n\t"                                   \
            ".size __wrap_" name ", .-__wrap_" name)
HYDRA_WRAP_SETJMP("setjmp");
HYDRA_WRAP_SETJMP("_setjmp");
HYDRA_WRAP_SETJMP("__sigsetjmp");
#endif
