// Values in memory that the program may or may not get to (hydra_rt_pointer_at, hydra_rt_integer_at): generated code
// asks for them in front of loops that perhaps run no iteration, or would stop before they get there. So the address
// may be null or anything. The program's own blocks, its static data and this thread's stack are known to be there; of
// all other addresses the kernel is asked, by a system call that looks at its argument and then refuses for another
// reason.
#include "runtime/process/process.h"

#include <cerrno>
#include <cstdint>
#include <cstring>

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" char __data_start __attribute__((weak)); // NOLINT: the linker's names
extern "C" char _end __attribute__((weak));         // NOLINT

namespace {

// One past the highest address of this thread's stack; null where nobody knows.
const char* stack_end() {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return nullptr;
    void* lowest = nullptr;
    std::size_t bytes = 0;
    const bool known = pthread_attr_getstack(&attributes, &lowest, &bytes) == 0;
    pthread_attr_destroy(&attributes);
    return known ? static_cast<const char*>(lowest) + bytes : nullptr;
}

bool is_known(const char* from, const char* to) {
    hydra::rt::Runtime* runtime = hydra::rt::process_runtime();
    if (runtime != nullptr && runtime->registry().in_arena(from) && runtime->registry().in_arena(to))
        return true;
    if (&__data_start != nullptr && &_end != nullptr && from >= &__data_start && to < &_end)
        return true;
    static thread_local const char* const end = stack_end();
    return from >= static_cast<const char*>(__builtin_frame_address(0)) && to < end;
}

// Whether the kernel can read a signal set there, of eight bytes.
bool kernel_reads(std::uintptr_t address) {
    constexpr std::uintptr_t set_bytes = 8;
    constexpr int no_such_way = -1;
    const int before = errno;
    syscall(SYS_rt_sigprocmask, no_such_way, address & ~(set_bytes - 1), nullptr, set_bytes);
    const bool readable = errno != EFAULT;
    errno = before;
    return readable;
}

bool is_readable(const char* address, std::size_t bytes) {
    const auto from = reinterpret_cast<std::uintptr_t>(address);
    const std::uintptr_t to = from + bytes - 1;
    constexpr std::uintptr_t first_page = 4096;
    if (from < first_page || to < from)
        return false;
    return is_known(address, address + bytes - 1) || (kernel_reads(from) && kernel_reads(to));
}

template <class T> long integer_at(const char* address) {
    T value = 0;
    std::memcpy(&value, address, sizeof value);
    return static_cast<long>(value);
}

} // namespace

extern "C" {

void* hydra_rt_pointer_at(const volatile void* address) {
    const auto* at = const_cast<const char*>(static_cast<const volatile char*>(address));
    void* value = nullptr;
    if (is_readable(at, sizeof value))
        std::memcpy(&value, at, sizeof value);
    return value;
}

long hydra_rt_integer_at(const volatile void* address, int bytes, int zero_extended) {
    const auto* at = const_cast<const char*>(static_cast<const volatile char*>(address));
    if (!is_readable(at, static_cast<std::size_t>(bytes)))
        return 0;
    switch (bytes) {
    case 1:
        return zero_extended != 0 ? integer_at<std::uint8_t>(at) : integer_at<std::int8_t>(at);
    case 2:
        return zero_extended != 0 ? integer_at<std::uint16_t>(at) : integer_at<std::int16_t>(at);
    case 4:
        return zero_extended != 0 ? integer_at<std::uint32_t>(at) : integer_at<std::int32_t>(at);
    default:
        return integer_at<std::int64_t>(at);
    }
}

} // extern "C"
