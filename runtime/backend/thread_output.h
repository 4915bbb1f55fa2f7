// A loop that may end the program, on several threads: each keeps back what it prints, and only the text of the one
// that ends the program appears.
#pragma once

#include <cstdio>

namespace hydra::rt {

// While one lives (a second one does nothing), what is printed by stdio to standard output and error is kept back, each
// thread's by itself.
class ThreadOutput {
  public:
    ThreadOutput();
    ThreadOutput(const ThreadOutput&) = delete;
    ThreadOutput& operator=(const ThreadOutput&) = delete;
    ~ThreadOutput();

    // Whether one lives.
    static bool is_kept();

    // What the calling thread has kept back, where it has, goes to the streams: it ends the program. Returns what is
    // standard output otherwise.
    static std::FILE* print();

  private:
    bool is_first_;
};

} // namespace hydra::rt
