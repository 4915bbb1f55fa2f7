// Tables of pointers (or of structs with a pointer each) whose rows lie at equal distances from one another, in the
// order of their subscripts: matrices. A launch's boxes are boxes of the rows as they are, and say by which rule
// iterations touch them, so nobody follows pointers one by one: it is enough that the same ones stand there as when the
// whole table was looked at.
#pragma once

#include "runtime/touch/pointer_column.h"
#include "runtime/touch/tables.h"

#include <memory>
#include <optional>
#include <vector>

namespace hydra::rt {

class RegularTables {
  public:
    using Key = Tables::Key;
    explicit RegularTables(Registry& registry) : registry_(registry) {}

    // What the launch's pointers lead to, by whole tables; null where some rows that it touches are not known to lie
    // that way, or it may reach beyond the blocks that they lie in. next_id grows with each new view.
    // key: what decides the footprint; where the same has been looked at before, look_again() may find it.
    const TableView* look(const Tables::Request& request, const Key& key, const hydra_rt_footprint& footprint,
                          std::uint64_t& next_id);
    // The same without the footprint: null where that has to be asked.
    const TableView* look_again(const Tables::Request& request, const Key& key);

  private:
    // All pointers of the block that a table lies in.
    struct Table {
        std::size_t slot;
        PointerColumn column;
        const Allocation* block = nullptr;
        Block in{};              // of its memory
        std::uint64_t state = 0; // of the block, when it was last asked whether every rank has the pointers,
        bool held = false;       // and the answer
    };
    struct Room { // of the rows of a stretch: bytes of its block that each has before and behind its pointer, at least
        std::int64_t before, behind;
        std::int64_t whole = 0; // of its block, at most
        bool own = true;        // each is a block, and the longest one is no longer than from one pointer to the next
    };
    struct Known {
        std::vector<Table> tables;
        std::vector<Room> rooms;                                         // by group of the view
        std::vector<std::pair<const Allocation*, std::uint64_t>> blocks; // that tables and rows lie in, with serials
        std::uint64_t gone = 0;                                          // allocations, when it last held
        std::uint64_t measured = 0; // and when its rows' blocks were last found to be as long as they were
        std::unique_ptr<TableView> view;
    };
    struct Seen { // the rows of a launch, and the view that had room for them
        std::vector<RowsReach> rows;
        std::uint64_t view = 0;
    };
    static const TableView* handed_out(const Known& known, const Tables::Request& request);
    bool is_everywhere(Table& table) const;
    bool blocks_stand(Known& known) const;
    [[nodiscard]] bool stands(Known& known, const Tables::Request& request, const std::vector<RowsReach>& rows) const;
    static bool has_rooms(const Known& known, const hydra_rt_footprint& footprint, const std::vector<RowsReach>& rows);
    std::optional<Known> find(const Tables::Request& request, const hydra_rt_footprint& footprint,
                              const std::vector<RowsReach>& rows);
    [[nodiscard]] std::optional<Table> load(const Tables::Request& request, const RowsReach& rows) const;
    void join_rows(const Table& table, const RowsReach& reach);
    bool add_stretches(const Table& table, const hydra_rt_footprint::Slot& slot, const RowsReach& reach,
                       Known& known) const;

    Registry& registry_;
    std::vector<Known> known_; // those last found
    std::size_t next_ = 0;     // the one that a new one takes the place of
    std::int64_t credit_ = 0;  // pointers that may be looked at
    std::vector<RowsReach> rows_;
    std::unordered_map<Key, Seen, Tables::KeyHash> seen_; // by what decides the footprint
};

} // namespace hydra::rt
