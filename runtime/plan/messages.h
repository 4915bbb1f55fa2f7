// The messages of a plan that is being made. What travels between two ranks in one round is one message, until its
// packed runs would take more memory than a window has; then the next one begins.
#pragma once

#include "runtime/plan/context.h"
#include "runtime/plan/plan.h"
#include "runtime/plan/request.h"
#include "runtime/touch/binding.h"

#include <array>
#include <map>
#include <vector>

namespace hydra::rt {

class MessageList {
  public:
    // Both stay until the list is taken.
    MessageList(const PlanContext& context, const Binding& binding) : context_(context), binding_(binding) {}

    // What transfers move of an allocation; what one rank sends to many is handed on by these in rounds (tree.h).
    void spread(std::size_t allocation, std::vector<Transfer> transfers);
    // The same of transfers that have their rounds.
    void add(std::size_t allocation, const std::vector<Transfer>& transfers);
    // Bytes that mean nothing.
    void add(const Additions::Filler& filler);
    // Gives the plan its messages, and what they carry; the list is empty then.
    void move_to(Plan& plan);

  private:
    // The message that the transfer goes on with; fresh: in another window.
    Message& message_for(const Transfer& transfer, bool fresh);
    // The same where all ranks' messages are counted.
    Message& message_between(const Transfer& transfer, bool fresh);
    void note_carried(std::size_t allocation, const Transfer& transfer);
    static void note_part(Message& message, std::size_t allocation, const Region& region);

    const PlanContext& context_;
    const Binding& binding_;
    std::vector<Message> sends_, receives_;
    std::vector<Region> sent_, received_;              // by allocation, where the context keeps them
    std::map<std::array<int, 3>, std::size_t> latest_; // index of the last message, by both ranks and round
};

} // namespace hydra::rt
