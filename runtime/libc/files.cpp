// See files.h. Streams are glibc's fopencookie: its four callbacks are called by every rank at the same time, since all
// ranks do the same to the same buffers.
#include "runtime/libc/files.h"

#include "runtime/base/fail.h"
#include "runtime/process/rank0.h"
#include "runtime/serial/streams.h"

#include <cstring>
#include <fcntl.h>
#include <set>
#include <stdio_ext.h>
#include <unistd.h>
#include <vector>

extern "C" {
ssize_t __real_read(int descriptor, void* data, std::size_t bytes);
ssize_t __real_write(int descriptor, const void* data, std::size_t bytes);
off_t __real_lseek(int descriptor, off_t offset, int from);
int __real_close(int descriptor);
}

namespace hydra::rt::files {
namespace {

bool writes_nowhere = false;

// Numbers of shared descriptors, away from those that a rank's own libraries get from the system.
constexpr int first_number = 1000;

struct Cookie {
    FILE* stream; // whose descriptor is in streams.h's table
    [[nodiscard]] int descriptor() const { return streams::descriptor_of(stream); }
};

struct Table {
    std::vector<int> real; // of the descriptor first_number + index; -2: not open
    // Those of open streams: glibc keeps them where a leak detector does not look.
    std::set<const Cookie*> cookies;
};

Table& table() {
    static auto* the_table = new Table; // streams may outlive static destructors
    return *the_table;
}

constexpr int not_open = -2;

void refuse_in_kernel() {
    if (process_runtime() != nullptr && process_runtime()->in_kernel())
        fail("", "a parallel loop reads or writes a file");
}

ssize_t read_cookie(void* cookie, char* data, std::size_t bytes) {
    return files::read(static_cast<Cookie*>(cookie)->descriptor(), data, bytes);
}

ssize_t write_cookie(void* cookie, const char* data, std::size_t bytes) {
    const int descriptor = static_cast<Cookie*>(cookie)->descriptor();
    std::size_t done = 0;
    while (done < bytes) {
        const ssize_t step = files::write(descriptor, data + done, bytes - done);
        if (step <= 0)
            break;
        done += static_cast<std::size_t>(step);
    }
    return static_cast<ssize_t>(done); // less than asked for is how fopencookie is told of an error
}

int seek_cookie(void* cookie, off64_t* offset, int from) {
    const off_t reached = files::seek(static_cast<Cookie*>(cookie)->descriptor(), *offset, from);
    if (reached < 0)
        return -1;
    *offset = reached;
    return 0;
}

int close_cookie(void* cookie) {
    auto* mine = static_cast<Cookie*>(cookie);
    const int result = files::close(mine->descriptor());
    streams::forget(mine->stream);
    table().cookies.erase(mine);
    delete mine;
    return result;
}

} // namespace

bool is_shared(int descriptor) {
    if (process_runtime() == nullptr || process_runtime()->transport().size() == 1)
        return false;
    const auto& real = table().real;
    const auto index = static_cast<std::size_t>(descriptor - first_number);
    return descriptor == 0 || (descriptor >= first_number && index < real.size() && real[index] != not_open);
}

int real(int descriptor) {
    return descriptor == 0 ? 0 : table().real[static_cast<std::size_t>(descriptor - first_number)];
}

void write_nowhere(bool nowhere) { writes_nowhere = nowhere; }

const char* place(const char* path, int flags) {
    return writes_nowhere && flags != -1 && (flags & O_ACCMODE) != O_RDONLY ? "/dev/null" : path;
}

int adopt(int real_of_rank0) {
    const int opened = on_rank0([&] { return real_of_rank0; });
    if (opened < 0)
        return -1;
    auto& real = table().real;
    std::size_t index = 0;
    while (index < real.size() && real[index] != not_open)
        ++index;
    if (index == real.size())
        real.push_back(not_open);
    real[index] = opened;
    return first_number + static_cast<int>(index);
}

ssize_t read(int descriptor, void* data, std::size_t bytes) {
    refuse_in_kernel();
    const char* what = descriptor == 0 ? nullptr : "reading a file";
    const auto act = [&] {
        if (descriptor == 0)
            fflush(stdout); // a question stands on the screen before the answer is waited for
        return __real_read(real(descriptor), data, bytes);
    };
    if (!in_step())
        return is_rank0() ? act() : 0;
    const ssize_t got = on_rank0(act, what);
    if (got > 0)
        hand_to_all(data, static_cast<std::size_t>(got), what);
    return got;
}

ssize_t write(int descriptor, const void* data, std::size_t bytes) {
    refuse_in_kernel();
    const auto act = [&] { return __real_write(real(descriptor), data, bytes); };
    if (!in_step())
        return is_rank0() ? act() : static_cast<ssize_t>(bytes);
    return on_rank0(act, "writing a file");
}

off_t seek(int descriptor, off_t offset, int from) {
    refuse_in_kernel();
    const auto act = [&] { return __real_lseek(real(descriptor), offset, from); };
    if (!in_step())
        return is_rank0() ? act() : 0;
    return on_rank0(act);
}

int close(int descriptor) {
    const auto act = [&] { return __real_close(real(descriptor)); };
    const int result = in_step() ? on_rank0(act) : is_rank0() ? act() : 0;
    if (descriptor != 0)
        table().real[static_cast<std::size_t>(descriptor - first_number)] = not_open;
    return result;
}

int flags_of(const char* mode) {
    int flags = 0;
    switch (*mode) {
    case 'r':
        flags = O_RDONLY;
        break;
    case 'w':
        flags = O_WRONLY | O_CREAT | O_TRUNC;
        break;
    case 'a':
        flags = O_WRONLY | O_CREAT | O_APPEND;
        break;
    default:
        return -1;
    }
    for (const char* at = mode + 1; *at != '\0' && *at != ','; ++at)
        if (*at == '+')
            flags = (flags & ~O_ACCMODE) | O_RDWR;
        else if (*at == 'x')
            flags |= O_EXCL;
        else if (*at == 'e')
            flags |= O_CLOEXEC;
    return flags;
}

FILE* stream(int descriptor, const char* mode) {
    const int flags = flags_of(mode);
    const char kind[] = {*mode, (flags & O_ACCMODE) == O_RDWR ? '+' : '\0', '\0'};
    auto* cookie = new Cookie{nullptr};
    FILE* made = fopencookie(cookie, kind, {read_cookie, write_cookie, seek_cookie, close_cookie});
    if (made == nullptr) {
        delete cookie;
        return nullptr;
    }
    cookie->stream = made;
    table().cookies.insert(cookie);
    streams::note(made, descriptor);
    return made;
}

void redirect(FILE* stream, int descriptor, int flags) {
    const int access = flags & O_ACCMODE;
    streams::restart(stream, access != O_WRONLY, access != O_RDONLY, (flags & O_APPEND) != 0);
    files::close(streams::descriptor_of(stream));
    streams::note(stream, descriptor);
}

} // namespace hydra::rt::files
