// See streams.h. The fields of FILE that are used are glibc's, as fopencookie is.
#include "runtime/serial/streams.h"

#include <algorithm>
#include <cwchar>
#include <stdio_ext.h>
#include <unordered_map>

namespace hydra::rt::streams {
namespace {

std::unordered_map<FILE*, int>& table() {
    static auto* the_table = new std::unordered_map<FILE*, int>; // streams may outlive static destructors
    return *the_table;
}

// Of FILE's flags, which glibc does not name outside.
constexpr int no_reads = 0x4;
constexpr int no_writes = 0x8;
constexpr int currently_putting = 0x800;
constexpr int is_appending = 0x1000;

} // namespace

void note(FILE* stream, int descriptor) { table()[stream] = descriptor; }

void forget(FILE* stream) { table().erase(stream); }

int descriptor_of(FILE* stream) {
    const auto known = table().find(stream);
    return known == table().end() ? -1 : known->second;
}

void restart(FILE* stream, bool reads, bool writes, bool appends) {
    __fpurge(stream);
    std::clearerr(stream);
    stream->_flags &= ~(no_reads | no_writes | currently_putting | is_appending);
    stream->_flags |= (reads ? 0 : no_reads) | (writes ? 0 : no_writes) | (appends ? is_appending : 0);
    stream->_offset = -1;
}

bool can_be_left(FILE* stream) {
    if (stream == nullptr || stream == stdout || stream == stderr)
        return stream != nullptr;
    return descriptor_of(stream) >= 0 && __freadable(stream) == 0;
}

State state_of(FILE* stream) {
    State state{};
    state.descriptor = descriptor_of(stream);
    if (state.descriptor >= 0) {
        state.flags = stream->_flags & (currently_putting | _IO_ERR_SEEN);
        state.orientation = std::fwide(stream, 0);
        state.offset = stream->_offset;
        state.unsent = __fpending(stream);
    }
    return state;
}

void take(const State& state) {
    const auto known = std::find_if(table().begin(), table().end(),
                                    [&](const auto& entry) { return entry.second == state.descriptor; });
    if (known == table().end())
        return;
    FILE* stream = known->first;
    std::fwide(stream, state.orientation);
    if ((state.flags & currently_putting) != 0)
        std::putc('\0', stream);
    __fpurge(stream);
    for (std::size_t i = 0; i < state.unsent; ++i)
        std::putc('\0', stream); // bytes of ranks other than 0 are never written
    stream->_flags |= state.flags & _IO_ERR_SEEN;
    stream->_offset = state.offset;
}

} // namespace hydra::rt::streams
