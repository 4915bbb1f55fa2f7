// What the user's calls of functions lead to whose work cannot be shared out (support/unshared.h, the same list):
// objects name hydra_unshared_NAME for NAME. With one rank they are the C library's own; with several, the run ends
// here (where a signal comes, if it has a handler). The arguments stay where the caller has put them, whatever they
// are.
#include "runtime/base/fail.h"
#include "runtime/libc/noted.h"
#include "runtime/process/process.h"

#include <csignal>
#include <cstring>
#include <map>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

extern "C" {

// Not 0: there is one rank.
int hydra_unshared_alone();
[[noreturn]] void hydra_unshared_stop(const char* name);

int hydra_unshared_alone() {
    auto* const runtime = hydra::rt::process_runtime();
    return hydra::rt::is_one_rank() || runtime == nullptr || runtime->transport().size() == 1;
}

void hydra_unshared_stop(const char* name) {
    hydra::rt::fail("the program",
                    std::string("calls '") + name + "', whose work several ranks cannot share; run it with one rank");
}

// Handlers would run on one rank alone. Programs often only ask for one: the run ends where a signal comes.
[[noreturn]] static void hydra_unshared_handler(int number) {
    hydra::rt::fail("the program", "got signal " + std::to_string(number) +
                                       ", whose handler several ranks cannot share; run it with one rank");
}

using Handler = void (*)(int);
Handler hydra_unshared_signal(int number, Handler handler);
int hydra_unshared_sigaction(int number, const struct sigaction* action, struct sigaction* old);

Handler hydra_unshared_signal(int number, Handler handler) {
    const bool own = handler != SIG_DFL && handler != SIG_IGN && hydra_unshared_alone() == 0;
    return signal(number, own ? hydra_unshared_handler : handler);
}

int hydra_unshared_sigaction(int number, const struct sigaction* action, struct sigaction* old) {
    if (action == nullptr || hydra_unshared_alone() != 0 || action->sa_handler == SIG_DFL ||
        action->sa_handler == SIG_IGN)
        return sigaction(number, action, old);
    struct sigaction stops = *action;
    stops.sa_flags &= ~SA_SIGINFO;
    stops.sa_handler = hydra_unshared_handler;
    return sigaction(number, &stops, old);
}

void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes);
void __wrap_free(void* address);
ssize_t __wrap_pread(int descriptor, void* data, std::size_t bytes, off_t at);
void* hydra_unshared_mmap(void* address, std::size_t bytes, int protection, int flags, int descriptor, off_t at);
void* hydra_unshared_mmap64(void* address, std::size_t bytes, int protection, int flags, int descriptor, off_t at);
int hydra_unshared_munmap(void* address, std::size_t bytes);

// What ranks have read or made instead of a mapping, with its bytes.
static std::map<void*, std::size_t>& mapped() {
    static std::map<void*, std::size_t> all;
    return all;
}

// Memory of a program's own, and files that it has a look at, are arrays like others, which rank 0 reads for all.
void* hydra_unshared_mmap(void* address, std::size_t bytes, int protection, int flags, int descriptor, off_t at) {
    // What is not private shows what is written to the file later.
    const bool is_anonymous = (flags & MAP_ANONYMOUS) != 0;
    const bool is_array = address == nullptr && bytes > 0 && (flags & MAP_FIXED) == 0 && (flags & MAP_PRIVATE) != 0 &&
                          (protection & PROT_EXEC) == 0;
    if (hydra::rt::is_one_rank() || !hydra::rt::allocates_in_step() || (!is_array && hydra_unshared_alone() != 0)) {
        void* const there = mmap(address, bytes, protection, flags, descriptor, at);
        if (there != MAP_FAILED && hydra::rt::is_one_rank())
            hydra::rt::noted(there, bytes);
        return there;
    }
    if (!is_array)
        hydra_unshared_stop("mmap");
    constexpr std::size_t page = 4096;
    auto* const data = static_cast<char*>(__wrap_aligned_alloc(page, (bytes + page - 1) / page * page));
    if (data == nullptr)
        return MAP_FAILED;
    std::size_t done = 0;
    while (!is_anonymous && done < bytes) {
        const ssize_t got = __wrap_pread(descriptor, data + done, bytes - done, at + static_cast<off_t>(done));
        if (got < 0) {
            __wrap_free(data);
            return MAP_FAILED;
        }
        if (got == 0) // the file ends
            break;
        done += static_cast<std::size_t>(got);
    }
    std::memset(data + done, 0, bytes - done);
    mapped()[data] = bytes;
    return data;
}

void* hydra_unshared_mmap64(void* address, std::size_t bytes, int protection, int flags, int descriptor, off_t at) {
    return hydra_unshared_mmap(address, bytes, protection, flags, descriptor, at);
}

int hydra_unshared_munmap(void* address, std::size_t bytes) {
    const auto found = mapped().find(address);
    if (found == mapped().end()) {
        if (hydra_unshared_alone() == 0)
            hydra_unshared_stop("munmap");
        if (hydra::rt::is_one_rank() && bytes >= hydra::rt::worth::least_noted_bytes)
            hydra::rt::single_rank()->forget(address);
        return munmap(address, bytes);
    }
    if (found->second != bytes)
        hydra_unshared_stop("munmap");
    __wrap_free(address);
    mapped().erase(found);
    return 0;
}

} // extern "C"

#if defined(__x86_64__)
// rdi, rsi, rdx, rcx, r8, r9 and al hold arguments; nothing calls these with floating ones.
#define HYDRA_UNSHARED(name)                                                                                           \
    __asm__(".text\n.weak " #name "\n.globl hydra_unshared_" #name "\n.type hydra_unshared_" #name ", @function\n"     \
            "hydra_unshared_" #name ":\n"                                                                              \
            "push %rdi\npush %rsi\npush %rdx\npush %rcx\npush %r8\npush %r9\npush %rax\n"                              \
            "call hydra_unshared_alone\nmov %eax, %r11d\n"                                                             \
            "pop %rax\npop %r9\npop %r8\npop %rcx\npop %rdx\npop %rsi\npop %rdi\n"                                     \
            "test %r11d, %r11d\nje 1f\njmp " #name "\n"                                                                \
            "1: lea 2f(%rip), %rdi\nsub $8, %rsp\ncall hydra_unshared_stop\n"                                          \
            "2: .string \"" #name "\"\n");
#elif defined(__aarch64__)
#define HYDRA_UNSHARED(name)                                                                                           \
    __asm__(".text\n.weak " #name "\n.globl hydra_unshared_" #name "\n.type hydra_unshared_" #name ", %function\n"     \
            "hydra_unshared_" #name ":\n"                                                                              \
            "stp x29, x30, [sp, #-80]!\nstp x0, x1, [sp, #16]\nstp x2, x3, [sp, #32]\nstp x4, x5, [sp, #48]\n"         \
            "stp x6, x7, [sp, #64]\nbl hydra_unshared_alone\nmov w16, w0\n"                                            \
            "ldp x0, x1, [sp, #16]\nldp x2, x3, [sp, #32]\nldp x4, x5, [sp, #48]\nldp x6, x7, [sp, #64]\n"             \
            "ldp x29, x30, [sp], #80\ncbz w16, 1f\nb " #name "\n"                                                      \
            "1: adr x0, 2f\nb hydra_unshared_stop\n"                                                                   \
            "2: .string \"" #name "\"\n.balign 4\n");
#endif

HYDRA_UNSHARED(opendir)
HYDRA_UNSHARED(fdopendir)
HYDRA_UNSHARED(readdir)
HYDRA_UNSHARED(closedir)
HYDRA_UNSHARED(scandir)
HYDRA_UNSHARED(nftw)
HYDRA_UNSHARED(ftw)
HYDRA_UNSHARED(glob)
HYDRA_UNSHARED(globfree)
HYDRA_UNSHARED(shm_open)
HYDRA_UNSHARED(shm_unlink)
HYDRA_UNSHARED(popen)
HYDRA_UNSHARED(pclose)
HYDRA_UNSHARED(pipe)
HYDRA_UNSHARED(pipe2)
HYDRA_UNSHARED(mkfifo)
HYDRA_UNSHARED(dup)
HYDRA_UNSHARED(dup2)
HYDRA_UNSHARED(dup3)
HYDRA_UNSHARED(fcntl)
HYDRA_UNSHARED(ioctl)
HYDRA_UNSHARED(select)
HYDRA_UNSHARED(pselect)
HYDRA_UNSHARED(poll)
HYDRA_UNSHARED(epoll_create)
HYDRA_UNSHARED(epoll_wait)
HYDRA_UNSHARED(readv)
HYDRA_UNSHARED(writev)
HYDRA_UNSHARED(sendfile)
HYDRA_UNSHARED(socket)
HYDRA_UNSHARED(socketpair)
HYDRA_UNSHARED(connect)
HYDRA_UNSHARED(bind)
HYDRA_UNSHARED(listen)
HYDRA_UNSHARED(accept)
HYDRA_UNSHARED(send)
HYDRA_UNSHARED(sendto)
HYDRA_UNSHARED(sendmsg)
HYDRA_UNSHARED(recv)
HYDRA_UNSHARED(recvfrom)
HYDRA_UNSHARED(recvmsg)
HYDRA_UNSHARED(getaddrinfo)
HYDRA_UNSHARED(gethostbyname)
HYDRA_UNSHARED(raise)
HYDRA_UNSHARED(kill)
HYDRA_UNSHARED(alarm)
HYDRA_UNSHARED(sigprocmask)
HYDRA_UNSHARED(sigsuspend)
HYDRA_UNSHARED(pause)
HYDRA_UNSHARED(setitimer)
HYDRA_UNSHARED(shmget)
HYDRA_UNSHARED(shmat)
HYDRA_UNSHARED(fork)
HYDRA_UNSHARED(vfork)
HYDRA_UNSHARED(system)
HYDRA_UNSHARED(wait)
HYDRA_UNSHARED(waitpid)
HYDRA_UNSHARED(execl)
HYDRA_UNSHARED(execlp)
HYDRA_UNSHARED(execle)
HYDRA_UNSHARED(execv)
HYDRA_UNSHARED(execvp)
HYDRA_UNSHARED(execve)
HYDRA_UNSHARED(posix_spawn)
