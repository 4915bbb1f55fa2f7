// How many operations a launch takes: what the compiler has counted in an iteration. Where it has loops of which nobody
// knows how often they go round, the elements that its footprint names, or that an inspector has noted, tell how often
// that is. It depends on no clock and no rank.
#pragma once

#include "runtime/directory/partition.h"

#include <cstdint>
#include <vector>

struct hydra_rt_loop;

namespace hydra::rt {

struct Effort;
struct TableView;

struct IterationWork {
    double operations = 0;  // of an iteration, as it was taken to be the last time
    double touched = 0;     // elements of one iteration that footprints name, for these keys
    bool is_exact = true;   // they may name no more of them
    std::vector<long> keys; // and the bounds
    std::int64_t looks = 0;
    double noted = 0; // elements of one iteration that the last inspector found

    [[nodiscard]] bool holds(const hydra_rt_loop& loop, const long* k, Interval iterations) const;
};

// known: of the loop, between launches. is_shared: it is looked at anew wherever it may be another; else only where
// that would be much, and every worth::looks_again_at_work times.
double operations_of(const hydra_rt_loop& loop, const long* k, Interval iterations, IterationWork& known,
                     bool is_shared);

// Counts what it took to follow a launch's tables (null: there are none). followed: the newest view of the loop's that
// has been counted. True: this one is new.
bool count_followed(const TableView* view, std::uint64_t& followed, Effort& effort);

} // namespace hydra::rt
