// A loop whose iterations may print to standard error, shared out among threads and ranks: what is printed is kept
// back, and appears behind the loop, once, in the order of the sequential program.
#pragma once

#include "runtime/comm/transport.h"

#include <cstdio>
#include <map>
#include <mutex>
#include <string>

namespace hydra::rt {

// While one lives (there is never a second), what this process prints by stdio to standard error is kept back.
class KeptMessages {
  public:
    KeptMessages();
    KeptMessages(const KeptMessages&) = delete;
    KeptMessages& operator=(const KeptMessages&) = delete;
    ~KeptMessages();

    // Whether one lives.
    static bool is_alive();
    // What the calling thread prints from here on has this place; texts appear by rising places.
    static void begin_at(long place);

    // Prints what has been kept: that of this process; that of all ranks, on rank 0 (all of them call it).
    void print();
    void print_all(Transport& transport);
    // Writes what this process has kept, as it is: the process ends by a signal.
    void show_kept();

  private:
    static ssize_t keep(void* self, const char* bytes, std::size_t count);

    std::FILE* stream_; // in place of standard error
    std::FILE* real_;
    std::mutex mutex_;
    std::map<long, std::string> texts_; // by place
};

} // namespace hydra::rt
