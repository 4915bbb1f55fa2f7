// See trace.h. Each rank turns its own spans into text, which rank 0 appends to the file, one rank after the other.
#include "runtime/stats/trace.h"

#include "runtime/base/clock.h"
#include "runtime/base/json.h"
#include "runtime/base/text.h"
#include "runtime/comm/texts.h"

#include <array>
#include <cstring>
#include <unistd.h>

namespace hydra::rt {
namespace {

constexpr std::array<const char*, 10> kinds = {"launch", "kernel",    "offload",   "planning", "communication",
                                               "serial", "reduction", "to device", "to host",  "inside"};

// What viewers show beside a rank's rows.
std::string label(const char* what, int rank, int row, const std::string& name) {
    return text("{\"ph\": \"M\", \"name\": \"", what, "\", \"pid\": ", rank, ", \"tid\": ", row,
                ", \"args\": {\"name\": ", quoted(name), "}}");
}

std::string microseconds(double seconds) { return decimal(seconds * 1e6); }

} // namespace

// Ranks of one machine have one clock; others begin to count when all have met.
Trace::Trace(Transport& transport) {
    std::array<char, 256> host{};
    gethostname(host.data(), host.size() - 1);
    std::vector<char> hosts(host.size() * static_cast<std::size_t>(transport.size()));
    transport.gather(0, host.data(), host.size(), hosts.data());
    char is_one = 1;
    for (std::size_t at = 0; at < hosts.size(); at += host.size())
        is_one = std::strcmp(hosts.data() + at, host.data()) == 0 && is_one != 0 ? 1 : 0;
    transport.broadcast(0, &is_one, 1);
    transport.barrier();
    zero_ = now();
    if (is_one != 0)
        transport.broadcast(0, &zero_, sizeof zero_);
}

// Copies have rows of their own, since they run beside kernels.
void Trace::add_device(const std::string& name, const std::vector<Device::Done>& done) {
    using What = Device::Done::Kind;
    const int kernels = static_cast<int>(rows_.size());
    std::array<int, 2> copies{-1, -1}; // rows
    rows_.push_back(name);
    const auto row_of = [&](What what) {
        if (what == What::kernel || what == What::copy)
            return kernels;
        int& row = copies[what == What::write ? 0 : 1];
        if (row < 0) {
            row = static_cast<int>(rows_.size());
            rows_.push_back(text(name, what == What::write ? ", copies to it" : ", copies from it"));
        }
        return row;
    };
    for (const Device::Done& one : done) {
        const Kind kind = one.kind == What::kernel  ? Kind::kernel
                          : one.kind == What::write ? Kind::to_device
                          : one.kind == What::read  ? Kind::to_host
                                                    : Kind::inside;
        note(kind, row_of(one.kind), one.at, one.start, one.end, one.bytes);
    }
}

void Trace::note(Kind kind, int row, const char* at, double start, double end, std::int64_t bytes, double waited) {
    if (spans_.size() == most_spans) {
        ++left_out_;
        return;
    }
    const auto [name, fresh] = number_of_name_.try_emplace(at, static_cast<int>(names_.size()));
    if (fresh)
        names_.emplace_back(at);
    spans_.push_back({kind, name->second, start - zero_, end - start, bytes, row, waited});
}

std::string Trace::spans_of(int rank) const {
    std::string out = label("process_name", rank, host_row, text("rank ", rank));
    for (std::size_t row = 0; row < rows_.size(); ++row)
        out += ",\n" + label("thread_name", rank, static_cast<int>(row), rows_[row]);
    for (const Span& span : spans_) {
        const char* kind = kinds[static_cast<std::size_t>(span.kind)];
        const std::string& at = names_[static_cast<std::size_t>(span.at)];
        out += text(",\n{\"ph\": \"X\", \"name\": ", quoted(text(kind, " ", at)), ", \"cat\": \"", kind,
                    "\", \"pid\": ", rank, ", \"tid\": ", span.row, ", \"ts\": ", microseconds(span.start),
                    ", \"dur\": ", microseconds(span.seconds));
        const std::string waited = span.waited > 0 ? text("\"waiting\": ", microseconds(span.waited)) : "";
        const std::string bytes = span.bytes < 0 ? "" : text("\"bytes\": ", span.bytes);
        if (!waited.empty() || !bytes.empty())
            out += text(", \"args\": {", bytes, bytes.empty() || waited.empty() ? "" : ", ", waited, "}");
        out += "}";
    }
    out += messages_of(rank);
    if (left_out_ > 0)
        out += text(",\n{\"ph\": \"i\", \"s\": \"p\", \"name\": \"", left_out_,
                    " more spans are left out\", \"pid\": ", rank, ", \"tid\": ", host_row,
                    ", \"ts\": ", microseconds(spans_.back().start + spans_.back().seconds), "}");
    return out;
}

void Trace::add_message(double time, Message message) {
    if (messages_.size() < most_messages)
        messages_.emplace_back(time - zero_, std::move(message));
}

// A mark with what one would ask of it, and an end of the arrow.
std::string Trace::messages_of(int rank) const {
    std::string out;
    for (const auto& [time, message] : messages_) {
        const std::string place = text(", \"pid\": ", rank, ", \"tid\": ", host_row, ", \"ts\": ", microseconds(time));
        const char* const direction = message.is_sent ? "to" : "from";
        out +=
            text(",\n{\"ph\": \"i\", \"s\": \"t\", \"cat\": \"message\", \"name\": ",
                 quoted(text(message.what, " ", direction, " rank ", message.other)), place,
                 ", \"args\": {\"partner\": ", message.other, ", \"bytes\": ", message.bytes,
                 ", \"array\": ", quoted(message.array), ", \"part\": ", quoted(message.what),
                 ", \"reason\": ", quoted(message.why), "}},\n{\"ph\": \"", message.is_sent ? "s" : "f\", \"bp\": \"e",
                 "\", \"cat\": \"message\", \"name\": \"message\", \"id\": ", message.id, place, "}");
    }
    return out;
}

bool Trace::write(Transport& transport, std::FILE* file) const {
    const bool writes = transport.rank() == 0;
    bool good = !writes || file != nullptr;
    const auto put = [&](const std::string& part) {
        good = good && std::fwrite(part.data(), 1, part.size(), file) == part.size();
    };
    const char* before = "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n";
    each_text(transport, spans_of(transport.rank()), [&](const std::string& spans) {
        put(before);
        put(spans);
        before = ",\n";
    });
    if (writes)
        put("\n]}\n");
    return good;
}

} // namespace hydra::rt
