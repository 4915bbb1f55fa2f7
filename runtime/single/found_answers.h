// Loops that write where only data tell: inspectors find where, which takes about as long as one thread takes to run
// the loop. So it is asked seldom: when threads have saved too little for want of an answer, and what has been found
// holds as long as what the inspectors have read is as it was.
#pragma once

#include "runtime/single/independence.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace hydra::rt {

class FoundAnswers {
  public:
    // What has been found for such a launch, if nothing that decided it has changed.
    std::optional<Independence> known(const SingleLaunch& launch, std::uint64_t gone);
    // Seconds that it may take to ask, where threads would save so many in so many iterations; 0: it is not asked.
    double allowance(double saved, std::int64_t iterations);
    // Asking took so many seconds, of which `begun` before the first iteration, for so many of them.
    void has_asked(double seconds, double begun, std::int64_t iterations, bool answered);
    void remember(const SingleLaunch& launch, std::uint64_t gone, Independence answer, std::vector<Content> decided_by);

  private:
    struct Answer {
        std::vector<const void*> pointers;
        std::vector<long> keys;
        Interval iterations{0, 0};
        std::uint64_t gone = 0;
        Independence independence = Independence::none;
        std::vector<Content> decided_by;
        std::size_t bytes = 0; // of these
    };
    std::deque<Answer> answers_; // the newest first
    double begun_ = 0;           // seconds before the first iteration
    double price_ = 0;           // seconds an iteration; 0: nobody knows
    double forgone_ = 0;         // what threads would have saved since it was asked last
    int unused_ = 0;             // answers, one after the other, that were asked for in vain
    bool is_new_ = false;        // the newest one has not been used again
};

} // namespace hydra::rt
