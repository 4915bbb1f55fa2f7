// What a footprint function says, slot by slot, before it is tied to allocations: shapes, and lists of boxes; and which
// bytes these are, counted from the slot's pointer.
#pragma once

#include "runtime/base/integers.h"
#include "runtime/include/hydra_rt.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace hydra::rt {

// Bytes lo <= x < hi from a pointer on; none where hi <= lo. Numbers too large for 62 bits are cut to that.
struct ByteSpan {
    std::int64_t lo = 0;
    std::int64_t hi = 0;
    bool empty() const { return hi <= lo; }
    void add(const ByteSpan& other);
};

// The bytes that a slot touches, counted from its pointer.
struct Reach {
    ByteSpan exact; // the hull of READ and WRITE boxes
    ByteSpan maybe; // the hull of MAYREAD and MAYWRITE boxes
    bool whole = false;
    bool written = false;   // or may be
    std::int64_t bytes = 0; // of all boxes, one by one
    bool touches_nothing() const { return exact.empty() && maybe.empty() && !whole; }
};

// What a slot touches behind a table of pointers: in each of the rows first <= x < last, these bytes or fewer.
struct RowsReach {
    std::size_t slot = 0;
    long first = 0, last = 0;
    std::int64_t entry = 0, step = sizeof(void*); // bytes from the slot's pointer to row 0's, and on to the next row's
    ByteSpan bytes;
    std::int64_t amount = 0; // bytes in all
    bool written = false;    // or may be
    bool anywhere = false;   // besides, something may be touched of which only that is known that it is in the rows
    bool unknown = false;    // none of it is known
};

} // namespace hydra::rt

// The type that generated footprint functions fill; opaque to them.
struct hydra_rt_footprint {
    static constexpr long all_rows = hydra::rt::unbounded; // see hydra_rt_box
    static constexpr int kinds = 5;                        // as numbered in hydra_rt_access less one
    static constexpr std::size_t index(hydra_rt_access how) { return static_cast<std::size_t>(how - HYDRA_RT_READ); }
    // Whether boxes of this kind say exactly what is touched, so that none may leave the allocation.
    static bool exact(std::size_t kind) { return kind != index(HYDRA_RT_MAYREAD) && kind != index(HYDRA_RT_MAYWRITE); }
    static bool writes(std::size_t kind) { return kind != index(HYDRA_RT_READ) && kind != index(HYDRA_RT_MAYREAD); }

    // Which iterations touch which elements of a box.
    struct Law {
        enum class Kind { none, row, each };
        Kind kind = Kind::none; // not known
        long value = 0;         // row: iteration x touches row x + value alone; each: so many of them touch all of it
        int access = 0;         // which of the loop's (hydra_rt_told), from 1; 0: not known
    };

    struct Slot {
        long elem = 0; // 0: no shape was declared
        std::vector<long> len;
        long skew = 0; // by how much len[0] is longer than the array's rows; or, with a table, how much farther boxes
                       // are in each row than in the one before
        std::vector<int> tables; // dimensions that count from pointers in memory (hydra_rt_table), ascending
        std::array<std::vector<long>, kinds> boxes;   // 3 * dims() numbers each, empty boxes left out
        std::array<std::vector<Law>, kinds> row_maps; // one a box, of boxes that the footprint function gave
        std::array<bool, kinds> whole{};

        int dims() const { return static_cast<int>(len.size()) + 1; }
        // The length of dimension d, 1 or more, of the array itself.
        long own_length(int d) const { return len[static_cast<std::size_t>(d - 1)] - (d == 1 ? skew : 0); }
        std::vector<long> own_lengths() const;
        bool touches_nothing() const;
        void forget_boxes();
        void forget_reads(); // boxes of what is only read
        hydra::rt::Reach reach() const;
        // Of slot number `slot`, which has tables.
        hydra::rt::RowsReach rows_reach(std::size_t slot) const;
        // Of a slot with one table: the dimensions from there on, as bounds go on, which a row consists of; and whether
        // a box says of the first of them that it may be anywhere.
        static bool is_anywhere(const long* bounds) { return bounds[0] <= -all_rows && bounds[1] >= all_rows; }
        // Bounds of the dimensions behind the table in row x, of a slot with one, which are `bounds` where rows are not
        // skewed; `moved` has room for them.
        const long* in_row(long x, const long* bounds, std::vector<long>& moved) const;
        // The subscripts of a dimension, from the first to behind the last, in which something is written, or at least
        // read; two equal ones where nothing is.
        std::pair<long, long> used(int dim) const;
        // The hull of one box.
        hydra::rt::ByteSpan bytes_of(const long* bounds) const;
        // Of a box with one piece a row: the bytes from one piece to the next, and those of a piece; 0, 0: it is none.
        std::pair<std::int64_t, std::int64_t> pieces_of(const long* bounds) const;
        // Whether a box that is or may be written meets these bytes, counted from the pointer; true also where that is
        // hard to tell.
        bool writes_meet(std::int64_t lo, std::int64_t hi) const;
        bool writes_whole() const; // or may
        bool may_write() const;
        // The boxes of a kind without those subscripts of the outermost dimension at which everything lies outside of
        // an allocation of so many bytes, `offset` being the pointer's place in it.
        std::vector<long> boxes_near(std::size_t kind, std::int64_t offset, std::int64_t bytes) const;
    };

    std::vector<Slot> slots;
    bool reads_everything = false;  // any memory that the program can reach
    bool writes_everything = false; // reads it too
    const char* beyond = nullptr;   // the value because of which it is everything

    explicit hydra_rt_footprint(int count) : slots(static_cast<std::size_t>(count)) {}
    void add(hydra_rt_access how, int slot, const long* bounds, const Law& law);
    // Forgets all boxes and what was added to the function's own `count` slots; shapes are declared anew by the next
    // call of the function.
    void clear(int count);
};
