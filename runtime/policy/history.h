// What earlier launches of a loop have taught about how to run the next ones: counts and back-offs, by which
// DistributionPolicy decides. Where ranks decide together, these are the same on all of them.
#pragma once

#include "runtime/base/numbers.h"
#include "runtime/policy/backoff.h"
#include "runtime/policy/worth.h"

#include <cstdint>

namespace hydra::rt {

// Launches are numbered by what they are known by; of one loop, so many numbers are remembered.
inline constexpr std::size_t most_keys_noted = 1 << 16;

struct LaunchHistory {
    struct {                                                   // looks at what data decide (inspectors)
        Backoff vain{worth::vain_least, worth::most_left_out}; // those that found nearly all of the arrays
        bool dear = false;       // the last one served one launch only, which would have been faster without it;
        double seconds = 0;      // that it took for each iteration
        bool everywhere = false; // every rank runs all of the active launch instead
        NumberSet passed_over{most_keys_noted};  // launches of which that has been so; of those that
        RareAttempt again{worth::most_left_out}; // came again, one is looked up now and then
        Backoff overlaps{worth::overlap_least, worth::most_left_out}; // looks that found ranks to overlap
        bool told = false;                                            // that looks are too dear
    } looks;
    struct { // launches whose rows are out of order, which every rank runs until the next look at the tables
        Backoff looks{worth::rows_least, worth::most_left_out};
        bool told = false;
    } rows;
    struct { // on the only rank: launches that took long to follow their pointers, one after the other
        int dear = 0;
        Backoff looks{worth::follows_least, worth::most_left_out};
        std::uint64_t view = 0; // where the last one's pointers led
    } follows;
    struct {                                 // launches that are too small to be shared out
        std::uint64_t since = 0;             // since this launch all of the loop's have been small, and no other
        std::int64_t launches = 0;           // has been shared out over their arrays; so many
        std::int64_t looks = 0, bytes = 0;   // what an iteration touches
        std::int64_t price = 1;              // 2 to the number of times that arrays were brought for them
        bool is = false, everywhere = false; // the active one is small; every rank has run one
    } small;
};

} // namespace hydra::rt
