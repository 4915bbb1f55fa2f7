// What one launch or one serial site does on this rank: which iterations it runs, which bytes it sends and receives,
// and what the directory says afterwards. A plan is a function of its key alone (the loop, its scalars, and size,
// shape and state of each allocation), so it is made once for a key and used again.
#pragma once

#include "runtime/backend/cpu.h"
#include "runtime/base/integers.h"
#include "runtime/directory/merge.h"
#include "runtime/directory/partition.h"
#include "runtime/directory/planner.h"
#include "runtime/touch/binding.h"
#include "runtime/touch/face.h"
#include "runtime/touch/inspection.h"
#include "runtime/touch/tables.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hydra::rt {

struct DealtAccess; // directory/dealt.h
class DealtState;

struct Piece {
    int allocation; // index into Binding::allocations
    Run run;
};

// All that goes to one peer, or comes from it, in one round, in one message; more than one where the packed runs would
// take too much memory: then one window after the other.
struct Message {
    int peer = 0;
    std::int64_t bytes = 0;
    Small<Piece, 2> pieces;
    Small<std::int64_t, 4> bytes_of; // by allocation
    int round = 0, window = 0;
    std::int64_t packed = 0; // bytes of the runs that are too short to travel by themselves
    int from = 0;            // in a dry run: the sender
    std::int64_t filler = 0; // of `bytes`: travel behind the packed runs and mean nothing
};

inline constexpr std::int64_t direct_bytes = 64 * 1024;  // runs from this size on are not packed
inline constexpr std::int64_t worth_checking = 64 << 20; // bytes touched, below which nobody looks at free memory

// A section that the launch reduces.
struct ReducedArray {
    int reduction = 0;           // index into the loop's
    int allocation = 0;          // index into Binding::allocations
    Region section;              // in the allocation's index space
    std::int64_t lo = 0, hi = 0; // bytes of the allocation from the section's first element to its last
    // What each rank combines and then holds alone, by rank; empty: all ranks combine and hold all of `section`.
    std::vector<Region> parts;
    std::vector<std::vector<Run>> runs; // of the parts, or one entry: of the section
    std::vector<Run> gaps;              // between lo and hi, outside of the section
};

// What ranks may both write of an allocation, with this one among them.
struct ArrayMerge {
    int allocation = 0; // index into Binding::allocations
    MergePlan plan;
    std::vector<Face> faces; // see PlanMaker::faces
};

struct Plan {
    bool replicated = false;          // every rank runs all iterations in order
    bool overlap = false;             // that or one_thread, because what ranks or threads may touch meets
    bool overlap_agreed = false;      // `overlap` speaks of all ranks
    bool one_thread = false;          // this rank's threads would touch what another one writes
    bool apart = false;               // no slot leads to memory that the launch writes through another one
    std::vector<Interval> iterations; // this rank's
    std::int64_t iteration_count = 0; // in all of them
    std::optional<Interval> rounds;   // which it runs of a loop whose rounds ranks share out, too (hydra_rt_boxes)
    int last_rank = 0;                // runs the sequentially last iteration
    std::vector<int> in_turn;         // all ranks, as their first iterations come in the user's loop
    std::vector<Message> sends;
    std::vector<Message> receives;
    std::vector<ArrayMerge> merges;   // by allocation
    std::shared_ptr<Plan> settling;   // what is sent to the owners of rows afterwards (settle.cpp); null: nothing
    std::vector<StateRef> next;       // by allocation
    std::vector<bool> written;        // by allocation: some rank writes, or may write, to it
    std::uint64_t key_hash = 0;       // equal on all ranks
    Accumulators accumulators;        // of the loop's reductions
    std::vector<ReducedArray> arrays; // in the reductions' order
    bool alone = false;               // rank 0 alone has what the site's statement reads
    // Where the rank has a device, by allocation: what this rank (or, of code that all run, each) touches; what its
    // messages carry.
    std::vector<RankAccess> access;
    std::vector<Region> sent, received;
    std::vector<Region> held; // afterwards, where other ranks took some of it
    // What each of the rank's devices runs (device_parts.cpp); empty: nobody has looked.
    struct DevicePart {
        std::size_t device = 0;
        std::vector<Interval> iterations;
        std::int64_t number = 0;        // of the first one, among the rank's
        std::vector<RankAccess> access; // empty: the plan's
    };
    std::vector<DevicePart> device_parts;
    // In a dry run `sends` has the messages of all ranks, without pieces, and `receives` none. By rank: its iterations,
    // and its part in merges. By allocation: what the launch writes, or may write.
    std::vector<std::vector<Interval>> shares;
    std::vector<Interval> rounds_of; // where `rounds` is set
    std::vector<std::vector<ArrayMerge>> merges_of;
    std::vector<Region> computed;
    struct Step { // what travels at one time: of one round and window
        Small<const Message*, 4> sends, receives;
    };
    std::vector<Step> steps; // in order; found when the messages first travel, and pointing at them
    // What may run while the last step's messages travel, and what has to wait for them (overlap.cpp). Looked for when
    // the plan is used a second time: many are used once.
    struct Overlap {
        std::vector<Interval> inside, border;
        std::int64_t slices = 1; // into which `inside` is cut, to move messages in between
    };
    std::optional<Overlap> overlap_with_messages;
    int uses = 0;                                     // counted up to 2
    std::map<std::array<int, 3>, std::size_t> latest; // while it is made: index of the last message, by ranks and round
};

// The messages of each round and window, pointing at the plan's.
std::vector<Plan::Step> steps_of(const Plan& plan);

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
    // Of a launch whose like has not been before, what tells it from others: states after it need no numbers. 0: none.
    std::uint64_t trace = 0;
    bool reaches_rows = false; // behind tables, which are neither described nor bound; they are apart (lone_rows.h)
    bool in_order = false;     // one thread runs a rank's iterations, as if threads overlapped
    bool may_refine = false;   // where parties overlap, the fine inspector is asked before anyone is told
    // What the loop's footprint function says of all iterations, where that is all there is to say and is known; or
    // null.
    const hydra_rt_footprint* whole = nullptr;
};

// The name by which the launch knows an allocation: that of the first slot which uses it.
std::string array_of(const PlanRequest& request, const Binding& binding, std::size_t allocation);
// How a slot sees its allocation.
View view_of(const hydra_rt_footprint::Slot& slot, std::int64_t offset);
// The ranks, as the first iterations of their shares come in the user's loop; those without any are the last.
std::vector<int> take_turns(const std::vector<std::vector<Interval>>& shares, bool descending);

class PlanMaker {
  public:
    PlanMaker(Registry& registry, const PartitionSpec& partition, int rank, int ranks, int node_ranks,
              const CpuDevice& device, std::int64_t window, bool keeps_access, bool plays_all = false,
              bool turns = false)
        : registry_(registry), partition_(partition), rank_(rank), ranks_(ranks), node_ranks_(node_ranks),
          device_(device), window_(window), keeps_access_(keeps_access), plays_all_(plays_all), turns_(turns) {}

    using Access = std::vector<RankAccess>; // of one rank, or of all of them alike: one entry an allocation

    // Gives each allocation the shape that the launch's slots ask for. True when one changed (the key changes then).
    bool refine_shapes(const PlanRequest& request, const Binding& binding);
    // Ends all ranks with a message where the launch leaves an allocation, or needs more memory than there is.
    Plan make(const PlanRequest& request, const Binding& binding);
    // The same with little effort, where this is the only rank and bytes tell that nothing is wrong with the launch.
    // reaches: one a slot, of the whole launch.
    std::optional<Plan> make_single(const PlanRequest& request, const Binding& binding,
                                    const std::vector<Reach>& reaches) const;
    // Brings the binding's allocations together on every rank, or this part of its only one.
    Plan make_gather(const Binding& binding, const Region* part = nullptr);
    // Makes valid, for each rank, all reads of its iterations that are known so far; writes nothing.
    Plan make_reads(const PlanRequest& request, const Binding& binding);
    // What the launch's inspectors read, as far as is known.
    Access indexes(const PlanRequest& request, const Binding& binding) const;
    // Whether the launch writes, as far as is known, what its inspectors read.
    // all_stay: what an iteration changes behind its own reads counts, too.
    bool writes_indexes(const PlanRequest& request, const Binding& binding, bool all_stay = false) const;
    // Whether the launch writes pointers that its tables were described by.
    bool writes_tables(const PlanRequest& request, const Binding& binding);
    // The iterations of each rank.
    std::vector<std::vector<Interval>> place(const PlanRequest& request, const Binding& binding);
    // The same, and the rounds that each rank runs of these iterations; nothing where ranks share out iterations alone.
    std::optional<BoxShares> place_boxes(const PlanRequest& request, const Binding& binding);
    // Of a launch along columns (hydra_rt_sweep): the rows that ranks keep, if that moves less than giving columns to
    // them; nothing where it does not, or may not be. told: the numbers, for people.
    struct KeptRows {
        std::vector<Interval> of; // by rank; the first one and the last one have all there may be beyond
        Interval used;            // by the launch
    };
    std::optional<KeptRows> keep_rows(const PlanRequest& request, const Binding& binding, std::string& told) const;
    // Of a launch along edges (hydra_rt_edges): by part of the loop, which rank runs which iterations; nothing where it
    // is a launch like any other. parts: the parts as loops of their own.
    std::optional<std::vector<BoxShares>> keep_lines(const PlanRequest& request, const Binding& binding,
                                                     std::span<const hydra_rt_loop> parts) const;
    // How many extents have got the block by which they are dealt out in turn: plans are made for these blocks.
    [[nodiscard]] std::int64_t blocks_chosen() const { return static_cast<std::int64_t>(dealt_.size()); }
    // For how many arrays it has been chosen whether ranks form a grid: plans are made for these choices.
    [[nodiscard]] std::int64_t grids_chosen() const { return static_cast<std::int64_t>(grids_.size()) + waited_; }
    // The loop is about to be launched again: whoever waits for a grid may have waited long enough.
    void count_launch(const hydra_rt_loop& loop) {
        for (GridWait& wait : waits_)
            waited_ += wait.loop == &loop && ++wait.launches == wait.enough ? 1 : 0;
    }
    // What was chosen last, and why, for people; then nothing until there is another choice.
    std::string take_told();

    // What all ranks' launch would accumulate into the arrays themselves.
    struct InPlace {
        std::vector<ReducedArray> arrays;
        Accumulators accumulators;
    };
    InPlace in_place(const PlanRequest& request, const Binding& binding) const;

    using Parties = std::span<const Found>; // whose findings count besides the footprint
    static Parties found_by(const PlanRequest& request, int rank);
    static Parties found_by_all(const PlanRequest& request);
    // What these iterations touch. left_out: of these allocations, nothing is said.
    Access evaluate(const PlanRequest& request, const Binding& binding, int rank,
                    const std::vector<Interval>& intervals, Parties found,
                    const std::vector<bool>& left_out = {}) const;

  private:
    static bool shapes_serve(const Binding& binding, const hydra_rt_footprint& footprint);
    Shape shape_for(const PlanRequest& request, const Binding& binding, const hydra_rt_footprint& footprint,
                    const Allocation& allocation, std::span<const std::size_t> slots) const;
    Access join(const PlanRequest& request, const Binding& binding, int rank,
                const hydra_rt_footprint& footprint) const;
    void add_slot(const PlanRequest& request, const Binding& binding, const hydra_rt_footprint& footprint,
                  std::size_t slot, Access& access) const;
    // False: ranks may meet. by_rows: not in boxes.
    bool plan_parallel(const PlanRequest& request, const Binding& binding, Plan& plan, bool by_rows = false);
    // The same where rules tell what ranks touch; false, and nothing changed, where they do not.
    bool plan_by_rules(const PlanRequest& request, const Binding& binding, Plan& plan);
    static bool add_rules(const hydra_rt_footprint::Slot& slot, const Allocation& allocation, std::int64_t offset,
                          std::int64_t placed, std::int64_t least_share, DealtAccess& access, long& enough);
    // Whether rules tell that each iteration writes rows of its own, which no other one touches. plan: what is written.
    static bool apart_by_rules(const PlanRequest& request, const Binding& binding, const Plan& plan);
    static bool may_write_tables(const PlanRequest& request, const Binding& binding);
    static std::vector<bool> stay_everywhere(const hydra_rt_footprint& footprint, const Binding& binding);
    // What serial code reads, by all ranks or by rank 0 alone, where rules tell who sends it, and what all ranks then
    // write; false, and nothing added, where they do not tell.
    bool read_by_rules(const PlanRequest& request, const Binding& binding, std::size_t allocation, const Region& region,
                       bool by_all, Plan& plan, const Region& written = {}) const;
    StateRef next_state(const PlanRequest& request, const Binding& binding, std::size_t allocation,
                        DealtState state) const;
    bool stays_with_all(const Allocation& allocation, const RankAccess& access) const;
    // What every rank does where all hold everything, so that bytes tell enough; false, and nothing changed, where they
    // do not.
    bool plan_everywhere(const PlanRequest& request, const Binding& binding, Plan& plan) const;
    std::optional<std::vector<bool>> written_inside(const Binding& binding, const std::vector<Reach>& reaches) const;
    // Whether the compiler's proof that iterations do not meet holds for this launch: each array that it writes is
    // reached by one pointer. plan: what is written.
    static bool is_proved_apart(const PlanRequest& request, const Binding& binding, const Plan& plan);
    // Whether one of this rank's threads would touch what another one writes.
    bool threads_overlap(const PlanRequest& request, const Binding& binding, const Plan& plan) const;
    // Whether bytes tell that they do not.
    bool threads_are_apart(const PlanRequest& request, const Binding& binding, const Plan& plan) const;
    // Whether each allocation that the launch writes is reached through one slot, and it is known through which.
    static bool lies_apart(const PlanRequest& request, const Binding& binding, const Plan& plan);
    // The sections that the launch reduces; ends all ranks with a message where one leaves its allocation. `split`:
    // large ones are given to owners part by part.
    std::vector<ReducedArray> reduced_arrays(const PlanRequest& request, const Binding& binding, bool split) const;
    void split_among_owners(const PlanRequest& request, const Binding& binding, const hydra_rt_footprint::Slot& slot,
                            std::size_t slot_index, ReducedArray& array) const;
    static Accumulators accumulators_of(const PlanRequest& request, const Binding& binding,
                                        const std::vector<ReducedArray>& arrays, bool in_place);
    // Whether an iteration touches, as it is, what the launch reduces; says so.
    bool reduced_is_touched(const PlanRequest& request, const Binding& binding, const std::vector<ReducedArray>& arrays,
                            const std::vector<std::vector<RankAccess>>& accesses) const;
    void plan_alone(const PlanRequest& request, const Binding& binding, Plan& plan) const;
    void plan_replicated(const PlanRequest& request, const Binding& binding, Plan& plan) const;
    void warn_overlap(const PlanRequest& request, const Binding& binding, std::size_t allocation,
                      const Finding& finding, const char* who, const char* consequence) const;
    // rank's part in the merges of what is shared.
    void add_merges(const PlanRequest& request, const Binding& binding, std::size_t allocation, int rank,
                    const std::vector<SharedWrite>& shared, const std::vector<RankAccess>& accesses,
                    std::vector<ArrayMerge>& merges) const;
    void note_computed(std::size_t allocation, const std::vector<RankAccess>& accesses, Plan& plan) const;
    // place.cpp; of a launch with a template, in the loop's shapes; nothing where some ranks would get too little.
    Placement placement_of(const PlanRequest& request, const Binding& binding);
    std::optional<Placement> deal_in_turn(const PlanRequest& request, const Binding& binding,
                                          const hydra_rt_footprint& footprint);
    std::int64_t block_of(const PlanRequest& request, std::int64_t extent);
    // grids.cpp; of a launch whose ranks may form a grid over such an array; one column: they do not.
    struct GridArray {
        std::int64_t rows, columns;
        double depth; // elements at one row and column
        double bytes; // of all
    };
    std::vector<Interval> rows_of_ranks(const PlanRequest& request, const Binding& binding,
                                        const hydra_rt_footprint& footprint, int slot, int dim,
                                        const Interval& used) const;
    RankGrid form_grid(const PlanRequest& request, const Binding& binding, const GridArray& array);
    // Which positions of a dimension of the array loops have used: those of a loop that is for a part only, and does
    // not change what is known, are others' with it.
    Interval used_with(const Interval& positions, const Allocation& allocation, int dim, bool streams);
    [[nodiscard]] const Interval* used_of(const Allocation& allocation, int dim) const;
    std::optional<BoxShares> shares_of_line(const PlanRequest& request, const Binding& binding,
                                            const hydra_rt_footprint& footprint, const hydra_rt_sweep& sweep) const;
    StateRef next_state(const Allocation& allocation, LaunchPlan& part) const;
    void settle(std::size_t allocation, const Binding& binding, LaunchPlan& part, Plan& plan) const;
    // How its slots look at it, the first one last; at least one.
    std::vector<Face> faces(const PlanRequest& request, const Binding& binding, std::size_t allocation) const;
    void add_transfers(const Binding& binding, std::size_t allocation, std::vector<Transfer> transfers,
                       Plan& plan) const;
    // Transfers that have their rounds.
    void add_messages(const Binding& binding, std::size_t allocation, const std::vector<Transfer>& transfers,
                      Plan& plan) const;
    void add_fillers(const PlanRequest& request, const Binding& binding, Plan& plan) const;
    Message& message_for(const Binding& binding, const Transfer& transfer, bool fresh, Plan& plan) const;
    Message& message_between(const Binding& binding, const Transfer& transfer, bool fresh, Plan& plan) const;
    void check_memory(const PlanRequest& request, const Binding& binding, const Access& access) const;
    // Whether the allocations are so small, or memory has been found to be so ample, that nothing need be checked.
    static bool may_be_used(const Binding& binding);

    Registry& registry_;
    PartitionSpec partition_;
    int rank_, ranks_, node_ranks_;
    const CpuDevice& device_;
    std::int64_t window_; // bytes that are packed at once for one peer
    bool keeps_access_;   // plans say what they touch and carry
    bool plays_all_;      // a dry run: plans speak of all ranks
    bool turns_;          // arrays may have their columns first
    struct Dealt {
        std::int64_t extent, block;
    };
    struct FormedGrid {
        int group; // of loops
        std::int64_t rows, columns;
        RankGrid grid;
        Interval rows_used{}, columns_used{}; // positions of the launch for which it was formed
    };
    struct Used {
        std::uint64_t serial; // of an allocation
        int dim;
        Interval positions;
    };
    // A loop that goes by rows, since nobody knows whether it has so many rounds that a grid saves more than it costs
    // to change places. When rows have cost as much, it changes: so it never costs more than twice what knowing would
    // have, as with skis that are rented until they could have been bought.
    struct GridWait {
        int group;
        const hydra_rt_loop* loop;
        std::int64_t launches, enough;
    };
    [[nodiscard]] bool has_waited(int group) const;
    // Of loops with such an array; nothing: none has been formed that has columns.
    [[nodiscard]] std::optional<FormedGrid> formed_grid(int group, std::int64_t rows, std::int64_t columns) const;
    [[nodiscard]] RankGrid asked_grid() const; // where the user asks for one
    void wait_for_grid(int group, const hydra_rt_loop& loop, double launches);
    std::vector<FormedGrid> grids_; // in the order of the launches that chose; all ranks have the same lists
    std::vector<GridWait> waits_;
    std::int64_t waited_ = 0; // of these, how many have waited long enough
    std::string told_;
    std::vector<Used> used_;    // the last arrays by which loops were placed, in blocks
    std::size_t next_used_ = 0; // the entry that a new one takes the place of, once there are enough
    std::vector<Dealt> dealt_;  // in turn, in the order of the launches that chose: all ranks have the same list
};

} // namespace hydra::rt
