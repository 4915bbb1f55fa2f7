// See messenger.h.
#include "runtime/steps/messenger.h"

#include "runtime/offload/host_access.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <utility>

namespace hydra::rt {
namespace {

// What travels in one piece with the header.
std::size_t staged_bytes(const Message& message) {
    return sizeof(Header) + static_cast<std::size_t>(message.packed + message.filler);
}

char* place_of(const Piece& piece, const Binding& binding) {
    return binding.allocations[static_cast<std::size_t>(piece.allocation)]->base + piece.run.offset;
}

// Rows that arrive one after the other, as those that are broadcast, come to memory that nothing has touched yet: the
// pages of the next ones are asked for together, which takes a third of the time of one by one.
void make_room(const Piece& piece, const Binding& binding) {
    constexpr std::int64_t page = 4096, ahead = 64 << 10;
    Allocation& array = *binding.allocations[static_cast<std::size_t>(piece.allocation)];
    const std::int64_t from = piece.run.offset, to = from + piece.run.bytes;
    const bool follows = from == std::exchange(array.received_to, to);
    if (!follows || to <= array.populated_to || to - from > ahead)
        return;
    const auto base = reinterpret_cast<std::uintptr_t>(array.base);
    [[maybe_unused]] const std::uintptr_t first =
        (base + static_cast<std::uintptr_t>(std::max(from, array.populated_to))) / page * page;
    const std::int64_t end = std::min(from + ahead, static_cast<std::int64_t>(array.bytes));
#ifdef MADV_POPULATE_WRITE // Linux 5.14
    madvise(reinterpret_cast<void*>(first), base + static_cast<std::uintptr_t>(end) - first, MADV_POPULATE_WRITE);
#endif
    array.populated_to = end;
}

} // namespace

std::vector<Plan::Step> steps_of(const Plan& plan) {
    std::vector<Plan::Step> out;
    out.reserve(4); // a tree of fewer than 16 ranks
    const auto when = [](const Message& message) { return std::pair(message.round, message.window); };
    const auto when_is = [&](const Plan::Step& step) {
        return when(step.sends.empty() ? *step.receives.front() : *step.sends.front());
    };
    const auto step_of = [&](const Message& message) -> Plan::Step& {
        const auto place = std::lower_bound(out.begin(), out.end(), when(message),
                                            [&](const Plan::Step& step, const auto& at) { return when_is(step) < at; });
        if (place != out.end() && when_is(*place) == when(message))
            return *place;
        return *out.insert(place, Plan::Step{});
    };
    for (const Message& message : plan.sends)
        step_of(message).sends.push_back(&message);
    for (const Message& message : plan.receives)
        step_of(message).receives.push_back(&message);
    return out;
}

void Messenger::move(Plan& plan, const Binding& binding, const char* at, LoopCounter* loop, double start) {
    if (plan.sends.empty() && plan.receives.empty())
        return;
    if (plays_all_) {
        for (const Message& message : plan.sends)
            count(message, binding, at, loop);
        return;
    }
    if (counters_.ledger != nullptr) {
        counters_.ledger->leaves();
        expect(plan, binding, at, loop);
    }
    if (start < 0)
        start = now();
    host_sends(residence_, plan, binding);
    if (plan.steps.empty())
        plan.steps = steps_of(plan);
    const Header step_header = header(plan.key_hash, at);
    for (const Plan::Step& step : plan.steps) {
        post(step, step_header, binding);
        if (plan.overlap_with_messages && &step == &plan.steps.back())
            under_way_ = step_header;
        else
            complete(step, step_header, binding, at);
        for (const Message* message : step.sends)
            count(*message, binding, at, loop);
    }
    if (counters_.ledger != nullptr && !under_way_)
        counters_.ledger->arrived();
    host_received(residence_, plan, binding);
    std::int64_t bytes = 0;
    for (std::size_t m = 0; stopwatch_.trace() != nullptr && m < plan.sends.size(); ++m)
        bytes += plan.sends[m].bytes;
    stopwatch_.ended(counters_.seconds.communication,
                     loop == nullptr ? Trace::Kind::serial : Trace::Kind::communication, at, start, bytes);
}

void Messenger::arrive(const Plan& plan, const Binding& binding, const char* at) {
    complete(plan.steps.back(), *under_way_, binding, at);
    under_way_.reset();
    if (counters_.ledger != nullptr)
        counters_.ledger->arrived();
}

// Sets out what travels at one time. Until complete(), the memory of its large runs and what is received are not to be
// touched.
void Messenger::post(const Plan::Step& step, const Header& header, const Binding& binding) {
    const auto& [sends, receives] = step;
    staged_receives_.resize(std::max(staged_receives_.size(), receives.size()));
    staged_sends_.resize(std::max(staged_sends_.size(), sends.size()));
    for (std::size_t m = 0; m < receives.size(); ++m) {
        const Message& message = *receives[m];
        staged_receives_[m].resize(staged_bytes(message));
        transport_.receive(message.peer, staged_receives_[m].data(), staged_receives_[m].size());
        for (const Piece& piece : message.pieces)
            if (piece.run.bytes >= direct_bytes)
                transport_.receive(message.peer, place_of(piece, binding), static_cast<std::size_t>(piece.run.bytes));
    }
    for (std::size_t m = 0; m < sends.size(); ++m) {
        const Message& message = *sends[m];
        std::vector<unsigned char>& staged = staged_sends_[m];
        staged.resize(staged_bytes(message));
        std::memcpy(staged.data(), &header, sizeof header);
        unsigned char* next = staged.data() + sizeof header;
        for (const Piece& piece : message.pieces)
            if (piece.run.bytes < direct_bytes) {
                std::memcpy(next, place_of(piece, binding), static_cast<std::size_t>(piece.run.bytes));
                next += piece.run.bytes;
            }
        transport_.send(message.peer, staged.data(), staged.size());
        for (const Piece& piece : message.pieces)
            if (piece.run.bytes >= direct_bytes)
                transport_.send(message.peer, place_of(piece, binding), static_cast<std::size_t>(piece.run.bytes));
    }
}

void Messenger::complete(const Plan::Step& step, const Header& header, const Binding& binding, const char* at) {
    const auto& [sends, receives] = step;
    const Message& first = receives.empty() ? *sends.front() : *receives.front();
    const std::size_t array = first.pieces.empty() ? 0 : static_cast<std::size_t>(first.pieces.front().allocation);
    transport_.waits_in(at, binding.allocations[array]->name.c_str());
    transport_.wait();
    transport_.waits_in(at, ""); // the array may go
    for (std::size_t m = 0; m < receives.size(); ++m) {
        const Message& message = *receives[m];
        check(header, staged_receives_[m].data(), message.peer);
        const unsigned char* next = staged_receives_[m].data() + sizeof header;
        for (const Piece& piece : message.pieces)
            if (piece.run.bytes < direct_bytes) {
                make_room(piece, binding);
                std::memcpy(place_of(piece, binding), next, static_cast<std::size_t>(piece.run.bytes));
                next += piece.run.bytes;
            }
    }
}

void Messenger::count(const Message& message, const Binding& binding, const char* at, LoopCounter* loop) {
    Moved moved{loop == nullptr ? Moved::Kind::serial : Moved::Kind::coherence,
                at,
                sequence_,
                plays_all_ ? message.from : transport_.rank(),
                message.peer,
                message.bytes,
                1};
    if (counters_.ledger == nullptr)
        counters_.count(moved);
    else
        tell(message, binding, moved, [&](const Moved& part) { counters_.count(part); });
    for (std::size_t a = 0; a < binding.allocations.size(); ++a) {
        ArrayCounter& array = counters_.arrays[static_cast<std::size_t>(binding.allocations[a]->counter)];
        (loop == nullptr ? array.serial_bytes : array.coherence_bytes) += message.bytes_of[a];
    }
    if (loop != nullptr)
        loop->coherence_bytes += message.bytes;
}

// f: each array's part of the message.
template <class F> void Messenger::tell(const Message& message, const Binding& binding, Moved moved, const F& f) const {
    for (std::size_t a = 0; a < binding.allocations.size(); ++a) {
        if (message.bytes_of[a] == 0)
            continue;
        moved.bytes = message.bytes_of[a];
        moved.array = binding.allocations[a];
        moved.index = static_cast<int>(a);
        const auto part = std::find_if(message.carried.begin(), message.carried.end(),
                                       [a](const auto& one) { return one.first == static_cast<int>(a); });
        moved.part = part == message.carried.end() ? nullptr : &part->second;
        f(moved);
        moved.messages = 0; // the first array's
    }
    if (moved.messages > 0)
        f(moved);
}

void Messenger::expect(const Plan& plan, const Binding& binding, const char* at, const LoopCounter* loop) const {
    for (const Message& message : plan.receives)
        tell(
            message, binding,
            {loop == nullptr ? Moved::Kind::serial : Moved::Kind::coherence, at, sequence_, message.peer,
             transport_.rank(), message.bytes, 1},
            [&](const Moved& part) { counters_.ledger->expected(part); });
}

void Messenger::hand_out(int root, const char* at, const char* what, std::vector<unsigned char>& values) {
    transport_.waits_in(at, what);
    transport_.broadcast(root, values.data(), values.size());
    if (!plays_all_ && transport_.rank() != root)
        return;
    for (int to = 0; to < transport_.size(); ++to)
        if (to != root)
            counters_.count({Moved::Kind::serial, at, sequence_, root, to, static_cast<std::int64_t>(values.size()), 1,
                             nullptr, nullptr, 0, what});
}

} // namespace hydra::rt
