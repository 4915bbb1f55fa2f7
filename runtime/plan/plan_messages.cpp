// What a plan sends: regions become runs of bytes in messages between ranks. And the question whether the memory that a
// plan touches is there.
#include "runtime/base/fail.h"
#include "runtime/base/memory.h"
#include "runtime/base/text.h"
#include "runtime/directory/tree.h"
#include "runtime/plan/plan.h"

#include <algorithm>
#include <functional>

namespace hydra::rt {
namespace {

constexpr std::size_t ample = 4; // times as much as the arrays have in all

Small<std::int64_t, 4> zeros(std::size_t count) {
    Small<std::int64_t, 4> out;
    for (std::size_t i = 0; i < count; ++i)
        out.push_back(0);
    return out;
}

} // namespace

// The message that the transfer goes on with; fresh: in another window.
Message& PlanMaker::message_for(const Binding& binding, const Transfer& transfer, bool fresh, Plan& plan) const {
    if (plays_all_)
        return message_between(binding, transfer, fresh, plan);
    const bool sending = transfer.from == rank_;
    std::vector<Message>& messages = sending ? plan.sends : plan.receives;
    const int peer = sending ? transfer.to : transfer.from;
    const auto last = std::find_if(messages.rbegin(), messages.rend(),
                                   [&](const Message& m) { return m.peer == peer && m.round == transfer.round; });
    if (last != messages.rend() && !fresh)
        return *last;
    const int window = last == messages.rend() ? 0 : last->window + 1;
    messages.push_back({peer, 0, {}, zeros(binding.allocations.size()), transfer.round, window, 0});
    return messages.back();
}

// The same where all ranks' messages are counted.
Message& PlanMaker::message_between(const Binding& binding, const Transfer& transfer, bool fresh, Plan& plan) const {
    const auto [latest, first] =
        plan.latest.try_emplace({transfer.from, transfer.to, transfer.round}, plan.sends.size());
    if (!first && !fresh)
        return plan.sends[latest->second];
    const int window = first ? 0 : plan.sends[latest->second].window + 1;
    latest->second = plan.sends.size();
    plan.sends.push_back(
        {transfer.to, 0, {}, zeros(binding.allocations.size()), transfer.round, window, 0, transfer.from});
    return plan.sends.back();
}

void PlanMaker::add_transfers(const Binding& binding, std::size_t allocation, std::vector<Transfer> transfers,
                              Plan& plan) const {
    spread(transfers, ranks_);
    add_messages(binding, allocation, transfers, plan);
}

void PlanMaker::add_messages(const Binding& binding, std::size_t allocation, const std::vector<Transfer>& transfers,
                             Plan& plan) const {
    if (plan.sends.empty() && plan.receives.empty() && !plays_all_) {
        const auto sends = static_cast<std::size_t>(
            std::count_if(transfers.begin(), transfers.end(), [this](const Transfer& t) { return t.from == rank_; }));
        plan.sends.reserve(sends);
        plan.receives.reserve(transfers.size() - sends);
    }
    for (const Transfer& transfer : transfers) {
        if (!plays_all_ && transfer.from != rank_ && transfer.to != rank_)
            continue;
        if (keeps_access_) {
            std::vector<Region>& carried = transfer.from == rank_ ? plan.sent : plan.received;
            for (std::size_t a = carried.size(); a < binding.allocations.size(); ++a)
                carried.emplace_back(binding.allocations[a]->shape.dims());
            carried[allocation] |= transfer.region;
        }
        Message* message = &message_for(binding, transfer, false, plan);
        const auto add_run = [&](Run run) {
            const std::int64_t packed = run.bytes < direct_bytes ? run.bytes : 0;
            if (message->bytes > 0 && message->packed + packed > window_)
                message = &message_for(binding, transfer, true, plan);
            if (!plays_all_)
                message->pieces.push_back({static_cast<int>(allocation), run});
            message->packed += packed;
            message->bytes += run.bytes;
            message->bytes_of[allocation] += run.bytes;
        };
        for_each_run(transfer.region, binding.allocations[allocation]->shape, std::ref(add_run));
    }
}

void PlanMaker::add_fillers(const PlanRequest& request, const Binding& binding, Plan& plan) const {
    if (request.additions == nullptr)
        return;
    for (const Additions::Filler& filler : request.additions->fillers) {
        if (!plays_all_ && filler.from != rank_ && filler.to != rank_)
            continue;
        Message& message = message_for(binding, {filler.from, filler.to, Region()}, false, plan);
        message.filler += filler.bytes;
        message.bytes += filler.bytes;
        message.bytes_of[static_cast<std::size_t>(filler.allocation)] += filler.bytes;
    }
}

bool PlanMaker::may_be_used(const Binding& binding) {
    std::int64_t bytes = 0;
    for (const Allocation* allocation : binding.allocations)
        bytes += allocation->ample ? 0 : static_cast<std::int64_t>(allocation->bytes);
    return bytes < worth_checking;
}

void PlanMaker::check_memory(const PlanRequest& request, const Binding& binding, const Access& access) const {
    if (plays_all_ || may_be_used(binding))
        return; // in a dry run, it is not this process that touches it
    std::int64_t touched = 0;
    for (std::size_t a = 0; a < access.size(); ++a)
        touched += region_bytes(access[a].reads() | access[a].write, binding.allocations[a]->shape);
    if (touched < worth_checking)
        return;
    // Ranks of one node share its memory, and their shares are alike.
    std::size_t available = available_memory() / static_cast<std::size_t>(node_ranks_);
    if (static_cast<std::size_t>(touched) <= available) {
        std::size_t bytes = 0;
        for (const Allocation* allocation : binding.allocations)
            bytes += allocation->bytes;
        for (Allocation* allocation : binding.allocations)
            allocation->ample = allocation->ample || bytes <= available / ample; // to ask takes long
        return;
    }
    // What is written for sure takes memory, and what is received. To read what was never written takes none, and what
    // is perhaps touched need not be.
    std::vector<Region> regions;
    for (std::size_t a = 0; a < access.size(); ++a)
        regions.push_back(access[a].write | (access[a].reads() - binding.allocations[a]->state->full().held_by(rank_)));
    std::size_t missing = 0, largest = 0, largest_bytes = 0;
    for (std::size_t a = 0; a < regions.size(); ++a) {
        std::size_t untouched = 0;
        for_each_run(regions[a], binding.allocations[a]->shape, [&](Run run) {
            untouched +=
                untouched_bytes(binding.allocations[a]->base + run.offset, static_cast<std::size_t>(run.bytes));
        });
        missing += untouched;
        if (untouched > largest_bytes) {
            largest_bytes = untouched;
            largest = a;
        }
    }
    if (missing > available)
        fail(request.loop->at, text("not enough memory for array ", array_of(request, binding, largest), " (",
                                    binding.allocations[largest]->bytes, " bytes): each rank needs ", missing,
                                    " bytes more here, and ", available, " bytes are available"));
}

} // namespace hydra::rt
