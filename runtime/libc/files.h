// Files of serial code. Rank 0 alone opens, reads, writes and seeks; the other ranks get the bytes that it read and the
// results of what it did, so no shared file system is needed and all ranks agree. A descriptor is a number that means
// the same file on all ranks; a stream is a FILE whose buffer every rank has and whose reads and writes go through a
// descriptor, so that all of stdio works on it and comes to the same.
#pragma once

#include <cstdio>
#include <string>
#include <sys/types.h>

namespace hydra::rt::files {

// A descriptor that belongs to all ranks: standard input, or one of open()'s here.
bool is_shared(int descriptor);
// Rank 0's own descriptor behind a shared one; on other ranks meaningless.
int real(int descriptor);
// Takes rank 0's open descriptor (negative: failed, errno is handed on) under a number for all. Only in step.
int adopt(int real_of_rank0);

// As the system calls of these names, on a shared descriptor. Only in step, or after the program's end, where only
// rank 0 acts and the others are told of success.
ssize_t read(int descriptor, void* data, std::size_t bytes);
ssize_t write(int descriptor, const void* data, std::size_t bytes);
off_t seek(int descriptor, off_t offset, int from);
int close(int descriptor);

// From now on, or until now, files that are opened to be written are /dev/null: in a dry run, nothing worth writing is
// computed.
void write_nowhere(bool nowhere);
// The path to open instead.
const char* place(const char* path, int flags);

// fopen's mode as flags of open(); -1: no such mode.
int flags_of(const char* mode);
// A stream over a shared descriptor; null where memory lacks.
FILE* stream(int descriptor, const char* mode);
// Lets a stream of stream()'s go on with another descriptor, in place of its own, which is closed;
// `flags`: of open(), what it is for from now on.
void redirect(FILE* stream, int descriptor, int flags);

} // namespace hydra::rt::files
