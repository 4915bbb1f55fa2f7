// The calls that give a stream a buffer, which the linker's --wrap sends here. The stream gets one of the same size
// that is no memory of the program's: what C says about a buffer's content while the stream is open is that nobody
// knows it, and output that waits in an array would be lost when a loop's copy of that array comes back from a device
// or rank.
#include <cstdio>
#include <memory>
#include <unordered_map>

namespace {

// The last buffer of each stream. One that has been closed keeps its, until its memory is another stream's.
std::unique_ptr<char[]>& buffer_of(FILE* stream) {
    static auto* buffers = new std::unordered_map<FILE*, std::unique_ptr<char[]>>; // streams outlive destructors
    return (*buffers)[stream];
}

} // namespace

extern "C" {

int __real_setvbuf(FILE* stream, char* buffer, int mode, std::size_t bytes);
int __wrap_setvbuf(FILE* stream, char* buffer, int mode, std::size_t bytes) {
    if (buffer == nullptr || mode == _IONBF || bytes == 0)
        return __real_setvbuf(stream, buffer, mode, bytes);
    auto own = std::make_unique<char[]>(bytes);
    const int result = __real_setvbuf(stream, own.get(), mode, bytes);
    if (result == 0)
        buffer_of(stream) = std::move(own);
    return result;
}

void __wrap_setbuffer(FILE* stream, char* buffer, std::size_t bytes) {
    __wrap_setvbuf(stream, buffer, buffer != nullptr ? _IOFBF : _IONBF, bytes);
}

void __wrap_setbuf(FILE* stream, char* buffer) { __wrap_setbuffer(stream, buffer, BUFSIZ); }

} // extern "C"
