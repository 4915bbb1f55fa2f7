// The user's calls that open and close files, which the linker's --wrap sends here: descriptors and streams of all
// ranks in place of each rank's own. What stdio does with a stream afterwards needs no wrapper; see files.h.
#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/libc/files.h"
#include "runtime/process/rank0.h"
#include "runtime/serial/streams.h"

#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace files = hydra::rt::files;
namespace streams = hydra::rt::streams;
using hydra::rt::in_step;
using hydra::rt::is_rank0;
using hydra::rt::on_rank0;

namespace {

constexpr mode_t new_file_mode = 0666;

void check_stream_mode(const char* mode) {
    if (std::strchr(mode, ',') != nullptr)
        hydra::rt::fail("", hydra::rt::text("fopen with the mode '", mode,
                                            "': files with a character set of their own are not supported"));
}

FILE* open_stream(int descriptor, const char* mode) {
    if (descriptor < 0)
        return nullptr;
    if (*mode == 'a' && std::strchr(mode, '+') == nullptr) // a stream that also reads begins at the front
        files::seek(descriptor, 0, SEEK_END);
    return files::stream(descriptor, mode);
}

} // namespace

extern "C" {

int __real_open(const char* path, int flags, mode_t mode);
int __real_openat(int folder, const char* path, int flags, mode_t mode);
ssize_t __real_read(int descriptor, void* data, std::size_t bytes);
ssize_t __real_write(int descriptor, const void* data, std::size_t bytes);
ssize_t __real_pread(int descriptor, void* data, std::size_t bytes, off_t at);
ssize_t __real_pwrite(int descriptor, const void* data, std::size_t bytes, off_t at);
off_t __real_lseek(int descriptor, off_t offset, int from);
int __real_close(int descriptor);
int __real_isatty(int descriptor);
int __real_fstat(int descriptor, struct stat* status);
int __real_ftruncate(int descriptor, off_t bytes);
int __real_fsync(int descriptor);
int __real_fdatasync(int descriptor);
int __real_fchmod(int descriptor, mode_t mode);
int __real_fchown(int descriptor, uid_t user, gid_t group);
int __real_futimens(int descriptor, const timespec* times);
FILE* __real_fopen(const char* path, const char* mode);
FILE* __real_freopen(const char* path, const char* mode, FILE* stream);
FILE* __real_fdopen(int descriptor, const char* mode);
FILE* __real_tmpfile(void);
int __real_fileno(FILE* stream);
int __real_mkstemp(char* pattern);
int __real_unlink(const char* path);

// An unnamed file that vanishes when closed; a descriptor of rank 0, or -1.
static int open_temporary() {
    std::string name = P_tmpdir "/hydra-XXXXXX";
    const int descriptor = __real_mkstemp(name.data());
    if (descriptor >= 0)
        __real_unlink(name.c_str());
    return descriptor;
}

int __wrap_open(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    path = files::place(path, flags);
    if (!in_step())
        return __real_open(path, flags, mode);
    return files::adopt(is_rank0() ? __real_open(path, flags, mode) : -1);
}

int __wrap_openat(int folder, const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    path = files::place(path, flags);
    const int at = files::is_shared(folder) ? files::real(folder) : folder;
    if (!in_step())
        return __real_openat(at, path, flags, mode);
    return files::adopt(is_rank0() ? __real_openat(at, path, flags, mode) : -1);
}

int __wrap_creat(const char* path, mode_t mode) { return __wrap_open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

ssize_t __wrap_read(int descriptor, void* data, std::size_t bytes) {
    return files::is_shared(descriptor) ? files::read(descriptor, data, bytes) : __real_read(descriptor, data, bytes);
}

ssize_t __wrap_write(int descriptor, const void* data, std::size_t bytes) {
    if (files::is_shared(descriptor))
        return files::write(descriptor, data, bytes);
    // Standard output and error: of other ranks they lead nowhere, and take as much as rank 0's.
    if (in_step() && (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO))
        return on_rank0([&] { return __real_write(descriptor, data, bytes); });
    return __real_write(descriptor, data, bytes);
}

ssize_t __wrap_pread(int descriptor, void* data, std::size_t bytes, off_t at) {
    if (!in_step() || !files::is_shared(descriptor))
        return __real_pread(descriptor, data, bytes, at);
    const ssize_t got = on_rank0([&] { return __real_pread(files::real(descriptor), data, bytes, at); });
    if (got > 0)
        hydra::rt::hand_to_all(data, static_cast<std::size_t>(got), "reading a file");
    return got;
}

ssize_t __wrap_pwrite(int descriptor, const void* data, std::size_t bytes, off_t at) {
    if (!in_step() || !files::is_shared(descriptor))
        return __real_pwrite(descriptor, data, bytes, at);
    return on_rank0([&] { return __real_pwrite(files::real(descriptor), data, bytes, at); });
}

off_t __wrap_lseek(int descriptor, off_t offset, int from) {
    return files::is_shared(descriptor) ? files::seek(descriptor, offset, from)
                                        : __real_lseek(descriptor, offset, from);
}

int __wrap_close(int descriptor) {
    return files::is_shared(descriptor) ? files::close(descriptor) : __real_close(descriptor);
}

// Standard output is what rank 0's is.
int __wrap_isatty(int descriptor) {
    if (!in_step())
        return __real_isatty(descriptor);
    return on_rank0([&] { return __real_isatty(files::is_shared(descriptor) ? files::real(descriptor) : descriptor); });
}

int __wrap_fstat(int descriptor, struct stat* status) {
    return hydra::rt::once_filling(
        status,
        [&] { return __real_fstat(files::is_shared(descriptor) ? files::real(descriptor) : descriptor, status); });
}

int __wrap_ftruncate(int descriptor, off_t bytes) {
    return hydra::rt::once(
        [&] { return __real_ftruncate(files::is_shared(descriptor) ? files::real(descriptor) : descriptor, bytes); });
}

int __wrap_fsync(int descriptor) {
    return hydra::rt::once(
        [&] { return __real_fsync(files::is_shared(descriptor) ? files::real(descriptor) : descriptor); });
}

int __wrap_fdatasync(int descriptor) {
    return hydra::rt::once(
        [&] { return __real_fdatasync(files::is_shared(descriptor) ? files::real(descriptor) : descriptor); });
}

int __wrap_fchmod(int descriptor, mode_t mode) {
    return hydra::rt::once(
        [&] { return __real_fchmod(files::is_shared(descriptor) ? files::real(descriptor) : descriptor, mode); });
}

int __wrap_fchown(int descriptor, uid_t user, gid_t group) {
    return hydra::rt::once([&] {
        return __real_fchown(files::is_shared(descriptor) ? files::real(descriptor) : descriptor, user, group);
    });
}

int __wrap_futimens(int descriptor, const timespec* times) {
    return hydra::rt::once(
        [&] { return __real_futimens(files::is_shared(descriptor) ? files::real(descriptor) : descriptor, times); });
}

FILE* __wrap_fopen(const char* path, const char* mode) {
    path = files::place(path, files::flags_of(mode));
    if (!in_step())
        return __real_fopen(path, mode);
    check_stream_mode(mode);
    const int flags = files::flags_of(mode);
    if (flags == -1) {
        errno = EINVAL;
        return nullptr;
    }
    return open_stream(files::adopt(is_rank0() ? __real_open(path, flags, new_file_mode) : -1), mode);
}

FILE* __wrap_fdopen(int descriptor, const char* mode) {
    return in_step() && files::is_shared(descriptor) ? open_stream(descriptor, mode) : __real_fdopen(descriptor, mode);
}

// A stream of all ranks gets another file; standard output and error of ranks other than 0 go on leading nowhere.
FILE* __wrap_freopen(const char* path, const char* mode, FILE* stream) {
    path = files::place(path, files::flags_of(mode));
    if (!in_step())
        return __real_freopen(path, mode, stream);
    const int old = streams::descriptor_of(stream);
    if (old < 0) {
        const bool opened = on_rank0([&] { return __real_freopen(path, mode, stream) != nullptr; });
        const char* nowhere = opened ? "/dev/null" : ""; // which fails, and closes the stream as on rank 0
        if (!is_rank0())
            __real_freopen(nowhere, mode, stream);
        return opened ? stream : nullptr;
    }
    check_stream_mode(mode);
    if (path == nullptr)
        hydra::rt::fail("", "freopen without a file name is not supported");
    std::fflush(stream);
    const int flags = files::flags_of(mode);
    const int fresh = flags == -1 ? -1 : files::adopt(is_rank0() ? __real_open(path, flags, new_file_mode) : -1);
    if (fresh < 0) {
        const int error = errno;
        std::fclose(stream);
        errno = flags == -1 ? EINVAL : error;
        return nullptr;
    }
    files::redirect(stream, fresh, flags);
    return stream;
}

FILE* __wrap_tmpfile(void) {
    if (!in_step())
        return __real_tmpfile();
    return open_stream(files::adopt(is_rank0() ? open_temporary() : -1), "w+");
}

int __wrap_fileno(FILE* stream) {
    const int descriptor = streams::descriptor_of(stream);
    return descriptor >= 0 ? descriptor : __real_fileno(stream);
}

int __wrap_mkstemp(char* pattern) {
    if (!in_step())
        return __real_mkstemp(pattern);
    const int descriptor = files::adopt(is_rank0() ? __real_mkstemp(pattern) : -1);
    hydra::rt::hand_to_all(pattern, std::strlen(pattern), "mkstemp");
    return descriptor;
}

// The names of these for programs built with 64-bit file offsets; on 64-bit machines they are the same functions.
int __wrap_open64(const char* path, int flags, mode_t mode) { return __wrap_open(path, flags, mode); }
int __wrap_openat64(int folder, const char* path, int flags, mode_t mode) {
    return __wrap_openat(folder, path, flags, mode);
}
int __wrap_creat64(const char* path, mode_t mode) { return __wrap_creat(path, mode); }
ssize_t __wrap_pread64(int descriptor, void* data, std::size_t bytes, off_t at) {
    return __wrap_pread(descriptor, data, bytes, at);
}
ssize_t __wrap_pwrite64(int descriptor, const void* data, std::size_t bytes, off_t at) {
    return __wrap_pwrite(descriptor, data, bytes, at);
}
off_t __wrap_lseek64(int descriptor, off_t offset, int from) { return __wrap_lseek(descriptor, offset, from); }
int __wrap_fstat64(int descriptor, struct stat* status) { return __wrap_fstat(descriptor, status); }
int __wrap_ftruncate64(int descriptor, off_t bytes) { return __wrap_ftruncate(descriptor, bytes); }
FILE* __wrap_fopen64(const char* path, const char* mode) { return __wrap_fopen(path, mode); }
FILE* __wrap_freopen64(const char* path, const char* mode, FILE* stream) { return __wrap_freopen(path, mode, stream); }
FILE* __wrap_tmpfile64(void) { return __wrap_tmpfile(); }
int __wrap_mkstemp64(char* pattern) { return __wrap_mkstemp(pattern); }

} // extern "C"
