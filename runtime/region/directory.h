// Which ranks hold the newest value of which elements of one allocation.
//
// A state is a value: disjoint regions with the set of ranks that hold each. It is immutable and canonical (regions
// with equal holders are one entry), so a table can give equal states equal numbers, and a steady loop or a pointer
// swap comes back to numbers that plans are known for. "All ranks" is one symbol, whatever their number.
#ifndef HYDRA_RUNTIME_REGION_DIRECTORY_H
#define HYDRA_RUNTIME_REGION_DIRECTORY_H

#include "runtime/region/region.h"

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hydra::rt {

// A set of ranks: all, or sorted disjoint intervals that do not touch.
class RankSet {
  public:
    RankSet() = default; // no rank
    static RankSet all();
    static RankSet one(int rank);

    bool is_all() const { return all_; }
    bool empty() const { return !all_ && spans_.empty(); }
    bool contains(int rank) const;
    // This set and one more rank; becomes all() when it holds every one of `ranks` ranks.
    RankSet with(int rank, int ranks) const;
    // This set without one rank.
    RankSet without(int rank, int ranks) const;
    // The member nearest to `rank` (the lower of two); -1 in the empty set. `rank` itself if it is a member.
    int nearest(int rank) const;
    // Number of members where there are `ranks` ranks.
    int count(int ranks) const;
    bool operator==(const RankSet&) const = default;
    bool operator<(const RankSet& other) const; // any fixed total order
    void serialise(std::string& out) const;
    std::string text() const; // "all", "0-3,7"

  private:
    struct Span {
        int lo, hi; // lo <= rank < hi
        bool operator==(const Span&) const = default;
    };
    bool all_ = false;
    std::vector<Span> spans_;
};

class DirState {
  public:
    struct Entry {
        Region region;
        RankSet holders;
    };

    // All `ranks` ranks hold `whole`.
    DirState(int ranks, Region whole);
    // From entries that are disjoint and together the whole; made canonical.
    DirState(int ranks, int dims, std::vector<Entry> entries);

    int ranks() const { return ranks_; }
    int dims() const { return dims_; }
    const std::vector<Entry>& entries() const { return entries_; }

    // The part of `region` whose newest value `rank` lacks.
    Region missing(int rank, const Region& region) const;
    // The part that `rank` holds, alone or with others.
    Region held_by(int rank) const;
    // The part that only `rank` holds.
    Region exclusive(int rank) const;
    // The part that all ranks hold.
    Region held_by_all() const;
    bool all_hold(const Region& region) const;
    // What the state costs, in memory and in time.
    std::size_t boxes() const;
    // The holders of one element; the empty set where the element is not of the allocation.
    RankSet holders(std::span<const std::int64_t> point) const;

    // Calls f(index of entry) for each entry whose hull meets `hull` (dims() ranges), ascending.
    template <class F> void for_each_near(std::span<const Range> hull, F f) const;

    // States that follow: a rank has fetched a region; a rank alone has written it; all have (with equal values).
    DirState after_read(int rank, const Region& region) const;
    DirState after_write(int rank, const Region& region) const;
    DirState after_write_all(const Region& region) const;
    // The same state in another index space: f maps each entry's region (see reshape() in view.h).
    template <class F> DirState mapped(int dims, F f) const {
        std::vector<Entry> out;
        for (const Entry& e : entries_)
            out.push_back({f(e.region), e.holders});
        return DirState(ranks_, dims, std::move(out));
    }

    // Bytes that determine the state.
    void serialise(std::string& out) const;
    std::string text() const;

  private:
    int ranks_;
    int dims_;
    std::vector<Entry> entries_; // by holders, ascending; each non-empty
    std::vector<Range> hulls_;   // dims_ ranges for each entry
};

template <class F> void DirState::for_each_near(std::span<const Range> hull, F f) const {
    const std::size_t d = static_cast<std::size_t>(dims_);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        bool near = true;
        for (std::size_t k = 0; near && k < d; ++k)
            near = hulls_[i * d + k].lo < hull[k].hi && hull[k].lo < hulls_[i * d + k].hi;
        if (near)
            f(i);
    }
}

// A state with the number that the table gave it. Numbers are never reused.
struct InternedState {
    std::uint32_t id = 0;
    DirState state;
};
using StateRef = std::shared_ptr<const InternedState>;

// Gives equal states one number and one object. Bounded in number and bytes: the state not asked for longest is
// forgotten first (whoever still has a StateRef keeps it; the same content interned later gets a new number).
class StateTable {
  public:
    explicit StateTable(std::size_t limit = 4096, std::size_t byte_limit = std::size_t{64} << 20)
        : limit_(limit), byte_limit_(byte_limit) {}
    StateRef intern(DirState state);
    std::size_t size() const { return order_.size(); }

  private:
    struct Slot {
        std::string key;
        StateRef ref;
    };
    std::size_t limit_, byte_limit_;
    std::size_t bytes_ = 0; // of the keys; the states are about as large
    std::uint32_t next_id_ = 1;
    std::list<Slot> order_; // most recently asked for first
    std::unordered_map<std::string_view, std::list<Slot>::iterator> index_;
};

} // namespace hydra::rt

#endif
