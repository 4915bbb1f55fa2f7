// What has been tried in vain is left out for a while, and after each further failure for twice as long. It counts
// launches, not time, so that all ranks, and dry runs, decide alike.
#pragma once
#include <algorithm>
#include <cstdint>

namespace hydra::rt {

class Backoff {
  public:
    // So many launches are left out after the first failure, and so many at most.
    explicit constexpr Backoff(std::int64_t least, std::int64_t most) : least_(least), most_(most), next_(least) {}

    // Whether this launch is one of those left out; counts it.
    bool leaves_out() {
        if (left_ == 0)
            return false;
        --left_;
        return true;
    }
    [[nodiscard]] bool is_waiting() const { return left_ > 0; }
    // Whether the last attempts failed.
    [[nodiscard]] bool has_failed() const { return next_ > least_; }
    void fail() {
        left_ = next_;
        next_ = std::min(most_, 2 * next_);
    }
    void succeed() {
        left_ = 0;
        next_ = least_;
    }

  private:
    std::int64_t least_, most_;
    std::int64_t left_ = 0, next_;
};

// The other way round: what would be in vain is tried all the same at the first occasion, then at every second one,
// fourth, …
class RareAttempt {
  public:
    explicit constexpr RareAttempt(std::int64_t most) : most_(most) {}
    bool is_due() {
        if (++since_ < every_)
            return false;
        since_ = 0;
        every_ = std::min(most_, 2 * every_);
        return true;
    }

  private:
    std::int64_t most_, since_ = 0, every_ = 1;
};

} // namespace hydra::rt
