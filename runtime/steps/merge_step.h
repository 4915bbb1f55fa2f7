// Merging what several ranks may have written (directory/merge.h): a launch whose plan has merges keeps twins before
// its iterations run, and brings the ranks' changes together when they are over. There is one message a pair of ranks,
// whose length only the sender knows: the first piece has a size that both know and says how much follows.
#pragma once

#include "runtime/comm/header.h"
#include "runtime/comm/transport.h"
#include "runtime/plan/plan.h"
#include "runtime/stats/counters.h"
#include "runtime/stats/stopwatch.h"
#include "runtime/touch/binding.h"

#include <vector>

namespace hydra::rt {

class MergeStep {
  public:
    MergeStep(Transport& transport, Counters& counters, Stopwatch& stopwatch)
        : transport_(transport), counters_(counters), stopwatch_(stopwatch) {}

    // Before the iterations run: keeps what others may change, too.
    void note(const Plan& plan, const Binding& binding);
    // After them. Ends the program where two ranks have changed one element to different values.
    void merge(const Plan& plan, const Binding& binding, const Header& header, const char* at, LoopCounter& loop);
    // Counts what one rank tells another one of an allocation.
    void count(const Allocation& allocation, int from, int to, std::int64_t bytes, LoopCounter& loop);
    void count_messages(const LoopCounter& loop, int from, int to, std::int64_t messages);

  private:
    Transport& transport_;
    Counters& counters_;
    Stopwatch& stopwatch_;
    std::vector<Merger> mergers_; // reused, one an ArrayMerge
};

// The allocation in which ranks merge, and where it lies.
inline Allocation& merged_in(const ArrayMerge& array, const Binding& binding) {
    return *binding.allocations[static_cast<std::size_t>(array.allocation)];
}
[[noreturn]] void fail_conflict(const ArrayMerge& array, const Allocation& allocation, const MergeConflict& conflict,
                                const char* at);

} // namespace hydra::rt
