// Tables of pointers through which a launch reaches its data (m[i][j], s[i].p[j]): the slots whose footprint says so
// are replaced by slots of their own for what the pointers lead to. Pointers that lie at even distances in one
// allocation are the rows of one such slot, as are many at uneven ones; each other one has a slot to itself. So a table
// of rows into one block is a matrix, and rows from everywhere, of any length, swapped or named twice, are exact too.
#pragma once

#include "runtime/memory/registry.h"
#include "runtime/policy/worth_touch.h"
#include "runtime/residence/residences.h"
#include "runtime/touch/footprint.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hydra::rt {

// Where the pointers that one launch follows lead. All ranks have equal ones: tables are valid on all of them.
struct TableView {
    // What stands in for a table slot.
    struct Group {
        enum class Kind { row, rows, elements } kind = Kind::row; // rows: one more dimension, `at` is its subscript;
        std::size_t origin = 0;                                   // elements: one dimension, `at` is the pointer's own
        long elem = 0;
        std::vector<long> len;
        const char *first = nullptr, *last = nullptr; // of the pointers that lead to its rows, by address
    };
    struct Row {
        std::size_t group;
        std::int64_t at;
        std::int64_t from = 0, to = 0; // of a group of elements: those of the block that the pointer is in
    };
    // Subscripts of a table, first <= x < last, that lead to the rows x + shift of a group.
    struct Stretch {
        long first, last;
        std::size_t group;
        long shift;
        long whole; // of a row's first subscript, those from 0 on that lead into its block, at most
    };
    // Pointers in structs: where the first and the last one are, and bytes from one to the next.
    struct Column {
        const char *first, *last;
        std::int64_t step;
        // As a part of the allocation that they lie in; nothing where its shape has no units for them.
        [[nodiscard]] std::optional<Region> in(const Allocation& allocation) const;
    };
    // For placement: the rows of a table, counted from the launch's pointer, and the length of what they lead to.
    struct Extent {
        std::int64_t rows = 0, first_row = 0, length = 0;
    };

    std::uint64_t id = 0;                                     // equal on all ranks, never given twice
    std::size_t own = 0;                                      // slots of the loop
    std::vector<void*> pointers;                              // of all slots: the loop's own, then the groups'
    std::vector<Group> groups;                                // slot own + g
    std::vector<Extent> extents;                              // by slot of the loop
    std::vector<std::unordered_map<const char*, Row>> row_of; // by slot of the loop: where a pointer leads
    std::map<const char*, const char*> memory;                // in which pointers may be looked at: from, to
    std::map<const char*, const char*> entries;               // where pointers were found: from, to;
    std::vector<Column> columns;                              // and one in each of many structs
    std::map<const char*, std::int64_t> rooms;                // bytes of tables of which any pointer may be meant
    bool trusted = false;                                     // exact boxes name pointers that are there
    // By slot of the loop, ascending; of tables that were looked at as wholes (regular_tables.h), else there are none,
    // and rows are told apart by their pointers.
    std::vector<std::vector<Stretch>> stretches;

    [[nodiscard]] bool is_regular() const { return !stretches.empty(); }
    // Moves the boxes of table slots to the slots that stand in for them.
    void expand(hydra_rt_footprint& footprint) const;
    // The slot of the loop that a slot stands for.
    [[nodiscard]] std::size_t origin(std::size_t slot) const { return slot < own ? slot : groups[slot - own].origin; }
    // The slot that stands for a row of a slot of the loop.
    [[nodiscard]] std::size_t slot_of(std::size_t slot, const char* row) const {
        return own + row_of[slot].at(row).group;
    }
    // For messages: the rows that a slot of this shape leads to, by their addresses, with the subscripts that lead
    // there
    // ("[2]"); of several the first ones.
    [[nodiscard]] std::vector<std::pair<const char*, std::string>>
    row_names(std::size_t slot, const hydra_rt_footprint::Slot& shape) const;
    // Whether one of the pointers stands in from <= x < to.
    [[nodiscard]] bool meets_entries(const char* from, const char* to) const;
    // Calls f(entry) with each place where a pointer was found.
    template <class F> void for_each_entry(const F& f) const;
    // Notes that pointers were found at so many places.
    void add_entries(const char* first, std::int64_t step, std::size_t count);
    // Behind these: no two ranges of entries overlap.
    void join_entries();

  private:
    void expand_stretches(std::size_t number, hydra_rt_footprint& footprint) const;
};

template <class F> void TableView::for_each_entry(const F& f) const {
    for (const auto& [first, end] : entries)
        for (const char* entry = first; entry < end; entry += sizeof(void*))
            f(entry);
    for (const Column& column : columns)
        for (const char* entry = column.first; entry <= column.last; entry += column.step)
            f(entry);
}

// Bytes between neighbours of dimension d, up to where the next pointer is loaded.
std::int64_t stride(const hydra_rt_footprint::Slot& slot, int d);

// The rows of the slot's table, which `pointer` leads to, and the length of what they lead to, as placement sees them;
// of 0 bytes: it is in no known block.
TableView::Extent extent_of(const hydra_rt_footprint::Slot& slot, const char* pointer, const Block& table,
                            const Block& row);

class RegularTables;

// The views of one loop or site, remembered under what decided them.
class Tables {
  public:
    explicit Tables(Registry& registry);
    ~Tables();

    struct Request {
        const hydra_rt_loop* loop;
        const long* k;
        long begin, end;
        void* const* pointers;
        bool trusted;                    // what exact boxes name is there to be looked at, wherever it lies
        Residences* residence = nullptr; // where pointers may lie, too, that are looked at here
        bool by_table = false;           // tables may be looked at as wholes,
        bool joins = false;              // and their rows made one allocation
        std::int64_t most_pointers = worth::most_pointers_of_launch; // that are followed one by one
    };
    struct Outcome {
        const TableView* view = nullptr; // null: there are no tables, or
        int unknown = -1;                // the slot whose table cannot be looked at, or
        Allocation* stale = nullptr;     // it holds pointers that are not valid on all ranks: gather it and ask again
        bool too_many = false;           // `unknown` because there are too many pointers
    };
    // next_id grows with each new view.
    Outcome look(const Request& request, std::uint64_t& next_id);
    // Whether it is known that the loop has none.
    [[nodiscard]] bool are_none() const { return has_tables_ == 0; }

    using Key = std::vector<std::int64_t>;
    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };

  private:
    // The bytes that are touched behind one pointer.
    struct Touched {
        const char* pointer;
        ByteSpan exact, maybe;
        const Allocation* allocation = nullptr; // that these bytes are in
    };
    // An allocation that pointers were found in, between these bytes, and its state.
    struct LookedAt {
        Allocation* allocation;
        std::uint64_t state;
        std::int64_t lo, hi;
        void bring(Residences* residence) const; // to the host
    };
    struct Walk; // of one launch through its tables
    // What the last walk under one key found: where pointers stood, which they were, and what else it relied on.
    struct Remembered {
        std::vector<std::pair<const char*, const char*>> found;
        std::vector<std::pair<const Allocation*, std::uint64_t>> blocks; // with their serials
        std::vector<LookedAt> tables;
        std::vector<const char*> nowhere; // addresses that were in no allocation
        const TableView* view = nullptr;
        bool in_joined = false; // rows are in blocks that are part of an allocation, and may go without it:
        std::uint64_t gone = 0; // allocations and such blocks then
        [[nodiscard]] bool holds(Registry& registry, Residences* residence) const;
    };

    static Key key_of(const Request& request);
    Walk follow(const Request& request, const hydra_rt_footprint& footprint);
    bool join_scattered(const Walk& walk);
    std::unique_ptr<TableView> make(const Request& request, const hydra_rt_footprint& footprint, const Walk& walk);

    Registry& registry_;
    std::size_t kept_ = 0; // pointers in what is remembered, more or less
    int has_tables_ = -1;  // the loop's footprint; -1: nobody has looked yet
    hydra_rt_footprint described_{0};
    std::unique_ptr<RegularTables> regular_;
    std::unordered_map<Key, Remembered, KeyHash> remembered_;
    std::unordered_map<Key, std::unique_ptr<TableView>, KeyHash> views_; // by keys and pointers
};

} // namespace hydra::rt
