// The floor: each of several ranks runs everything on everything, which it has, without a message. That is the
// sequential program, which generated code runs as it stands while hydra_rt_single is HYDRA_RT_AT_FLOOR. The account
// (account.h) decides when ranks go there, and when they share again. They go together: they agree on what they have
// counted after so many steps, the same on all of them.
#pragma once

#include "runtime/launch/runtime.h"
#include "runtime/single/single_rank.h"

#include <array>

namespace hydra::rt {

class Floor {
  public:
    // least_spread: operations from which on threads at the floor are worth waking. node_ranks: that share a machine's
    // memory. speaks: this rank tells the user what is decided.
    Floor(Runtime& runtime, long least_spread, int node_ranks, bool speaks);

    // A step has been made that ranks share: a launch, or a site of serial code. at: the place.
    void after_step(const char* at) {
        if (++steps_ >= next_look_ || runtime_.account().is_refused())
            look(at);
    }
    // Every program begins there, before main, until a launch comes that is worth sharing out: nobody lacks anything
    // yet.
    void begin();
    // Goes to the floor for good.
    void stay();
    // Goes there after every few steps, and comes back after every few launches.
    void alternate();
    // Whether ranks share this launch, and what comes after it, because that has become worth it.
    bool leaves_for(hydra_rt_loop& loop, const long* k, Interval iterations);

  private:
    void look(const char* at);
    void enter(const char* at);
    void run_alike();
    void leave(const char* at);
    [[nodiscard]] bool fits() const;
    template <std::size_t N> [[nodiscard]] std::array<double, N> most_of_all(const std::array<double, N>& mine) const;

    Runtime& runtime_;
    long least_spread_;
    int node_ranks_;
    bool speaks_;
    bool stays_ = false, alternates_ = false, has_shared_ = false;
    Effort seen_;
    std::int64_t steps_ = 0, looked_at_ = 0, next_look_ = worth::steps_to_first_look;
};

} // namespace hydra::rt
