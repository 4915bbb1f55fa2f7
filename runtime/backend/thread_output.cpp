// See thread_output.h.
#include "runtime/backend/thread_output.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <sys/types.h>
#include <utility>

namespace hydra::rt {
namespace {

struct Stream {
    std::FILE*& name; // stdout, stderr: what the program prints to
    std::FILE* whole = nullptr;
    std::FILE* by_thread = nullptr; // made at first use
};
std::array<Stream, 2> streams = {{{stdout}, {stderr}}};
thread_local std::array<std::string, 2> kept;

// A stream without a buffer calls it from the thread that prints.
ssize_t keep(void* stream, const char* bytes, std::size_t count) {
    kept[stream == &streams[0] ? 0 : 1].append(bytes, count);
    return static_cast<ssize_t>(count);
}

} // namespace

ThreadOutput::ThreadOutput() : is_first_(!is_kept()) {
    if (!is_first_)
        return;
    for (Stream& stream : streams) {
        if (stream.by_thread == nullptr) {
            stream.by_thread = fopencookie(&stream, "w", {nullptr, keep, nullptr, nullptr});
            if (stream.by_thread == nullptr)
                fail("", text("memory for a loop's messages: ", std::strerror(errno)));
            std::setvbuf(stream.by_thread, nullptr, _IONBF, 0);
        }
        stream.whole = stream.name;
        stream.name = stream.by_thread;
    }
}

ThreadOutput::~ThreadOutput() {
    if (!is_first_)
        return;
    for (Stream& stream : streams)
        stream.name = std::exchange(stream.whole, nullptr);
}

bool ThreadOutput::is_kept() { return streams[0].whole != nullptr; }

std::FILE* ThreadOutput::print() {
    for (std::size_t i = 0; i < streams.size(); ++i)
        if (!kept[i].empty())
            std::fwrite(kept[i].data(), 1, kept[i].size(), streams[i].whole);
    return is_kept() ? streams[0].whole : stdout;
}

} // namespace hydra::rt
