// See merge_step.h.
#include "runtime/steps/merge_step.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"
#include "runtime/steps/sized_exchange.h"

#include <algorithm>
#include <cstring>
#include <ctime>

namespace hydra::rt {
namespace {

// Several ranks may have noticed it; the first of the two that did it speaks.
void wait_for_speaker(const Transport& transport, const MergeConflict& conflict) {
    if (transport.rank() == conflict.first)
        return;
    const timespec while_it_speaks = {3, 0};
    nanosleep(&while_it_speaks, nullptr);
}

} // namespace

void MergeStep::note(const Plan& plan, const Binding& binding) {
    mergers_.resize(std::max(mergers_.size(), plan.merges.size()));
    for (std::size_t m = 0; m < plan.merges.size(); ++m)
        counters_.effort.compared +=
            mergers_[m].note(plan.merges[m].plan, transport_.rank(), merged_in(plan.merges[m], binding).base);
}

void MergeStep::merge(const Plan& plan, const Binding& binding, const Header& header, const char* at,
                      LoopCounter& loop) {
    if (plan.merges.empty())
        return;
    const double start = now();
    for (std::size_t m = 0; m < plan.merges.size(); ++m)
        mergers_[m].find_changes(merged_in(plan.merges[m], binding).base);
    std::vector<SizedMessage> letters = sized_messages_of(plan.merges, transport_.size());
    transport_.waits_in(at, plan.merges.front().namers.back().name.c_str());
    for (SizedMessage& letter : letters) {
        letter.out.resize(head_bytes);
        for (std::size_t m = 0; m < plan.merges.size(); ++m) {
            const std::size_t before = letter.out.size();
            if (const MergePlan::Partner* partner = partner_of(plan.merges[m].plan, letter.rank)) {
                mergers_[m].pack(*partner, merged_in(plan.merges[m], binding).base, letter.out);
                count(merged_in(plan.merges[m], binding), transport_.rank(), letter.rank,
                      static_cast<std::int64_t>(letter.out.size() - before), loop);
            }
        }
        count_messages(loop, transport_.rank(), letter.rank, 1);
        const auto bytes = static_cast<std::int64_t>(letter.out.size());
        std::memcpy(letter.out.data(), &header, sizeof header);
        std::memcpy(letter.out.data() + sizeof header, &bytes, sizeof bytes);
        letter.out.resize(std::max(letter.out.size(), letter.first));
        letter.in.resize(letter.first);
        transport_.receive(letter.rank, letter.in.data(), letter.first);
    }
    for (const SizedMessage& letter : letters)
        transport_.send(letter.rank, letter.out.data(), letter.first);
    transport_.wait();
    for (SizedMessage& letter : letters) {
        check(header, letter.in.data(), letter.rank);
        std::int64_t bytes = 0;
        std::memcpy(&bytes, letter.in.data() + sizeof header, sizeof bytes);
        if (static_cast<std::size_t>(bytes) > letter.first) {
            letter.in.resize(static_cast<std::size_t>(bytes));
            transport_.receive(letter.rank, letter.in.data() + letter.first, letter.in.size() - letter.first);
        }
    }
    for (const SizedMessage& letter : letters)
        if (letter.out.size() > letter.first) {
            transport_.send(letter.rank, letter.out.data() + letter.first, letter.out.size() - letter.first);
            count_messages(loop, transport_.rank(), letter.rank, 1);
        }
    transport_.wait();
    transport_.waits_in(at, "");
    for (const SizedMessage& letter : letters) {
        const unsigned char* next = letter.in.data() + head_bytes;
        for (std::size_t m = 0; m < plan.merges.size(); ++m)
            if (const MergePlan::Partner* partner = partner_of(plan.merges[m].plan, letter.rank))
                if (const auto conflict = mergers_[m].unpack(*partner, merged_in(plan.merges[m], binding).base, next)) {
                    wait_for_speaker(transport_, *conflict);
                    fail_conflict(plan.merges[m], merged_in(plan.merges[m], binding), *conflict, at);
                }
    }
    stopwatch_.ended(counters_.seconds.communication, Trace::Kind::communication, at, start);
}

void MergeStep::count(const Allocation& allocation, int from, int to, std::int64_t bytes, LoopCounter& loop) {
    counters_.count({Moved::Kind::coherence, loop.at.c_str(), 0, from, to, bytes, 0, &allocation, nullptr, 0,
                     "what its iterations changed of"});
    counters_.arrays[static_cast<std::size_t>(allocation.counter)].coherence_bytes += bytes;
    loop.coherence_bytes += bytes;
}

void MergeStep::count_messages(const LoopCounter& loop, int from, int to, std::int64_t messages) {
    counters_.count({Moved::Kind::coherence, loop.at.c_str(), 0, from, to, 0, messages});
}

void fail_conflict(const ArrayMerge& array, const Allocation& allocation, const MergeConflict& conflict,
                   const char* at) {
    fail(at, text("the loop is not parallel: iterations of rank ", conflict.first, " and of rank ", conflict.second,
                  " change ", element_text(namer_at(array.namers, conflict.offset), allocation.name, conflict.offset),
                  " to different values [hydra-race]"));
}

} // namespace hydra::rt
