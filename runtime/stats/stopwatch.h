// Where a rank's time goes. Each span that ends is counted, and noted where there is a trace; the end of one is where
// the next step of a launch begins.
#pragma once

#include "runtime/base/clock.h"
#include "runtime/stats/trace.h"

#include <memory>

namespace hydra::rt {

class Stopwatch {
  public:
    // trace: null where nothing is noted.
    explicit Stopwatch(std::unique_ptr<Trace> trace) : trace_(std::move(trace)) {}

    // A launch begins, or goes on: now.
    double start() { return lap_ = now(); }
    // When start() was called, or the last span ended.
    [[nodiscard]] double lap() const { return lap_; }
    // Something has ended that began at `start`: its time counts among these seconds, and is noted. bytes: see
    // Trace::add.
    void ended(double& seconds, Trace::Kind kind, const char* at, double start, std::int64_t bytes = -1) {
        lap_ = now();
        seconds += lap_ - start;
        note(kind, at, start, lap_, bytes);
    }
    // Notes a span that counts elsewhere.
    void note(Trace::Kind kind, const char* at, double start, double end, std::int64_t bytes = -1) {
        if (trace_)
            trace_->add(kind, at, start, end, bytes);
    }

    [[nodiscard]] Trace* trace() const { return trace_.get(); }

  private:
    std::unique_ptr<Trace> trace_;
    double lap_ = 0;
};

} // namespace hydra::rt
