// An exact set of integer points in 1 to 8 dimensions, kept as disjoint strided boxes.
//
// The set is held in a canonical form: along the outermost dimension, the coordinates that share one cross-section are
// gathered and written as few strided ranges as a fixed greedy rule gives; the cross-sections are canonical in turn.
// Equal sets therefore have equal boxes, whatever the operations that made them (up to the limit named at
// Region::serialise), and a plan or a directory state can be found again by content.
#pragma once

#include "runtime/base/small.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace hydra::rt {

// The integers lo, lo+step, ... below hi. In canonical form (the only one inside a Region) hi is the last member plus
// one, and step is 1 where there is one member.
struct Range {
    std::int64_t lo = 0;
    std::int64_t hi = 0;
    std::int64_t step = 1;

    bool empty() const { return hi <= lo; }
    // Number of members.
    std::int64_t count() const { return hi <= lo ? 0 : (hi - lo - 1) / step + 1; }
    bool contains(std::int64_t x) const { return x >= lo && x < hi && (step == 1 || (x - lo) % step == 0); }
    bool operator==(const Range&) const = default;
};

// The ranges of a box or a few.
using Ranges = Small<Range, 4>;

// The canonical form of a range; step must be at least 1.
Range canonical(Range r);
// The members that both have; empty() where there are none.
Range intersect(const Range& a, const Range& b);

// How many ranges the operations of all sets have gone through since the start: what sets have cost, counted. (One
// thread works on sets.)
std::int64_t ranges_gone_through();

class Region {
  public:
    static constexpr int max_dims = 8;

    // The empty set in `dims` dimensions, 1 to max_dims.
    explicit Region(int dims) : dims_(dims) {}
    Region() : Region(1) {}
    // One box, a range for each dimension, outermost first. A range with hi <= lo makes the set empty; step >= 1.
    explicit Region(std::span<const Range> box);
    Region(std::initializer_list<Range> box) : Region(std::span<const Range>(box.begin(), box.size())) {}
    // The union of boxes that may overlap: `flat` has dims ranges for each box, one box after the other.
    static Region from_boxes(int dims, std::span<const Range> flat);
    // The union of many sets, much faster than adding them one by one. All have `dims` dimensions.
    static Region unite(int dims, std::span<const Region* const> sets);

    int dims() const { return dims_; }
    bool empty() const { return flat_.empty(); }
    // Number of boxes, and the i-th of them (dims() ranges); ascending by first coordinate.
    std::size_t boxes() const { return flat_.size() / static_cast<std::size_t>(dims_); }
    std::span<const Range> box(std::size_t i) const {
        return {flat_.data() + i * static_cast<std::size_t>(dims_), static_cast<std::size_t>(dims_)};
    }
    std::span<const Range> flat() const { return flat_; }
    // Number of points.
    std::int64_t count() const;
    bool contains(std::span<const std::int64_t> point) const;
    bool contains(std::initializer_list<std::int64_t> point) const {
        return contains(std::span<const std::int64_t>(point.begin(), point.size()));
    }
    bool contains(const Region& other) const;
    bool intersects(const Region& other) const;
    // The smallest box of step 1 that holds the set: dims() ranges; all empty (0, 0, 1) for the empty set.
    std::vector<Range> hull() const;
    // The first range of the hull; another one.
    Range rows() const;
    Range extent(std::size_t dim) const;
    // Every point moved by `by` (dims() entries).
    Region translated(std::span<const std::int64_t> by) const;

    // Takes the points with lo <= first coordinate < hi out of the set, and returns them.
    Region take_rows(std::int64_t lo, std::int64_t hi);
    // The same of the points that the other set has, too.
    Region take(const Region& other);

    // Operands have equal dims(), except that an empty one may have any.
    friend Region operator|(const Region& a, const Region& b);
    friend Region operator&(const Region& a, const Region& b);
    friend Region operator-(const Region& a, const Region& b);
    Region& operator|=(const Region& b) { return *this = *this | b; }
    // The same with one box, as the constructor takes it.
    Region& operator|=(std::span<const Range> box);
    Region& operator&=(const Region& b) { return *this = *this & b; }
    Region& operator-=(const Region& b) { return *this = *this - b; }
    // Equality of sets, always exact.
    friend bool operator==(const Region& a, const Region& b);

    // Appends bytes that determine the set. Equal sets give equal bytes, except where interleaved ranges of one
    // dimension make more than some ten thousand runs of members.
    void serialise(std::string& out) const;
    std::uint64_t hash() const;
    // "{[0:10] x [1:9:2], ...}", for messages; at most `limit` boxes, then "...".
    std::string text(std::size_t limit = 4) const;

  private:
    Region(int dims, Ranges flat) : dims_(dims), flat_(std::move(flat)) {}

    int dims_;
    Ranges flat_; // dims_ ranges for each box, canonical
};

} // namespace hydra::rt
