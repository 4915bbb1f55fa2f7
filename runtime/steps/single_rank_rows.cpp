// See single_rank_rows.h.
#include "runtime/steps/single_rank_rows.h"

#include "runtime/base/integers.h"

#include <algorithm>
#include <limits>

namespace hydra::rt {
const SingleRankRows::Table* SingleRankRows::table_of(const PointerColumn& column) const {
    const auto found =
        std::find_if(tables_.begin(), tables_.end(), [&](const Table& known) { return known.column.is_same(column); });
    return found == tables_.end() ? nullptr : &*found;
}

bool SingleRankRows::stand(const RowsReach& rows, const void* pointer) const {
    const Table* table = table_of(PointerColumn::of(rows, pointer));
    if (table == nullptr)
        return false;
    const auto astray = std::lower_bound(table->astray.begin(), table->astray.end(), rows.first);
    return (astray == table->astray.end() || *astray >= rows.last) && table->column.stands(rows.first, rows.last);
}

// Finds the tables anew: all pointers of their blocks, since launches that move on over them need ever others.
bool SingleRankRows::look(Registry& registry, std::span<const RowsReach> rows, void* const* pointers) {
    struct Row {
        const char* pointer;
        const Allocation* block;
        std::size_t table;
    };
    std::vector<Row> found;
    tables_.clear();
    blocks_.clear();
    for (const RowsReach& reach : rows) {
        Table table{PointerColumn::of(reach, pointers[reach.slot]), {}, nullptr, unbounded, unbounded};
        if (table_of(table.column) != nullptr)
            continue;
        table.block = registry.find(table.column.entry(reach.first));
        if (table.block == nullptr || !table.column.load({table.block->base, table.block->bytes}))
            return false;
        const Allocation* last = nullptr; // rows of one block follow one another
        for (std::size_t i = 0; i < table.column.pointers.size(); ++i) {
            const char* pointer = table.column.pointers[i];
            if (last == nullptr || !last->holds(pointer))
                last = registry.find(pointer);
            if (last == nullptr)
                table.astray.push_back(table.column.first + static_cast<long>(i));
            else
                found.push_back({pointer, last, tables_.size()});
        }
        tables_.push_back(std::move(table));
    }
    std::sort(found.begin(), found.end(), [](const Row& a, const Row& b) { return a.pointer < b.pointer; });
    for (Table& table : tables_)
        table.distances.assign(tables_.size(), unbounded);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Row& row = found[i];
        Table& table = tables_[row.table];
        table.before = std::min<std::int64_t>(table.before, row.pointer - row.block->base);
        table.behind = std::min<std::int64_t>(table.behind, row.block->base + row.block->bytes - row.pointer);
        if (i > 0) {
            std::int64_t& distance = tables_[found[i - 1].table].distances[row.table];
            distance = std::min<std::int64_t>(distance, row.pointer - found[i - 1].pointer);
        }
        if (blocks_.empty() || blocks_.back() != row.block)
            blocks_.push_back(row.block);
    }
    std::sort(blocks_.begin(), blocks_.end());
    gone_ = registry.gone();
    return true;
}

bool SingleRankRows::hold(Registry& registry, std::span<const RowsReach> rows, void* const* pointers, bool apart) {
    for (const RowsReach& reach : rows)
        if (reach.unknown || reach.anywhere || reach.bytes.lo < -unbounded || reach.bytes.hi > unbounded ||
            reach.first < -unbounded || reach.last > unbounded)
            return false;
    const auto all_stand = [&] {
        return std::all_of(rows.begin(), rows.end(),
                           [&](const RowsReach& reach) { return stand(reach, pointers[reach.slot]); });
    };
    if (gone_ != registry.gone() || !all_stand())
        if (!look(registry, rows, pointers) || !all_stand())
            return false;
    for (Table& table : tables_) {
        table.touched = {};
        for (const RowsReach& reach : rows)
            if (table.column.is_same(PointerColumn::of(reach, pointers[reach.slot])))
                table.touched.add(reach.bytes);
    }
    return have_room(apart);
}

bool SingleRankRows::have_room(bool apart) const {
    return std::ranges::all_of(
        tables_,
        [&](const Table& table) {
            bool room = table.touched.lo >= -table.before && table.touched.hi <= table.behind;
            for (std::size_t next = 0; apart && next < tables_.size(); ++next)
                room = room && table.touched.hi - tables_[next].touched.lo <= table.distances[next];
            return room;
        });
}

// Whether one of these rows lies in the block.
bool SingleRankRows::lead_into(const RowsReach& rows, const void* pointer, const Allocation& block) const {
    const Table* table = table_of(PointerColumn::of(rows, pointer));
    if (table == nullptr || rows.first >= rows.last)
        return false;
    const auto first = table->column.pointers.begin() + (rows.first - table->column.first);
    return std::any_of(first, first + (rows.last - rows.first), [&](const char* row) { return block.holds(row); });
}

bool SingleRankRows::meet(std::span<const Reach> slots, const Binding& binding, std::span<const RowsReach> rows,
                          void* const* pointers, bool apart) const {
    const auto has_rows = [&](const Allocation* block) {
        return std::binary_search(blocks_.begin(), blocks_.end(), block);
    };
    const auto is_table = [&](const Allocation* block) {
        return std::any_of(
            tables_.begin(), tables_.end(), [&](const Table& table) { return table.block == block; });
    };
    if (!binding.beside.empty() || binding.unknown != Binding::none ||
        std::any_of(tables_.begin(), tables_.end(), [&](const Table& table) { return has_rows(table.block); }))
        return true;
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
        if (binding.of_slot[slot] == Binding::none)
            continue;
        const Allocation* block = binding.allocations[static_cast<std::size_t>(binding.of_slot[slot])];
        if (slots[slot].written && is_table(block))
            return true;
        const auto share = [&](const RowsReach& reach) {
            return (slots[slot].written || reach.written) && lead_into(reach, pointers[reach.slot], *block);
        };
        if (apart && has_rows(block) && std::any_of(rows.begin(), rows.end(), share))
            return true;
    }
    return false;
}

} // namespace hydra::rt
