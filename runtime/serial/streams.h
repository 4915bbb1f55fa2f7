// The streams over shared descriptors (files.h) that are open, and their states. Rank 0 writes to streams for all, and
// then the other ranks bring theirs to the same state, so that whatever comes next makes the same calls at the same
// time.
#pragma once

#include <cstdio>
#include <sys/types.h>

namespace hydra::rt::streams {

// The stream now reads and writes through this descriptor; until it is closed.
void note(FILE* stream, int descriptor);
void forget(FILE* stream);
// -1 for streams that were not noted.
int descriptor_of(FILE* stream);

// An open stream with an empty buffer at an unknown offset, for what its new file allows.
void restart(FILE* stream, bool reads, bool writes, bool appends);

// Whether rank 0 can write to it alone: standard output and error (which lead nowhere on other ranks), and noted
// streams that are not for reading.
bool can_be_left(FILE* stream);

// What decides the next calls of such a stream's callbacks, and its error.
struct State {
    int descriptor;     // -1: not noted
    int flags;          // of the FILE
    int orientation;    // as fwide says
    off64_t offset;     // behind the last byte that was really written; -1: must be asked for
    std::size_t unsent; // bytes in the buffer
};
State state_of(FILE* stream);
// Brings the stream of the same descriptor to that state. On ranks other than 0, while it acts alone.
void take(const State& state);

} // namespace hydra::rt::streams
