// Serial code that rank 0 runs for all (a part of SerialExecutor).
#include "runtime/offload/host_access.h"
#include "runtime/serial/serial_executor.h"
#include "runtime/serial/streams.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace hydra::rt {

void SerialExecutor::streams(void* const* streams, int count) {
    if (alone_)
        return;
    streams_.clear();
    for (int s = 0; s < count; ++s)
        streams_.push_back(static_cast<FILE*>(streams[s]));
}

// What rank 0 finds is what counts: a variable that the statement does not get to use may hold anything.
bool SerialExecutor::streams_can_be_left(const char* at) {
    if (streams_.empty())
        return true;
    std::vector<unsigned char> good{std::all_of(streams_.begin(), streams_.end(), streams::can_be_left)};
    messenger_.hand_out(0, at, "whether rank 0 can write alone", good);
    return good.front() != 0;
}

void SerialExecutor::hand_out_streams(const char* at, int& error) {
    std::vector<streams::State> states(streams_.size());
    std::vector<unsigned char> packed(sizeof error + states.size() * sizeof states[0]);
    if (transport_.rank() == 0) {
        std::memcpy(packed.data(), &error, sizeof error);
        std::transform(streams_.begin(), streams_.end(), states.begin(), streams::state_of);
        std::memcpy(packed.data() + sizeof error, states.data(), packed.size() - sizeof error);
    }
    messenger_.hand_out(0, at, "what rank 0 wrote", packed);
    if (transport_.rank() == 0)
        return;
    std::memcpy(&error, packed.data(), sizeof error);
    std::memcpy(states.data(), packed.data() + sizeof error, packed.size() - sizeof error);
    std::for_each(states.begin(), states.end(), streams::take);
}

bool SerialExecutor::alone(hydra_rt_loop& site, void* const* pointers, const long* k) {
    if (alone_ || !binding_.binds())
        return true;
    const bool unknown = reads_unknown(loops_.state_of(site), site, pointers, k);
    return gather_for_rank0(site, pointers, k) && !unknown;
}

bool SerialExecutor::gather_for_rank0(hydra_rt_loop& site, void* const* pointers, const long* k) {
    LoopState& state = loops_.state_of(site);
    serial_code_touches(residence_, site, pointers, k);
    if (registry_.uneven() == 0) {
        state.binder.name(pointers);
        return true;
    }
    PlanRequest request{&site, k, 0, 1, 0, true, &state.overlap_warned, false};
    request.alone = true;
    binding_.follow_tables(state, request, pointers);
    binding_.bind(state, request, pointers);
    const bool windows = (site.flags & HYDRA_RT_WINDOWS) != 0;
    bool everywhere = !windows;
    for (const Allocation* allocation : state.binding.allocations)
        everywhere = everywhere && allocation->everywhere;
    if (everywhere)
        return true;
    if (!streams_can_be_left(site.at)) {
        serial(site, pointers, k);
        return true;
    }
    if (!state.binding.allocations.empty()) {
        messenger_.next_step();
        Plan& plan = plans_.plan_for(state, request);
        if (!plan.alone && !windows)
            return true;
        carry_out(request, state, plan);
    }
    alone_ = true;
    alone_at_ = site.at;
    serves_ = windows;
    if (windows) {
        forget_windows();             // what they know holds for rank 0 only from now on
        loops_.state_of(piece_site_); // numbered now, on all ranks
    }
    const bool mine = transport_.rank() == 0;
    if (windows && !mine)
        serve(site.at);
    return mine;
}

void SerialExecutor::together(const char* at, void* const* values, const unsigned long* bytes, int count) {
    if (!alone_) {
        streams_.clear();
        return;
    }
    if (serves_) {
        if (transport_.rank() == 0)
            order(nullptr, at);
        serves_ = false;
        forget_windows();
    }
    int error = errno; // rank 0's goes to all where there are streams, or where it is among the values
    const double start = now();
    if (!streams_.empty())
        hand_out_streams(at, error);
    if (count > 0)
        hand_out_values(at, values, bytes, count, error);
    stopwatch_.ended(counters_.seconds.communication, Trace::Kind::serial, at, start);
    alone_ = false;
    streams_.clear();
    errno = error;
}

void SerialExecutor::hand_out_values(const char* at, void* const* values, const unsigned long* bytes, int count,
                                     int& error) {
    const auto place = [&](int v) { return values[v] == &errno ? static_cast<void*>(&error) : values[v]; };
    std::vector<unsigned char> packed;
    for (int v = 0; v < count; ++v) {
        const auto* value = static_cast<const unsigned char*>(place(v));
        packed.insert(packed.end(), value, value + bytes[v]);
    }
    messenger_.hand_out(0, at, "what rank 0 computed", packed);
    const unsigned char* next = packed.data();
    for (int v = 0; v < count; next += bytes[v], ++v)
        std::memcpy(place(v), next, bytes[v]);
}

} // namespace hydra::rt
