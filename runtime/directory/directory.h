// Which ranks hold the newest value of which elements of one allocation.
//
// A state is a value: disjoint regions with the set of ranks that hold each. It is immutable and canonical (regions
// with equal holders are one entry), so a table can give equal states equal numbers, and a steady loop or a pointer
// swap comes back to numbers that plans are known for. "All ranks" is one symbol, whatever their number.
//
// Where launches work on ever fewer rows (factorisations), what they leave behind would grow with each of them, and all
// set algebra with it. A state is therefore cut into bands of rows: what lies far outside of a launch's rows goes to
// bands of its own, which later launches neither look at nor copy.
#pragma once

#include "runtime/sets/region.h"

#include <algorithm>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
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

// Who holds what of the rows lo <= x < hi (coordinates of the outermost dimension).
class Band {
  public:
    struct Entry {
        Region region;
        RankSet holders;
    };

    // From disjoint entries; made canonical.
    Band(int ranks, int dims, std::vector<Entry> entries);

    std::int64_t lo() const { return lo_; }
    std::int64_t hi() const { return hi_; }
    // By holders, ascending; none empty.
    const std::vector<Entry>& entries() const { return entries_; }
    std::size_t boxes() const { return boxes_; }
    // How many boxes lie below, or above, all of these rows.
    std::size_t boxes_outside(std::int64_t lo, std::int64_t hi) const;
    // Calls f(index of entry) for each entry whose hull meets `hull` (a range a dimension), ascending.
    template <class F> void for_each_near(std::span<const Range> hull, F f) const {
        for (const std::size_t i : wide_)
            if (is_near(i, hull))
                f(i);
        const auto above = std::lower_bound(narrow_.begin(), narrow_.end(), hull[0].hi,
                                            [](const Narrow& n, std::int64_t hi) { return n.lo < hi; });
        std::vector<std::size_t> found;
        for (auto at = above; at != narrow_.begin() && std::prev(at)->reach > hull[0].lo; --at)
            if (is_near(std::prev(at)->entry, hull))
                found.push_back(std::prev(at)->entry);
        std::sort(found.begin(), found.end());
        for (const std::size_t i : found)
            f(i);
    }
    // The entry that the rank alone holds; -1: there is none.
    [[nodiscard]] std::ptrdiff_t held_alone(int rank) const;
    // Appends bytes that determine the entries.
    void serialise(std::string& out) const;

  private:
    friend class StateTable;
    struct Narrow { // an entry with few of the band's rows
        std::int64_t lo;
        std::int64_t reach; // the highest end of all up to this one
        std::size_t entry;
    };
    bool is_near(std::size_t entry, std::span<const Range> hull) const {
        const Range* own = &hulls_[entry * hull.size()];
        for (std::size_t k = 0; k < hull.size(); ++k)
            if (own[k].hi <= hull[k].lo || hull[k].hi <= own[k].lo)
                return false;
        return shadows_.empty() || shadow_meets(entry, hull[1]);
    }
    bool shadow_meets(std::size_t entry, const Range& columns) const {
        const auto begin = shadows_.begin() + static_cast<std::ptrdiff_t>(shadow_of_[entry]);
        const auto end = shadows_.begin() + static_cast<std::ptrdiff_t>(shadow_of_[entry + 1]);
        const auto at = std::partition_point(begin, end, [&](const Range& r) { return r.hi <= columns.lo; });
        return at != end && at->lo < columns.hi;
    }
    void index();
    void cast_shadows();

    std::vector<Entry> entries_;
    std::vector<Range> hulls_; // of each entry
    // Where there are many entries of two dimensions or more: of each, the coordinates of dimension 1 that it has, as
    // runs. What is here and there has a wide hull and a narrow shadow.
    std::vector<Range> shadows_;
    std::vector<std::size_t> shadow_of_; // by entry: where its runs begin, and behind the last one where they end
    std::vector<std::size_t> wide_;      // entries that a search for rows goes through one by one,
    std::vector<Narrow> narrow_;         // and those that it finds by their rows, ascending
    std::int64_t lo_ = 0, hi_ = 0;
    std::size_t boxes_ = 0;
    mutable std::uint64_t number_ = 0; // in the table that knows it; 0: none does
};

class DirState {
  public:
    using Entry = Band::Entry;
    using BandRef = std::shared_ptr<const Band>;

    // All `ranks` ranks hold `whole`.
    DirState(int ranks, Region whole);
    // From entries that are disjoint and together the whole; made canonical.
    DirState(int ranks, int dims, std::vector<Entry> entries);

    int ranks() const { return ranks_; }
    int dims() const { return dims_; }
    // The state as one band's entries.
    std::vector<Entry> entries() const;
    // All ranks hold everything.
    bool everywhere() const;

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

    // The bands that have some of the rows lo <= x < hi, as one; null where none has.
    BandRef around(std::int64_t lo, std::int64_t hi) const;
    // The state with these entries in the place of around(lo, hi).
    DirState with(std::int64_t lo, std::int64_t hi, std::vector<Entry> entries) const;

    // States that follow: a rank has fetched a region; a rank alone has written it; all have (with equal values).
    DirState after_read(int rank, const Region& region) const;
    DirState after_write(int rank, const Region& region) const;
    DirState after_write_all(const Region& region) const;
    // The same state in another index space: f maps each entry's region (see reshape() in view.h).
    template <class F> DirState mapped(int dims, F f) const {
        std::vector<Entry> out;
        for (const BandRef& band : bands_)
            for (const Entry& e : band->entries())
                out.push_back({f(e.region), e.holders});
        return DirState(ranks_, dims, std::move(out));
    }

    // Bytes that determine the state, however it is cut.
    void serialise(std::string& out) const;
    std::string text() const;

  private:
    friend class StateTable;
    DirState(int ranks, int dims) : ranks_(ranks), dims_(dims) {}
    template <class F> Region united(F holds) const;
    void append(BandRef band);
    void append_or_join(BandRef band);
    BandRef rows_of(const Band& band, std::int64_t lo, std::int64_t hi) const;
    std::vector<BandRef> stretches(BandRef band, std::int64_t width, bool ascending) const;

    int ranks_;
    int dims_;
    std::vector<BandRef> bands_; // by rows, ascending, disjoint
};

class OwnershipRules; // ownership_rules.h
struct RuleAside;

// A state with the number that the table gave it. Numbers are never reused.
class InternedState {
  public:
    InternedState(std::uint32_t number, DirState state) : trace(number), id(number), full_(std::move(state)) {}
    InternedState(std::uint32_t number, int ranks, OwnershipRules rules, std::uint64_t how);

    // How it came about: where two states have different ones, they need not differ, but equal ones are most likely
    // those of one state.
    const std::uint64_t trace;
    mutable std::uint32_t id; // 0: nobody has asked for it yet (StateTable::id_of)
    // Rank by rank. Where only the rules are known, it is made when it is asked for first.
    const DirState& full() const;
    // By rule; null where none is known.
    const OwnershipRules* dealt() const { return rules_.get(); }
    bool everywhere() const;

  private:
    mutable std::optional<DirState> full_;
    std::shared_ptr<const OwnershipRules> rules_;
    int ranks_ = 0; // with rules
};
using StateRef = std::shared_ptr<const InternedState>;

// Gives equal states one number and one object (equal ones that launches have cut differently may get two). Bounded in
// number and bytes: the state not asked for longest is forgotten first (whoever still has a StateRef keeps it; the same
// content interned later gets a new number).
class StateTable {
  public:
    explicit StateTable(std::size_t limit = 4096, std::size_t byte_limit = std::size_t{64} << 20)
        : bands_(4 * limit, byte_limit), states_(limit, byte_limit), rules_(limit, byte_limit),
          asides_(4 * limit, byte_limit) {}
    StateRef intern(DirState state);
    // The same of a state by rule: equal ones get one number among themselves.
    StateRef intern(int ranks, OwnershipRules state);
    // A state by rule that is hardly ever asked for by its number, and gets none before it is. trace: see above.
    static StateRef keep(int ranks, OwnershipRules state, std::uint64_t trace);
    // The state's number, which equal states that have one share.
    std::uint32_t id_of(const StateRef& state);
    std::size_t size() const { return states_.size() + rules_.size(); }

  private:
    // The objects of the keys asked for last.
    template <class T> class Recent {
      public:
        Recent(std::size_t limit, std::size_t byte_limit) : limit_(limit), byte_limit_(byte_limit) {}
        std::size_t size() const { return order_.size(); }
        // Null where the key is not known.
        std::shared_ptr<const T> find(const std::string& key);
        // Calls forget with each object for which there is no room any more.
        template <class F> void add(std::string key, std::shared_ptr<const T> object, F forget);

      private:
        struct Slot {
            std::string key;
            std::shared_ptr<const T> object;
        };
        std::size_t limit_, byte_limit_;
        std::size_t bytes_ = 0; // of the keys; the objects are about as large
        std::list<Slot> order_; // most recently asked for first
        std::unordered_map<std::string_view, typename std::list<Slot>::iterator> index_;
    };

    // The same by a hash and by comparing what is found, where that costs less than to write a key. Of two objects with
    // one hash, the last one is known.
    template <class T> class RecentAlike {
      public:
        RecentAlike(std::size_t limit, std::size_t byte_limit) : limit_(limit), byte_limit_(byte_limit) {}
        std::size_t size() const { return order_.size(); }
        template <class Same> std::shared_ptr<const T> find(std::uint64_t hash, Same same);
        template <class F> void add(std::uint64_t hash, std::size_t bytes, std::shared_ptr<const T> object, F forget);

      private:
        struct Slot {
            std::uint64_t hash;
            std::size_t bytes;
            std::shared_ptr<const T> object;
        };
        std::size_t limit_, byte_limit_;
        std::size_t bytes_ = 0;
        std::list<Slot> order_; // most recently asked for first
        std::unordered_map<std::uint64_t, typename std::list<Slot>::iterator> index_;
    };

    std::uint64_t hash_of(const OwnershipRules& state);
    StateRef find(const OwnershipRules& state, std::uint64_t hash);
    void add(const StateRef& state, std::uint64_t hash);

    Recent<Band> bands_;
    Recent<InternedState> states_;
    RecentAlike<InternedState> rules_;
    RecentAlike<RuleAside> asides_;
    std::uint32_t next_id_ = 1;
};

} // namespace hydra::rt
