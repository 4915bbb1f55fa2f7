// Rows that a launch reaches through tables of pointers, where this is the only rank: nothing travels, so it is enough
// to know that each row lies in its block and, for several threads, that rows are apart. That is found once for all
// pointers of a table, and holds as long as the same pointers stand there.
#pragma once

#include "runtime/memory/registry.h"
#include "runtime/touch/binding.h"
#include "runtime/touch/footprint.h"
#include "runtime/touch/pointer_column.h"

#include <span>
#include <vector>

namespace hydra::rt {

class SingleRankRows {
  public:
    // Whether the rows that a launch touches lie inside of their blocks and, if asked, have no byte in common. rows:
    // one a slot with tables; pointers: of all slots.
    bool hold(Registry& registry, std::span<const RowsReach> rows, void* const* pointers, bool apart);
    // Whether rows that the launch touches may meet what it reaches otherwise (slots) in a way that matters: where it
    // runs in order on one thread, only tables must stay as they are; else (apart) rows and other slots may share
    // blocks only as far as both are read. After hold(), with the same rows and pointers.
    [[nodiscard]] bool meet(std::span<const Reach> slots, const Binding& binding, std::span<const RowsReach> rows,
                            void* const* pointers, bool apart) const;

  private:
    struct Table {
        PointerColumn column;
        std::vector<long> astray; // subscripts of those that lead nowhere, ascending
        const Allocation* block = nullptr;
        std::int64_t before = 0, behind = 0;   // bytes of its block that each row has at least
        std::vector<std::int64_t> distances{}; // at least, to the next row by address, by the table that has it
        ByteSpan touched{};                    // of each row, by the launch that is being looked at
    };
    bool look(Registry& registry, std::span<const RowsReach> rows, void* const* pointers);
    [[nodiscard]] const Table* table_of(const PointerColumn& column) const;
    [[nodiscard]] bool stand(const RowsReach& rows, const void* pointer) const;
    [[nodiscard]] bool lead_into(const RowsReach& rows, const void* pointer, const Allocation& block) const;

    // Whether what is touched of each row lies in its block, and in front of what is touched of the next one.
    [[nodiscard]] bool have_room(bool apart) const;

    std::vector<Table> tables_;
    std::uint64_t gone_ = 0;                // allocations, when the tables were looked at
    std::vector<const Allocation*> blocks_; // in which rows lie, by address
};

} // namespace hydra::rt
