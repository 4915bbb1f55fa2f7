// How a launch's bytes travel (the second half of Runtime): one message a peer, whose first part is a header that names
// the launch, followed by the small runs packed together; large runs follow by themselves without a copy. Receives are
// posted first. Sender and receiver derive the same cut from the same plan.
#include "runtime/host/header.h"
#include "runtime/host/runtime.h"

#include <algorithm>
#include <cstring>

namespace hydra::rt {
namespace {

constexpr std::int64_t direct_bytes = 64 * 1024; // runs from this size on are not packed

std::size_t staged_bytes(const Message& message) {
    std::size_t bytes = sizeof(Header);
    for (const Piece& piece : message.pieces)
        if (piece.run.bytes < direct_bytes)
            bytes += static_cast<std::size_t>(piece.run.bytes);
    return bytes;
}

char* place_of(const Piece& piece, const Binding& binding) {
    return binding.allocations[static_cast<std::size_t>(piece.allocation)]->base + piece.run.offset;
}

} // namespace

void Runtime::move(const Plan& plan, const Binding& binding, const char* at, bool counts_as_serial) {
    if (plan.sends.empty() && plan.receives.empty())
        return;
    double start = now();
    Header header = make_header(sequence_, plan.key_hash, at);
    staged_receives_.resize(std::max(staged_receives_.size(), plan.receives.size()));
    staged_sends_.resize(std::max(staged_sends_.size(), plan.sends.size()));
    for (std::size_t m = 0; m < plan.receives.size(); ++m) {
        const Message& message = plan.receives[m];
        staged_receives_[m].resize(staged_bytes(message));
        transport_->receive(message.peer, staged_receives_[m].data(), staged_receives_[m].size());
        for (const Piece& piece : message.pieces)
            if (piece.run.bytes >= direct_bytes)
                transport_->receive(message.peer, place_of(piece, binding), static_cast<std::size_t>(piece.run.bytes));
    }
    for (std::size_t m = 0; m < plan.sends.size(); ++m) {
        const Message& message = plan.sends[m];
        std::vector<unsigned char>& staged = staged_sends_[m];
        staged.resize(staged_bytes(message));
        std::memcpy(staged.data(), &header, sizeof header);
        unsigned char* next = staged.data() + sizeof header;
        for (const Piece& piece : message.pieces)
            if (piece.run.bytes < direct_bytes) {
                std::memcpy(next, place_of(piece, binding), static_cast<std::size_t>(piece.run.bytes));
                next += piece.run.bytes;
            }
        transport_->send(message.peer, staged.data(), staged.size());
        for (const Piece& piece : message.pieces)
            if (piece.run.bytes >= direct_bytes)
                transport_->send(message.peer, place_of(piece, binding), static_cast<std::size_t>(piece.run.bytes));
        count_sent(message, binding, counts_as_serial);
    }
    const Message& first = plan.receives.empty() ? plan.sends.front() : plan.receives.front();
    transport_->waits_in(at,
                         binding.allocations[static_cast<std::size_t>(first.pieces.front().allocation)]->name.c_str());
    transport_->wait();
    transport_->waits_in(at, ""); // the array may go
    for (std::size_t m = 0; m < plan.receives.size(); ++m) {
        const Message& message = plan.receives[m];
        check(header, staged_receives_[m].data(), message.peer);
        const unsigned char* next = staged_receives_[m].data() + sizeof header;
        for (const Piece& piece : message.pieces)
            if (piece.run.bytes < direct_bytes) {
                std::memcpy(place_of(piece, binding), next, static_cast<std::size_t>(piece.run.bytes));
                next += piece.run.bytes;
            }
    }
    counters_.seconds.communication += now() - start;
}

void Runtime::count_sent(const Message& message, const Binding& binding, bool counts_as_serial) {
    Volume& volume = counts_as_serial ? counters_.serial : counters_.coherence;
    volume.bytes += message.bytes;
    ++volume.messages;
    counters_.sent_to[static_cast<std::size_t>(message.peer)] += message.bytes;
    for (std::size_t a = 0; a < binding.allocations.size(); ++a) {
        ArrayCounter& array = counters_.arrays[static_cast<std::size_t>(binding.allocations[a]->counter)];
        (counts_as_serial ? array.serial_bytes : array.coherence_bytes) += message.bytes_of[a];
    }
    if (!counts_as_serial && active_ != nullptr)
        counters_.loops[static_cast<std::size_t>(active_->counter)].coherence_bytes += message.bytes;
}

void Runtime::share_last_values(const hydra_rt_launch& launch, const Plan& plan) {
    double start = now();
    const hydra_rt_loop& loop = *launch.loop;
    std::vector<unsigned char> values;
    for (int v = 0; v < loop.lastvalues; ++v) {
        const unsigned char* value = static_cast<unsigned char*>(launch.args) + loop.lastvalue[v].offset;
        values.insert(values.end(), value, value + loop.lastvalue[v].size);
    }
    transport_->waits_in(loop.at, "values of the last iteration");
    transport_->broadcast(plan.last_rank, values.data(), values.size());
    const unsigned char* next = values.data();
    for (int v = 0; v < loop.lastvalues; next += loop.lastvalue[v].size, ++v)
        std::memcpy(static_cast<unsigned char*>(launch.args) + loop.lastvalue[v].offset, next, loop.lastvalue[v].size);
    if (transport_->rank() == plan.last_rank)
        for (int to = 0; to < transport_->size(); ++to)
            if (to != plan.last_rank) {
                counters_.serial.bytes += static_cast<std::int64_t>(values.size());
                ++counters_.serial.messages;
                counters_.sent_to[static_cast<std::size_t>(to)] += static_cast<std::int64_t>(values.size());
            }
    counters_.seconds.communication += now() - start;
}

} // namespace hydra::rt
