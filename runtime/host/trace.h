// What a run did when (HYDRA_TRACE): spans of time that each rank notes while it runs, and that rank 0 writes at the
// end as a Chrome trace, one process a rank with a row for its host and one for its device. chrome://tracing and
// Perfetto open it. Times are relative to a moment when all ranks met, so that machines' clocks need not agree.
#pragma once

#include "runtime/host/transport.h"

#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

namespace hydra::rt {

class Trace {
  public:
    enum class Kind { launch, kernel, device, planning, communication, serial, reduction };

    // Called by all ranks.
    explicit Trace(Transport& transport);

    // A span from `start` to `end`, both by now(); at: the loop or site; bytes: sent by this rank, or -1.
    void add(Kind kind, const char* at, double start, double end, std::int64_t bytes = -1);
    // All ranks' spans, written by rank 0 to its file (null elsewhere); called by all. device: the name of this rank's,
    // may be empty. Whether all was written.
    bool write(Transport& transport, const std::string& device, std::FILE* file) const;

  private:
    struct Span {
        Kind kind;
        int at; // index into names_
        double start, seconds;
        std::int64_t bytes;
    };
    static constexpr std::size_t most_spans = 1'000'000; // 40 MB; what comes later is counted only

    [[nodiscard]] std::string spans_of(int rank, const std::string& device) const;

    double zero_;
    std::vector<Span> spans_;
    std::size_t left_out_ = 0;
    std::vector<std::string> names_;
    std::unordered_map<std::string, int> number_of_name_;
};

} // namespace hydra::rt
