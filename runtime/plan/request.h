// What a launch or a serial site asks of those who plan it: its loop, its iterations, and what is known of them.
#pragma once

#include "runtime/base/integers.h"
#include "runtime/directory/partition.h"
#include "runtime/plan/said_layouts.h"
#include "runtime/sets/view.h"
#include "runtime/touch/footprint.h"
#include "runtime/touch/inspection.h"
#include "runtime/touch/tables.h"

#include <map>
#include <span>
#include <vector>

namespace hydra::rt {

// What a communication scheme moves besides what the launch needs (schemes.h).
struct Additions {
    std::vector<std::map<int, Region>> reads; // by allocation and rank: to be received as if it were read
    struct Filler {                           // bytes that mean nothing
        int allocation, from, to;
        std::int64_t bytes;
    };
    std::vector<Filler> fillers;
};

// The rounds of a loop that ranks do not share out.
inline constexpr Interval all_rounds{-unbounded, unbounded};

// Which iterations each rank runs, and which rounds of these (hydra_rt_boxes).
struct BoxShares {
    std::vector<std::vector<Interval>> iterations;
    std::vector<Interval> rounds;
};

struct PlanRequest {
    const hydra_rt_loop* loop;
    const long* k;
    long begin; // a serial site has the one iteration 0 <= x < 1
    long end;
    long align_offset;
    bool serial_site;                       // all ranks read, and write equal values
    bool* overlap_warned;                   // the loop's overlap has been reported
    bool replicated;                        // every rank runs all iterations in order, whatever the loop's flags say
    const Inspection* inspection = nullptr; // what the inspectors have found so far; null: there are none
    const TableView* tables = nullptr;      // where pointers in tables lead; null: there are none
    // Of a slot whose table of pointers cannot be looked at; or -1.
    int lost_table = -1;
    std::int64_t most_pointers = worth::most_pointers_of_launch; // of tables, that are followed one by one
    bool too_many_pointers = false;                              // `lost_table` because there are more
    bool alone = false; // a serial site whose statement rank 0 runs for all where not every rank has what it reads

    // What the loop's footprint function says of these iterations.
    void describe(std::span<const Interval> iterations, hydra_rt_footprint& footprint) const;
    // The same of all iterations; `described` is filled where it is not known yet.
    const hydra_rt_footprint& of_all(hydra_rt_footprint& described) const;
    // The user's name of what a slot reaches.
    [[nodiscard]] const char* name(std::size_t slot) const {
        return loop->slot[tables == nullptr ? slot : tables->origin(slot)].name;
    }
    const Additions* additions = nullptr; // null: none
    const Interval* rounds = nullptr;     // footprints speak of these rounds only (hydra_rt_boxes); null: of all
    // Where it is said what each rank runs, and not left to the plan maker; a number for it among the loop's launches.
    const BoxShares* shares = nullptr;
    std::int64_t step = 0;
    const SaidPlace* place = nullptr; // null: it is ours to choose
    // Of a launch whose like has not been before, what tells it from others: states after it need no numbers. 0: none.
    std::uint64_t trace = 0;
    bool reaches_rows =
        false;             // behind tables, which are neither described nor bound; they are apart (single_rank_rows.h)
    bool in_order = false; // one thread runs a rank's iterations, as if threads overlapped
    bool may_refine = false; // where parties overlap, the fine inspector is asked before anyone is told
    // What the loop's footprint function says of all iterations, where that is all there is to say and is known; or
    // null.
    const hydra_rt_footprint* whole = nullptr;
};

// How a slot sees its allocation.
View view_of(const hydra_rt_footprint::Slot& slot, std::int64_t offset);

} // namespace hydra::rt
