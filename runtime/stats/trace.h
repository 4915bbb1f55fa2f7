// What a run did when (HYDRA_TRACE): spans of time that each rank notes while it runs, and that rank 0 writes at the
// end as a Chrome trace, one process a rank with a row for its host and rows for each of its devices. chrome://tracing
// and Perfetto open it. Times are relative to a moment when all ranks met, so that machines' clocks need not agree.
#pragma once

#include "runtime/backend/device.h"
#include "runtime/comm/transport.h"

#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hydra::rt {

class Trace {
  public:
    enum class Kind { launch, kernel, offload, planning, communication, serial, reduction, to_device, to_host, inside };

    // Called by all ranks.
    explicit Trace(Transport& transport);

    // A span from `start` to `end`, both by now(); at: the loop or site; bytes: sent by this rank, or -1; waited:
    // seconds of it, for other ranks.
    void add(Kind kind, const char* at, double start, double end, std::int64_t bytes = -1, double waited = 0) {
        note(kind, host_row, at, start, end, bytes, waited);
    }
    // A message that left at this time, or had arrived. other: the rank at its other end; id: the same at both ends,
    // and of no other message. what: "row 99 of 'a'"; why: for whom, and from where.
    struct Message {
        bool is_sent = false;
        int other = 0;
        std::int64_t bytes = 0;
        std::uint64_t id = 0;
        std::string array, what, why;
    };
    void add_message(double time, Message message);
    // What one more of this rank's devices has done.
    void add_device(const std::string& name, const std::vector<Device::Done>& done);
    // All ranks' spans, written by rank 0 to its file (null elsewhere); called by all. Whether all was written.
    bool write(Transport& transport, std::FILE* file) const;

  private:
    struct Span {
        Kind kind;
        int at; // index into names_
        double start, seconds;
        std::int64_t bytes;
        int row;
        double waited;
    };
    static constexpr int host_row = 0;
    static constexpr std::size_t most_messages = 200'000;
    static constexpr std::size_t most_spans = 1'000'000; // 48 MB; what comes later is counted only

    void note(Kind kind, int row, const char* at, double start, double end, std::int64_t bytes, double waited = 0);
    [[nodiscard]] std::string spans_of(int rank) const;
    [[nodiscard]] std::string messages_of(int rank) const;

    double zero_;
    std::vector<Span> spans_;
    std::vector<std::pair<double, Message>> messages_;
    std::vector<std::string> rows_{"host"};
    std::size_t left_out_ = 0;
    std::vector<std::string> names_;
    std::unordered_map<std::string, int> number_of_name_;
};

} // namespace hydra::rt
