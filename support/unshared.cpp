// See unshared.h.
#include "support/unshared.h"

#include <algorithm>
#include <array>

namespace hydra::support {

namespace {

constexpr std::array<std::string_view, 32> folders{
    "opendir",  "fdopendir", "readdir", "closedir",     "scandir",    "nftw",       "ftw",    "glob",
    "globfree", "mmap",      "mmap64",  "munmap",       "shm_open",   "shm_unlink", "popen",  "pclose",
    "pipe",     "pipe2",     "mkfifo",  "dup",          "dup2",       "dup3",       "fcntl",  "ioctl",
    "select",   "pselect",   "poll",    "epoll_create", "epoll_wait", "readv",      "writev", "sendfile"};
constexpr std::array<std::string_view, 14> sockets{"socket",   "socketpair", "connect",     "bind",         "listen",
                                                   "accept",   "send",       "sendto",      "sendmsg",      "recv",
                                                   "recvfrom", "recvmsg",    "getaddrinfo", "gethostbyname"};
constexpr std::array<std::string_view, 9> signals{"signal",      "sigaction",  "raise", "kill",     "alarm",
                                                  "sigprocmask", "sigsuspend", "pause", "setitimer"};
constexpr std::array<std::string_view, 2> shared_memory{"shmget", "shmat"};
constexpr std::array<std::string_view, 12> other_processes{"fork",    "vfork",  "system", "wait",
                                                           "waitpid", "execl",  "execlp", "execle",
                                                           "execv",   "execvp", "execve", "posix_spawn"};

} // namespace

std::span<const UnsharedGroup> unshared_functions() {
    static const std::array<UnsharedGroup, 5> groups{{
        {"folders, pipes and mapped files", folders},
        {"sockets", sockets},
        {"signals", signals},
        {"shared memory", shared_memory},
        {"other processes", other_processes},
    }};
    return groups;
}

const UnsharedGroup* unshared_group(std::string_view name) {
    for (const auto& group : unshared_functions())
        if (std::find(group.names.begin(), group.names.end(), name) != group.names.end())
            return &group;
    return nullptr;
}

} // namespace hydra::support
