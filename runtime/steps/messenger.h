// How the bytes of a plan travel: one message a peer and round, whose first part is a header that names the step,
// followed by the small runs packed together; large runs follow by themselves without a copy. Receives are posted
// first. Sender and receiver derive the same cut from the same plan.
#pragma once

#include "runtime/comm/header.h"
#include "runtime/comm/transport.h"
#include "runtime/plan/plan.h"
#include "runtime/residence/residences.h"
#include "runtime/stats/counters.h"
#include "runtime/stats/stopwatch.h"
#include "runtime/touch/binding.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace hydra::rt {

class Messenger {
  public:
    // plays_all: this process is all ranks (a dry run): messages are counted, and nothing is sent.
    Messenger(Transport& transport, Residences& residence, Counters& counters, Stopwatch& stopwatch, bool plays_all)
        : transport_(transport), residence_(residence), counters_(counters), stopwatch_(stopwatch),
          plays_all_(plays_all) {}

    // All ranks have come to their next launch or transfer.
    void next_step() { ++sequence_; }
    [[nodiscard]] std::uint64_t step() const { return sequence_; }
    // Whether they have come to any since this was last asked.
    bool has_stepped() { return std::exchange(seen_, sequence_) != sequence_; }
    // What stands before each of this step's messages.
    [[nodiscard]] Header header(std::uint64_t key_hash, const char* at) const {
        return make_header(sequence_, key_hash, at);
    }

    // Sends and receives what the plan says, but for its last step where iterations run meanwhile
    // (Plan::overlap_with_messages). loop: the one for which this is done; null: it counts as serial code's. start:
    // when what is timed here began; negative: now.
    void move(Plan& plan, const Binding& binding, const char* at, LoopCounter* loop, double start = -1);
    // Whether the last step of the plan is still to be completed, and how messages come on meanwhile.
    [[nodiscard]] bool is_under_way() const { return under_way_.has_value(); }
    void progress() { transport_.progress(); }
    void arrive(const Plan& plan, const Binding& binding, const char* at);

    // One rank's bytes to all, counted as serial code's.
    void hand_out(int root, const char* at, const char* what, std::vector<unsigned char>& values);

  private:
    void post(const Plan::Step& step, const Header& header, const Binding& binding);
    void complete(const Plan::Step& step, const Header& header, const Binding& binding, const char* at);
    void count(const Message& message, const Binding& binding, const char* at, LoopCounter* loop);
    template <class F> void tell(const Message& message, const Binding& binding, Moved moved, const F& f) const;
    void expect(const Plan& plan, const Binding& binding, const char* at, const LoopCounter* loop) const;

    Transport& transport_;
    Residences& residence_;
    Counters& counters_;
    Stopwatch& stopwatch_;
    bool plays_all_;
    std::uint64_t sequence_ = 0;                                             // steps so far, the same on every rank
    std::uint64_t seen_ = 0;                                                 // of has_stepped
    std::vector<std::vector<unsigned char>> staged_sends_, staged_receives_; // reused
    std::optional<Header> under_way_; // of the last step of a launch's messages, while it travels
};

} // namespace hydra::rt
