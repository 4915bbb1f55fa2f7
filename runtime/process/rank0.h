// What differs between ranks (clocks, the environment, files) is asked of rank 0 alone, in serial code, where all ranks
// ask the same at the same time: it acts, and its result and errno go to all.
#pragma once

#include "runtime/process/process.h"

#include <cerrno>
#include <type_traits>

namespace hydra::rt {

// Whether one rank may act for all: several ranks are at the same place of serial code (or of a loop that every rank
// runs), on their main threads, before the program's end. Elsewhere, and with one rank, everybody acts for itself.
bool in_step();
// From here on the ranks are no longer in step: the program has ended.
void leave_step();
// Whether this process is the one that acts; true with one rank and before the start.
bool is_rank0();

// Rank 0's bytes on all ranks. `what` names them in the message of a rank that waits long; null: waiting is no surprise
// (input from a terminal).
void hand_to_all(void* data, std::size_t bytes, const char* what);

// The value of act() on rank 0, and errno after it, on all ranks. Only in step.
template <class Act> auto on_rank0(Act act, const char* what = "a system call of rank 0") {
    using Result = decltype(act());
    static_assert(std::is_trivially_copyable_v<Result>);
    struct Outcome {
        Result result;
        int error;
    } outcome{};
    if (is_rank0()) {
        outcome.result = act();
        outcome.error = errno;
    }
    hand_to_all(&outcome, sizeof outcome, what);
    errno = outcome.error;
    return outcome.result;
}

// on_rank0 where the ranks are in step, else just act().
template <class Act> auto once(Act act) { return in_step() ? on_rank0(act) : act(); }

// once() for a call that reads a clock by which the program may time its loops.
void settle_work();
template <class Act> auto once_settled(Act act) {
    settle_work();
    return once(act);
}

// once() for a call that also fills *filled, which all ranks then have.
template <class Filled, class Act> auto once_filling(Filled* filled, Act act) {
    if (!in_step())
        return act();
    const auto result = on_rank0(act);
    if (filled != nullptr)
        hand_to_all(filled, sizeof *filled, "a system call of rank 0");
    return result;
}

} // namespace hydra::rt
