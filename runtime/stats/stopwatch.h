// Where a rank's time goes. Each span that ends is counted, and noted where there is a trace; the end of one is where
// the next step of a launch begins.
#pragma once

#include "runtime/base/clock.h"
#include "runtime/comm/transport.h"
#include "runtime/stats/counters.h"
#include "runtime/stats/trace.h"

#include <memory>
#include <utility>

namespace hydra::rt {

class Stopwatch {
  public:
    // trace: null where nothing is noted.
    Stopwatch(const Transport& transport, Seconds& seconds, std::unique_ptr<Trace> trace)
        : transport_(transport), seconds_(seconds), trace_(std::move(trace)) {}

    // A launch begins, or goes on: now.
    double start() { return lap_ = now(); }
    // When start() was called, or the last span ended.
    [[nodiscard]] double lap() const { return lap_; }
    // Something has ended that began at `start`: its time counts among these seconds, and is noted. bytes: see
    // Trace::add.
    void ended(double& seconds, Trace::Kind kind, const char* at, double start, std::int64_t bytes = -1) {
        lap_ = now();
        const bool waits = &seconds == &seconds_.communication;
        const double waited = waits ? take_waited() : 0;
        seconds += lap_ - start - waited;
        seconds_.waiting += waited;
        if (trace_)
            trace_->add(kind, at, start, lap_, bytes, waited);
        waited_ = transport_.waited();
    }
    // How long the rank has waited for others since this was last asked, or a span ended.
    double take_waited() {
        const double all = transport_.waited();
        return all - std::exchange(waited_, all);
    }
    // Notes a span that counts elsewhere. waited: of it, for others.
    void note(Trace::Kind kind, const char* at, double start, double end, std::int64_t bytes = -1, double waited = 0) {
        if (trace_)
            trace_->add(kind, at, start, end, bytes, waited);
    }

    [[nodiscard]] Trace* trace() const { return trace_.get(); }

  private:
    const Transport& transport_;
    Seconds& seconds_;
    std::unique_ptr<Trace> trace_;
    double lap_ = 0;
    double waited_ = 0; // of the transport's, when a span last ended
};

} // namespace hydra::rt
