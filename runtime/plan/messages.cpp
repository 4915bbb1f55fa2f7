// See messages.h.
#include "runtime/plan/messages.h"

#include "runtime/directory/tree.h"

#include <algorithm>
#include <functional>

namespace hydra::rt {
namespace {

Small<std::int64_t, 4> zeros(std::size_t count) {
    Small<std::int64_t, 4> out;
    for (std::size_t i = 0; i < count; ++i)
        out.push_back(0);
    return out;
}

} // namespace

Message& MessageList::message_for(const Transfer& transfer, bool fresh) {
    if (context_.plays_all)
        return message_between(transfer, fresh);
    const bool sending = transfer.from == context_.rank;
    std::vector<Message>& messages = sending ? sends_ : receives_;
    const int peer = sending ? transfer.to : transfer.from;
    const auto last = std::find_if(messages.rbegin(), messages.rend(),
                                   [&](const Message& m) { return m.peer == peer && m.round == transfer.round; });
    if (last != messages.rend() && !fresh)
        return *last;
    const int window = last == messages.rend() ? 0 : last->window + 1;
    messages.push_back({peer, 0, {}, zeros(binding_.allocations.size()), transfer.round, window, 0});
    return messages.back();
}

Message& MessageList::message_between(const Transfer& transfer, bool fresh) {
    const auto [latest, first] = latest_.try_emplace({transfer.from, transfer.to, transfer.round}, sends_.size());
    if (!first && !fresh)
        return sends_[latest->second];
    const int window = first ? 0 : sends_[latest->second].window + 1;
    latest->second = sends_.size();
    sends_.push_back(
        {transfer.to, 0, {}, zeros(binding_.allocations.size()), transfer.round, window, 0, transfer.from});
    return sends_.back();
}

void MessageList::note_carried(std::size_t allocation, const Transfer& transfer) {
    std::vector<Region>& carried = transfer.from == context_.rank ? sent_ : received_;
    for (std::size_t a = carried.size(); a < binding_.allocations.size(); ++a)
        carried.emplace_back(binding_.allocations[a]->shape.dims());
    carried[allocation] |= transfer.region;
}

void MessageList::note_part(Message& message, std::size_t allocation, const Region& region) {
    const auto known = std::find_if(message.carried.begin(), message.carried.end(),
                                    [&](const auto& part) { return part.first == static_cast<int>(allocation); });
    if (known == message.carried.end())
        message.carried.emplace_back(static_cast<int>(allocation), region);
    else
        known->second |= region;
}

void MessageList::spread(std::size_t allocation, std::vector<Transfer> transfers) {
    rt::spread(transfers, context_.ranks);
    add(allocation, transfers);
}

void MessageList::add(std::size_t allocation, const std::vector<Transfer>& transfers) {
    const int rank = context_.rank;
    const bool all = context_.plays_all;
    if (sends_.empty() && receives_.empty() && !all) {
        const auto sends = static_cast<std::size_t>(
            std::count_if(transfers.begin(), transfers.end(), [rank](const Transfer& t) { return t.from == rank; }));
        sends_.reserve(sends);
        receives_.reserve(transfers.size() - sends);
    }
    for (const Transfer& transfer : transfers) {
        if (!all && transfer.from != rank && transfer.to != rank)
            continue;
        if (context_.keeps_access)
            note_carried(allocation, transfer);
        Message* message = &message_for(transfer, false);
        if (context_.keeps_parts)
            note_part(*message, allocation, transfer.region);
        const auto add_run = [&](Run run) {
            const std::int64_t packed = run.bytes < direct_bytes ? run.bytes : 0;
            if (message->bytes > 0 && message->packed + packed > context_.window)
                message = &message_for(transfer, true);
            if (!all)
                message->pieces.push_back({static_cast<int>(allocation), run});
            message->packed += packed;
            message->bytes += run.bytes;
            message->bytes_of[allocation] += run.bytes;
        };
        for_each_run(transfer.region, binding_.allocations[allocation]->shape, std::ref(add_run));
    }
}

void MessageList::add(const Additions::Filler& filler) {
    if (!context_.plays_all && filler.from != context_.rank && filler.to != context_.rank)
        return;
    Message& message = message_for({filler.from, filler.to, Region()}, false);
    message.filler += filler.bytes;
    message.bytes += filler.bytes;
    message.bytes_of[static_cast<std::size_t>(filler.allocation)] += filler.bytes;
}

void MessageList::move_to(Plan& plan) {
    plan.sends = std::move(sends_);
    plan.receives = std::move(receives_);
    plan.sent = std::move(sent_);
    plan.received = std::move(received_);
    latest_.clear();
}

} // namespace hydra::rt
