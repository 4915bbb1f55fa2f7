// The user's calls whose answers differ between ranks (clocks, process ids, names of hosts and folders, random numbers
// of the system) and those that change the file system, which the linker's --wrap sends here: in serial code rank 0
// does them for all.
#include "runtime/process/rank0.h"

#include <climits>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <utime.h>

using hydra::rt::hand_to_all;
using hydra::rt::in_step;
using hydra::rt::on_rank0;
using hydra::rt::once;
using hydra::rt::once_filling;
using hydra::rt::once_settled;
using hydra::rt::settle_work;

namespace {

// Hands out the text that rank 0 got; `text` has room for it on all ranks. Null where rank 0 got none.
char* same_text(char* text, bool got) {
    if (!got)
        return nullptr;
    std::size_t bytes = on_rank0([&] { return std::strlen(text) + 1; });
    hand_to_all(text, bytes, "a system call of rank 0");
    return text;
}

} // namespace

// A call that returns a value and fills nothing: rank 0's value for all.
#define HYDRA_ONCE(Result, name, params, args)                                                                         \
    Result __real_##name params;                                                                                       \
    Result __wrap_##name params {                                                                                      \
        return once([&] { return __real_##name args; });                                                               \
    }
// The same for a call that also fills what its last parameter, `out`, points at.
#define HYDRA_ONCE_FILLING(Result, name, params, args)                                                                 \
    Result __real_##name params;                                                                                       \
    Result __wrap_##name params {                                                                                      \
        return once_filling(out, [&] { return __real_##name args; });                                                  \
    }

// The same for clocks by which programs time loops: all ranks, and their devices, have done their parts by then.
#define HYDRA_CLOCK(Result, name, params, args)                                                                        \
    Result __real_##name params;                                                                                       \
    Result __wrap_##name params {                                                                                      \
        return once_settled([&] { return __real_##name args; });                                                       \
    }
#define HYDRA_CLOCK_FILLING(Result, name, params, args)                                                                \
    Result __real_##name params;                                                                                       \
    Result __wrap_##name params {                                                                                      \
        settle_work();                                                                                                 \
        return once_filling(out, [&] { return __real_##name args; });                                                  \
    }

extern "C" {

HYDRA_ONCE_FILLING(time_t, time, (time_t * out), (out))
HYDRA_CLOCK(clock_t, clock, (), ())
HYDRA_CLOCK_FILLING(int, clock_gettime, (clockid_t clock, timespec* out), (clock, out))
HYDRA_ONCE_FILLING(int, clock_getres, (clockid_t clock, timespec* out), (clock, out))
HYDRA_CLOCK_FILLING(clock_t, times, (tms * out), (out))
HYDRA_CLOCK_FILLING(int, getrusage, (int who, rusage* out), (who, out))
HYDRA_CLOCK(double, omp_get_wtime, (), ())
HYDRA_ONCE(double, omp_get_wtick, (), ())

int __real_gettimeofday(timeval* out, void* zone);
int __wrap_gettimeofday(timeval* out, void* zone) {
    settle_work();
    return once_filling(out, [&] { return __real_gettimeofday(out, zone); });
}

int __real_timespec_get(timespec* out, int base);
int __wrap_timespec_get(timespec* out, int base) {
    settle_work();
    return once_filling(out, [&] { return __real_timespec_get(out, base); });
}

HYDRA_ONCE(pid_t, getpid, (), ())
HYDRA_ONCE(pid_t, getppid, (), ())
HYDRA_ONCE(uid_t, getuid, (), ())
HYDRA_ONCE(uid_t, geteuid, (), ())
HYDRA_ONCE(gid_t, getgid, (), ())
HYDRA_ONCE(gid_t, getegid, (), ())
HYDRA_ONCE(long, gethostid, (), ())
HYDRA_ONCE(long, sysconf, (int name), (name))
HYDRA_ONCE(int, get_nprocs, (), ())
HYDRA_ONCE(int, get_nprocs_conf, (), ())
HYDRA_ONCE(int, sched_getcpu, (), ())
HYDRA_ONCE_FILLING(int, uname, (utsname * out), (out))

int __real_gethostname(char* name, std::size_t bytes);
int __wrap_gethostname(char* name, std::size_t bytes) {
    const int result = once([&] { return __real_gethostname(name, bytes); });
    if (in_step() && result == 0)
        hand_to_all(name, bytes, "a system call of rank 0");
    return result;
}

int __real_getrandom(void* data, std::size_t bytes, unsigned flags);
ssize_t __wrap_getrandom(void* data, std::size_t bytes, unsigned flags) {
    const ssize_t got = once([&] { return static_cast<ssize_t>(__real_getrandom(data, bytes, flags)); });
    if (in_step() && got > 0)
        hand_to_all(data, static_cast<std::size_t>(got), "random numbers");
    return got;
}

int __real_getentropy(void* data, std::size_t bytes);
int __wrap_getentropy(void* data, std::size_t bytes) {
    const int result = once([&] { return __real_getentropy(data, bytes); });
    if (in_step() && result == 0)
        hand_to_all(data, bytes, "random numbers");
    return result;
}

// Not in C libraries before glibc 2.36; only programs that have them call them.
__attribute__((weak)) std::uint32_t __real_arc4random(void);
__attribute__((weak)) std::uint32_t __real_arc4random_uniform(std::uint32_t bound);
__attribute__((weak)) void __real_arc4random_buf(void* data, std::size_t bytes);
std::uint32_t __wrap_arc4random(void) {
    return once([&] { return __real_arc4random(); });
}
std::uint32_t __wrap_arc4random_uniform(std::uint32_t bound) {
    return once([&] { return __real_arc4random_uniform(bound); });
}
void __wrap_arc4random_buf(void* data, std::size_t bytes) {
    __real_arc4random_buf(data, bytes);
    if (in_step())
        hand_to_all(data, bytes, "random numbers");
}

HYDRA_ONCE(int, remove, (const char* path), (path))
HYDRA_ONCE(int, rename, (const char* from, const char* to), (from, to))
HYDRA_ONCE(int, unlink, (const char* path), (path))
HYDRA_ONCE(int, link, (const char* from, const char* to), (from, to))
HYDRA_ONCE(int, symlink, (const char* from, const char* to), (from, to))
HYDRA_ONCE(int, mkdir, (const char* path, mode_t mode), (path, mode))
HYDRA_ONCE(int, rmdir, (const char* path), (path))
HYDRA_ONCE(int, chmod, (const char* path, mode_t mode), (path, mode))
HYDRA_ONCE(int, chown, (const char* path, uid_t user, gid_t group), (path, user, group))
HYDRA_ONCE(int, lchown, (const char* path, uid_t user, gid_t group), (path, user, group))
HYDRA_ONCE(int, utime, (const char* path, const utimbuf* times), (path, times))
HYDRA_ONCE(int, utimes, (const char* path, const timeval* times), (path, times))
HYDRA_ONCE(int, utimensat, (int folder, const char* path, const timespec* times, int flags),
           (folder, path, times, flags))
HYDRA_ONCE(int, chdir, (const char* path), (path))
HYDRA_ONCE(int, access, (const char* path, int mode), (path, mode))
HYDRA_ONCE(int, truncate, (const char* path, off_t bytes), (path, bytes))
HYDRA_ONCE(int, truncate64, (const char* path, off_t bytes), (path, bytes))
using Status = struct stat;
HYDRA_ONCE_FILLING(int, stat, (const char* path, Status* out), (path, out))
HYDRA_ONCE_FILLING(int, lstat, (const char* path, Status* out), (path, out))
HYDRA_ONCE_FILLING(int, stat64, (const char* path, struct stat64* out), (path, out))
HYDRA_ONCE_FILLING(int, lstat64, (const char* path, struct stat64* out), (path, out))

void* __wrap_malloc(std::size_t bytes);

char* __real_getcwd(char* text, std::size_t bytes);
char* __wrap_getcwd(char* text, std::size_t bytes) {
    if (!in_step())
        return __real_getcwd(text, bytes);
    char folder[PATH_MAX] = "";
    if (same_text(folder, on_rank0([&] { return __real_getcwd(folder, sizeof folder) != nullptr; })) == nullptr)
        return nullptr;
    const std::size_t needed = std::strlen(folder) + 1;
    const bool own = text == nullptr; // glibc's extension: memory for it is allocated
    if (own && bytes == 0)
        bytes = needed;
    if (needed > bytes) {
        errno = ERANGE;
        return nullptr;
    }
    if (own)
        text = static_cast<char*>(__wrap_malloc(bytes));
    return text == nullptr ? nullptr : static_cast<char*>(std::memcpy(text, folder, needed));
}

char* __real_realpath(const char* path, char* text);
char* __wrap_realpath(const char* path, char* text) {
    if (!in_step())
        return __real_realpath(path, text);
    char found[PATH_MAX] = "";
    if (same_text(found, on_rank0([&] { return __real_realpath(path, found) != nullptr; })) == nullptr)
        return nullptr;
    if (text == nullptr)
        text = static_cast<char*>(__wrap_malloc(std::strlen(found) + 1));
    return text == nullptr ? nullptr : std::strcpy(text, found);
}

char* __real_mkdtemp(char* pattern);
char* __wrap_mkdtemp(char* pattern) {
    if (!in_step())
        return __real_mkdtemp(pattern);
    return same_text(pattern, on_rank0([&] { return __real_mkdtemp(pattern) != nullptr; }));
}

} // extern "C"
