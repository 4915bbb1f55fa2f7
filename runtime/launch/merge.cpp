// Merging what several ranks may have written (part of Runtime; see directory/merge.h): a launch whose plan has merges
// keeps twins before its iterations run, and brings the ranks' changes together when they are over. There is one
// message a pair of ranks, whose length only the sender knows: the first piece has a size that both know and says how
// much follows.
#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/comm/header.h"
#include "runtime/launch/letters.h"
#include "runtime/launch/runtime.h"

#include <algorithm>
#include <cstring>
#include <ctime>

namespace hydra::rt {

void Runtime::note_doubtful(const Plan& plan) {
    mergers_.resize(std::max(mergers_.size(), plan.merges.size()));
    for (std::size_t m = 0; m < plan.merges.size(); ++m)
        mergers_[m].note(plan.merges[m].plan, transport_->rank(), base_of(plan.merges[m]));
}

char* Runtime::base_of(const ArrayMerge& array) const {
    return active_->binding.allocations[static_cast<std::size_t>(array.allocation)]->base;
}

void Runtime::merge(const Plan& plan, const char* at) {
    if (plan.merges.empty())
        return;
    const double start = now();
    const Header header = make_header(sequence_, plan.key_hash, at);
    for (std::size_t m = 0; m < plan.merges.size(); ++m)
        mergers_[m].find_changes(base_of(plan.merges[m]));
    std::vector<Letter> letters = letters_of(plan.merges, transport_->size());
    transport_->waits_in(at, plan.merges.front().faces.back().name.c_str());
    for (Letter& letter : letters) {
        letter.out.resize(head_bytes);
        for (std::size_t m = 0; m < plan.merges.size(); ++m) {
            const std::size_t before = letter.out.size();
            if (const MergePlan::Partner* partner = partner_of(plan.merges[m].plan, letter.rank)) {
                mergers_[m].pack(*partner, base_of(plan.merges[m]), letter.out);
                count_merged(plan.merges[m].allocation, transport_->rank(), letter.rank,
                             static_cast<std::int64_t>(letter.out.size() - before));
            }
        }
        ++counters_.coherence.messages;
        const auto bytes = static_cast<std::int64_t>(letter.out.size());
        std::memcpy(letter.out.data(), &header, sizeof header);
        std::memcpy(letter.out.data() + sizeof header, &bytes, sizeof bytes);
        letter.out.resize(std::max(letter.out.size(), letter.first));
        letter.in.resize(letter.first);
        transport_->receive(letter.rank, letter.in.data(), letter.first);
    }
    for (const Letter& letter : letters)
        transport_->send(letter.rank, letter.out.data(), letter.first);
    transport_->wait();
    for (Letter& letter : letters) {
        check(header, letter.in.data(), letter.rank);
        std::int64_t bytes = 0;
        std::memcpy(&bytes, letter.in.data() + sizeof header, sizeof bytes);
        if (static_cast<std::size_t>(bytes) > letter.first) {
            letter.in.resize(static_cast<std::size_t>(bytes));
            transport_->receive(letter.rank, letter.in.data() + letter.first, letter.in.size() - letter.first);
        }
    }
    for (const Letter& letter : letters)
        if (letter.out.size() > letter.first) {
            transport_->send(letter.rank, letter.out.data() + letter.first, letter.out.size() - letter.first);
            ++counters_.coherence.messages;
        }
    transport_->wait();
    transport_->waits_in(at, "");
    for (const Letter& letter : letters) {
        const unsigned char* next = letter.in.data() + head_bytes;
        for (std::size_t m = 0; m < plan.merges.size(); ++m)
            if (const MergePlan::Partner* partner = partner_of(plan.merges[m].plan, letter.rank))
                if (const auto conflict = mergers_[m].unpack(*partner, base_of(plan.merges[m]), next))
                    fail_conflict(plan.merges[m], *conflict, at);
    }
    ended(counters_.seconds.communication, Trace::Kind::communication, at, start);
}

void Runtime::count_merged(int allocation, int from, int to, std::int64_t bytes) {
    counters_.coherence.bytes += bytes;
    counters_.sent(from, to) += bytes;
    const int row = active_->binding.allocations[static_cast<std::size_t>(allocation)]->counter;
    counters_.arrays[static_cast<std::size_t>(row)].coherence_bytes += bytes;
    counter().coherence_bytes += bytes;
}

// Several ranks may have noticed it; the first of the two that did it speaks.
void Runtime::fail_conflict(const ArrayMerge& array, const MergeConflict& conflict, const char* at) {
    if (!dry_ && transport_->rank() != conflict.first) {
        const timespec while_it_speaks = {3, 0};
        nanosleep(&while_it_speaks, nullptr);
    }
    const Allocation& allocation = *active_->binding.allocations[static_cast<std::size_t>(array.allocation)];
    fail(at, text("the loop is not parallel: iterations of rank ", conflict.first, " and of rank ", conflict.second,
                  " change ", element_text(face_at(array.faces, conflict.offset), allocation.name, conflict.offset),
                  " to different values [hydra-race]"));
}

} // namespace hydra::rt
