// Who holds what by rule, not rank by rank: rows that are dealt out by a partition, and their halos.
//
// Where each iteration touches rows at a fixed distance from its own position, what a rank touches is what the launch
// touches, cut to the rank's rows: nobody need ask what the other ranks do. A state is then a few regions with rules,
// whatever the number of ranks, and what one rank sends and receives follows from its own rows and from those whose
// positions they meet. Transfers and states are exactly those that plan_launch() finds; what the rules do not express
// is refused, for all ranks alike, and left to it.
//
// Rows are those of the allocation's matrix: the outermost coordinates, or, where columns are first (Shape::turned),
// the second ones. `along` says which dimension they are.
#pragma once

#include "runtime/directory/partition.h"
#include "runtime/directory/planner.h"

#include <memory>
#include <optional>
#include <vector>

namespace hydra::rt {

// Of `region`, the rank that owns position p of a partition touches the rows p + shift.
struct RuleRows {
    std::int64_t shift = 0;
    Region region;
};

// A rank that has iterations, and the position of the first of them.
struct RuleTaker {
    int rank;
    std::int64_t position;
};

// What a launch does to one allocation.
struct RuleAccess {
    Partition partition;
    std::vector<RuleRows> reads, writes;
    Region shared;              // every rank that takes part reads all of it
    bool all_take_part = false; // so many iterations that each rank has what `shared` asks for
    // Where not all do: which ranks take part; the others read nothing of `shared`. None: it is not known.
    std::vector<RuleTaker> takers{};
    int along = 0;
};

// A row y is held by the owners of the positions y - shift, the first of which has written it; no shifts: by all.
using RowShifts = Small<std::int64_t, 2>;

// What is held alike.
struct RulePart {
    RowShifts shifts;
    Region region;
    bool operator==(const RulePart&) const = default;
};

// Disjoint parts, none empty, ascending by their shifts, no two of which are equal.
using RuleHeld = std::vector<RulePart>;

// Outermost coordinates that launches leave alone: a part of a state, which shares it with those before and after it.
struct RuleAside {
    std::int64_t lo, hi; // all that there is between these
    RuleHeld held;
    mutable std::uint64_t number = 0; // in the table that knows it; 0: none does
};

// Ascending, disjoint; what is left out of it is not set aside.
struct RuleAsides {
    explicit RuleAsides(std::vector<std::shared_ptr<const RuleAside>> list);

    mutable std::vector<std::shared_ptr<const RuleAside>> parts; // may be exchanged for equal ones
    bool everywhere;                                             // all ranks hold all of it
};

// Equal where they are equal.
std::uint64_t hash_of(const RuleHeld& held);
// About how many bytes they take.
std::size_t bytes_of(const RuleHeld& held);

struct OfRank; // ownership_rows.h

class OwnershipRules {
  public:
    // All ranks hold `whole`.
    explicit OwnershipRules(Region whole) : dims_(whole.dims()) { add({}, std::move(whole)); }

    bool everywhere() const;
    // The same, rank by rank.
    DirState spelled_out(int ranks) const;
    // Whether the rank is certain to hold all of this: these are rows that everybody holds whom they belong to. Costs
    // little, where a state has many boxes.
    bool holds_as_owner(int rank, const Region& region) const;
    struct Outcome;
    // What `rank` sends and receives, and the state afterwards; nothing where the rules do not tell. Whether they do
    // does not depend on the rank. ranks >= 2.
    std::optional<Outcome> launch(const RuleAccess& access, int rank) const;

    // The same where serial code reads a region, on all ranks or on rank 0 alone.
    std::optional<Outcome> read_serially(const Region& region, bool by_all, int rank) const;
    // The same where serial code, on all ranks, reads and then writes: what it has written all hold.
    std::optional<Outcome> write_serially(const Region& read, const Region& written, int rank) const;
    // True only where all hold it, as rules tell.
    bool all_hold(const Region& region) const;

  private:
    friend class StateTable;
    using Shifts = RowShifts;
    using AsideRef = std::shared_ptr<const RuleAside>;

    void add(const Shifts& shifts, Region region);
    bool can_tell(const RuleAccess& access, const Region& written) const;
    Shifts shared_with(const Shifts& shifts, const RuleAccess& access) const;
    bool is_lacked_by_many(const RuleAccess& access, const Shifts& lacking) const;
    // A shift by which the owner of each row holds it.
    std::optional<std::int64_t> shift_of_owners() const;
    // Adds who holds these rows, rank by rank.
    void spell_out(const RuleHeld& held, int ranks, std::vector<DirState::Entry>& out) const;
    OwnershipRules after(const RuleAccess& access, const Region& written) const;
    // ownership_aside.cpp. Coordinates lo <= x < hi are outermost ones: the same state with nothing set aside that has
    // some of them; whether none of them are.
    OwnershipRules around(std::int64_t lo, std::int64_t hi) const;
    bool leaves_aside(std::int64_t lo, std::int64_t hi) const;
    void set_aside_but(std::int64_t lo, std::int64_t hi);
    void set_aside(std::int64_t lo, std::int64_t hi);
    // The first part that ends behind lo, if any are set aside.
    std::size_t first_behind(std::int64_t lo) const;
    std::optional<Outcome> launch_on_rows(const RuleAccess& access, int rank) const;
    // Whether rank 0 has been sent some of it that not everybody holds.
    bool first_has_some(const Region& region) const;
    void forget_first(const Region& written, const RuleAccess& access);
    // ownership_serial.cpp: what some may lack; what rank 0 reads alone; what all read, by owner, where it has some of
    // that.
    Region lacked_by_some(const Region& region) const;
    std::optional<Outcome> read_by_first(const Region& region, int rank) const;
    void broadcast_besides(const std::vector<OfRank>& owned, int rank, std::vector<Transfer>& out) const;
    // ownership_owners.cpp: the same of what most launches do; nothing where this one does more.
    std::optional<Outcome> launch_of_owners(const RuleAccess& access, int rank) const;
    const Region* held_with(const Shifts& shifts) const;
    explicit OwnershipRules(int dims) : dims_(dims) {}

    int dims_;
    std::optional<Partition> partition_; // by which rows are dealt; none where all ranks hold everything
    int along_ = 0;                      // where there is a partition
    RuleHeld held_;
    Region first_{dims_}; // what rank 0 has been sent for itself alone, and holds besides whom the parts say
    std::shared_ptr<const RuleAsides> aside_; // null: nothing is
};

struct OwnershipRules::Outcome {
    std::vector<Transfer> transfers; // those of one rank, by receiver, then sender, with their rounds (tree.h)
    OwnershipRules next;
    bool same = false; // the state is as it was before, and `next` means nothing
};

} // namespace hydra::rt
