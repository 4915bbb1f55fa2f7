// See regular_tables.h. A table falls into stretches of subscripts whose rows are those of one group of the view.
#include "runtime/touch/regular_tables.h"
#include "runtime/base/integers.h"
#include "runtime/policy/worth_touch.h"
#include "runtime/touch/table_walk.h"

#include <algorithm>
#include <cstring>

namespace hydra::rt {
namespace {

using Slot = hydra_rt_footprint::Slot;

constexpr std::size_t most_known = 8;
constexpr std::size_t most_seen = 64;

// Lengths of the dimensions of a row behind its first one.
std::span<const long> lengths_in_row(const Slot& slot) {
    return std::span(slot.len).subspan(static_cast<std::size_t>(slot.tables.front()));
}

// Bytes between neighbours of the first dimension behind the table.
std::int64_t unit_of(const Slot& slot) {
    std::int64_t bytes = slot.elem;
    for (const long length : lengths_in_row(slot))
        bytes *= length;
    return bytes;
}

bool has_shape_of(const TableView::Group& group, const Slot& slot) {
    return group.elem == slot.elem && std::ranges::equal(lengths_in_row(slot), std::span(group.len).subspan(1));
}

} // namespace

// A box of subscripts is one of the group's rows. Where boxes move on by as much from row to row, they lie below one
// another in rows that are longer by that.
void TableView::expand_stretches(std::size_t number, hydra_rt_footprint& footprint) const {
    const Slot& slot = footprint.slots[number];
    const std::size_t width = 3 * static_cast<std::size_t>(slot.dims());
    const std::size_t in_row = 3 * static_cast<std::size_t>(slot.tables.front());
    for (const Stretch& stretch : stretches[number]) {
        Slot& rows = footprint.slots[own + stretch.group];
        rows.skew = slot.skew;
        rows.len.front() = groups[stretch.group].len.front() + slot.skew;
        for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind) {
            const std::vector<long>& boxes = slot.boxes[kind];
            const bool has_row_maps = slot.row_maps[kind].size() * width == boxes.size();
            for (std::size_t at = 0; at < boxes.size(); at += width) {
                const long* box = boxes.data() + at;
                long lo = box[0];
                if (lo < stretch.first) // the next one of the box
                    lo += (stretch.first - lo + box[2] - 1) / box[2] * box[2];
                const long hi = std::min(box[1], stretch.last);
                if (hi <= lo)
                    continue;
                std::vector<long>& out = rows.boxes[kind];
                out.insert(out.end(), {lo + stretch.shift, hi + stretch.shift, box[2]});
                out.insert(out.end(), box + in_row, box + width);
                long* const first = out.data() + out.size() - (width - in_row);
                if (Slot::is_anywhere(first)) {
                    first[0] = 0;
                    first[1] = stretch.whole;
                } else {
                    first[0] -= stretch.shift * slot.skew;
                    first[1] -= stretch.shift * slot.skew;
                }
                hydra_rt_footprint::Law law =
                    has_row_maps ? slot.row_maps[kind][at / width] : hydra_rt_footprint::Law();
                if (law.kind == hydra_rt_footprint::Law::Kind::row)
                    law.value += stretch.shift;
                rows.row_maps[kind].push_back(law);
            }
        }
    }
    footprint.slots[number].forget_boxes();
}

// Whether every rank has all of the table's pointers, of a block of which it may not have all.
bool RegularTables::is_everywhere(Table& table) const {
    if (table.block->everywhere)
        return true;
    if (const std::uint64_t state = registry_.state_id(*table.block); state != table.state) {
        table.state = state;
        const Region held = table.block->state->full().held_by_all();
        const TableView::Column column{table.column.entry(table.column.first),
                                       table.column.entry(table.column.end() - 1), table.column.step};
        const std::optional<Region> pointers = column.in(*table.block);
        table.held = pointers && held.contains(*pointers);
    }
    return table.held;
}

// Whether each row that was a block of its own is one still, and none is longer than the longest one was: one may have
// gone, and another one have come to lie there.
bool RegularTables::blocks_stand(Known& known) const {
    if (known.measured == registry_.gone())
        return true;
    for (const Table& table : known.tables)
        for (const TableView::Stretch& stretch : known.view->stretches[table.slot]) {
            const Room& room = known.rooms[stretch.group];
            const Allocation* in = nullptr;
            for (long x = stretch.first; x < stretch.last && room.own; ++x) {
                const char* const pointer = table.column.pointers[static_cast<std::size_t>(x - table.column.first)];
                in = in != nullptr && in->holds(pointer) ? in : registry_.find(pointer);
                const Block own = in == nullptr ? Block{} : registry_.block_of(*in, pointer);
                if (own.base != pointer || static_cast<std::int64_t>(own.bytes) > room.whole)
                    return false;
            }
        }
    known.measured = registry_.gone();
    return true;
}

// Whether the launch's rows are those that were looked at.
bool RegularTables::stands(Known& known, const Tables::Request& request, const std::vector<RowsReach>& rows) const {
    if (known.gone != registry_.gone()) {
        for (const auto& [block, serial] : known.blocks)
            if (!block->live || block->serial != serial)
                return false;
        known.gone = registry_.gone();
    }
    const bool anywhere = std::any_of(rows.begin(), rows.end(), [](const RowsReach& reach) { return reach.anywhere; });
    if (anywhere && !blocks_stand(known))
        return false;
    return std::all_of(rows.begin(), rows.end(), [&](const RowsReach& reach) {
        const PointerColumn wanted = PointerColumn::of(reach, request.pointers[reach.slot]);
        const auto table = std::find_if(known.tables.begin(), known.tables.end(),
                                        [&](const Table& one) { return one.slot == reach.slot; });
        return table != known.tables.end() && table->column.is_same(wanted) && is_everywhere(*table) &&
               table->column.stands(reach.first, reach.last);
    });
}

// Whether all of them are rows of groups, which have room for what is touched behind their pointers and are as far
// apart.
bool RegularTables::has_rooms(const Known& known, const hydra_rt_footprint& footprint,
                              const std::vector<RowsReach>& rows) {
    return std::all_of(
        rows.begin(), rows.end(),
        [&](const RowsReach& reach) {
            const Slot& slot = footprint.slots[reach.slot];
            long next = reach.first;
            for (const TableView::Stretch& stretch : known.view->stretches[reach.slot]) {
                if (next >= reach.last || stretch.last <= next)
                    continue;
                const TableView::Group& group = known.view->groups[stretch.group];
                const Room& room = known.rooms[stretch.group];
                if (stretch.first > next || !has_shape_of(group, slot) || reach.bytes.lo < -room.before ||
                    reach.bytes.hi > room.behind || (reach.anywhere && !room.own) ||
                    group.len.front() + slot.skew < 1 ||
                    reach.bytes.hi - reach.bytes.lo > group.len.front() * unit_of(slot))
                    return false;
                next = stretch.last;
            }
            return next >= reach.last;
        });
}

const TableView* RegularTables::handed_out(const Known& known, const Tables::Request& request) {
    std::copy(request.pointers, request.pointers + known.view->own, known.view->pointers.begin());
    return known.view.get();
}

const TableView* RegularTables::look_again(const Tables::Request& request, const Key& key) {
    const auto seen = seen_.find(key);
    if (seen == seen_.end())
        return nullptr;
    for (Known& known : known_)
        if (known.view->id == seen->second.view && stands(known, request, seen->second.rows))
            return handed_out(known, request);
    return nullptr;
}

const TableView* RegularTables::look(const Tables::Request& request, const Key& key,
                                     const hydra_rt_footprint& footprint, std::uint64_t& next_id) {
    rows_.clear();
    std::int64_t touched = 0;
    for (std::size_t s = 0; s < footprint.slots.size(); ++s) {
        const Slot& slot = footprint.slots[s];
        if (slot.tables.empty() || slot.touches_nothing())
            continue;
        const RowsReach reach = slot.rows_reach(s);
        if (reach.unknown || reach.bytes.lo < -unbounded || reach.bytes.hi > unbounded || reach.first < -unbounded ||
            reach.last > unbounded)
            return nullptr;
        touched += reach.last - reach.first;
        rows_.push_back(reach);
    }
    if (rows_.empty())
        return nullptr;
    Known* known = nullptr;
    for (Known& one : known_)
        if (stands(one, request, rows_)) {
            known = &one;
            break;
        }
    if (known == nullptr) {
        credit_ += worth::credit_of_look + worth::credit_of_row * touched;
        if (credit_ < 0)
            return nullptr;
        std::optional<Known> found = find(request, footprint, rows_);
        if (!found)
            return nullptr;
        found->view->id = ++next_id;
        if (known_.size() < most_known)
            known_.emplace_back();
        known = &known_[next_];
        next_ = (next_ + 1) % most_known;
        *known = *std::move(found);
    }
    if (!has_rooms(*known, footprint, rows_))
        return nullptr;
    if (seen_.size() >= most_seen) // a launch that moves on
        seen_.clear();
    seen_[key] = {rows_, known->view->id};
    return handed_out(*known, request);
}

// Nothing where the table is in no known block, or not all ranks have it.
std::optional<RegularTables::Table> RegularTables::load(const Tables::Request& request, const RowsReach& rows) const {
    Table table{rows.slot, PointerColumn::of(rows, request.pointers[rows.slot]), nullptr, {}, 0, false};
    const char* const entry = table.column.entry(rows.first);
    table.block = registry_.find(entry);
    if (table.block == nullptr)
        return std::nullopt;
    table.in = registry_.block_of(*table.block, entry);
    if (!table.column.load(table.in) || !is_everywhere(table))
        return std::nullopt;
    return table;
}

// Rows that the program has asked for one by one, in the order of their subscripts, become one allocation: a launch
// through the table then is one over a matrix, whatever the number of rows.
void RegularTables::join_rows(const Table& table, const RowsReach& reach) {
    const std::vector<const char*>& pointers = table.column.pointers;
    const auto block_at = [&](std::size_t at) {
        return registry_.arena().find(moved(pointers[at], reach.bytes.lo)).value_or(Block{});
    };
    for (std::size_t at = 0, end = 0; at + worth::least_rows_of_stretch <= pointers.size(); at = end) {
        end = at + 1;
        const std::int64_t step = pointers[end] - pointers[at];
        const Block first = block_at(at);
        if (step <= 0 || static_cast<std::int64_t>(first.bytes) > step || first.base == nullptr)
            continue;
        const std::int64_t before = pointers[at] - first.base;
        Block last = first;
        for (; end < pointers.size() && pointers[end] - pointers[end - 1] == step; ++end) {
            const Block next = block_at(end);
            if (next.base == nullptr || pointers[end] - next.base != before ||
                static_cast<std::int64_t>(next.bytes) > step)
                break;
            last = next;
        }
        if (end - at < worth::least_rows_of_stretch)
            continue;
        const Allocation* const known = registry_.lookup(first.base);
        if (known != nullptr && known->blocks > 0 && known->holds(last.base))
            continue;
        if (!registry_.join(first.base, last.base + step)) // with as much room behind the last row
            registry_.join(first.base, last.base + last.bytes);
    }
}

// Makes groups of the rows; false where these would be many.
bool RegularTables::add_stretches(const Table& table, const Slot& slot, const RowsReach& reach, Known& known) const {
    const std::int64_t unit = unit_of(slot);
    std::vector<TableView::Stretch>& stretches = known.view->stretches[table.slot];
    const Allocation* last = nullptr; // rows of one block follow one another
    const auto block_of = [&](const char* pointer) -> const Allocation* {
        if (pointer == nullptr)
            return nullptr;
        const char* const inside = moved(pointer, reach.bytes.lo);
        if (last == nullptr || !last->holds(inside))
            last = registry_.find(inside);
        return last;
    };
    const std::vector<const char*>& pointers = table.column.pointers;
    // Rows that are blocks of their own are in no stretch, and the registry need not know each of them.
    const auto begins = [&](std::size_t at) {
        const char* const inside = moved(pointers[at], reach.bytes.lo);
        const Block extent = registry_.extent(inside);
        return extent.base <= inside && moved(pointers[at + 1], reach.bytes.lo) < extent.base + extent.bytes;
    };
    for (std::size_t at = 0, end = 0; at + 1 < pointers.size(); at = end) {
        end = at + 1;
        if (pointers[at] == nullptr || pointers[end] <= pointers[at] || !begins(at))
            continue;
        const Allocation* const block = block_of(pointers[at]);
        if (block == nullptr)
            continue;
        const std::int64_t step = pointers[end] - pointers[at];
        if (step <= 0 || step % unit != 0)
            continue;
        Room room{unbounded, unbounded};
        const auto has_room = [&](const char* pointer) {
            const char* const inside = moved(pointer, reach.bytes.lo);
            const Block own = registry_.block_of(*block, inside);
            room.before = std::min<std::int64_t>(room.before, pointer - own.base);
            room.behind = std::min<std::int64_t>(room.behind, own.base + own.bytes - pointer);
            room.whole = std::max(room.whole, static_cast<std::int64_t>(own.bytes));
            room.own = room.own && own.base == pointer && room.whole <= step;
            return own.base <= inside && inside < own.base + own.bytes;
        };
        if (!has_room(pointers[at]))
            continue;
        while (end < pointers.size() && pointers[end] - pointers[end - 1] == step && block_of(pointers[end]) == block &&
               has_room(pointers[end]))
            ++end;
        if (end - at < 2)
            continue;
        if (stretches.size() == worth::most_stretches)
            return false;
        const long first = table.column.first + static_cast<long>(at), count = static_cast<long>(end - at);
        stretches.push_back({first, first + count, known.view->groups.size(), -first, (room.whole + unit - 1) / unit});
        known.rooms.push_back(room);
        known.view->add_entries(table.column.entry(first), table.column.step, static_cast<std::size_t>(count));
        known.blocks.emplace_back(block, block->serial);
        TableView::Group group{
            TableView::Group::Kind::rows, table.slot, slot.elem, {step / unit}, pointers[at], pointers[end - 1]};
        group.len.insert(group.len.end(), lengths_in_row(slot).begin(), lengths_in_row(slot).end());
        for (std::size_t i = at; i < end; ++i)
            known.view->row_of[table.slot].emplace(
                pointers[i], TableView::Row{known.view->groups.size(), static_cast<std::int64_t>(i - at)});
        known.view->groups.push_back(std::move(group));
        known.view->pointers.push_back(const_cast<char*>(pointers[at]));
    }
    return !stretches.empty();
}

std::optional<RegularTables::Known> RegularTables::find(const Tables::Request& request,
                                                        const hydra_rt_footprint& footprint,
                                                        const std::vector<RowsReach>& rows) {
    Known known;
    known.view = std::make_unique<TableView>();
    TableView& view = *known.view;
    view.own = static_cast<std::size_t>(request.loop->slots);
    view.pointers.assign(request.pointers, request.pointers + view.own);
    view.row_of.resize(view.own);
    view.extents.resize(view.own);
    view.stretches.resize(view.own);
    view.trusted = true;
    credit_ = 0;
    for (const RowsReach& reach : rows) {
        std::optional<Table> table = load(request, reach);
        if (!table)
            return std::nullopt;
        if (request.joins)
            join_rows(*table, reach);
        credit_ -= static_cast<std::int64_t>(table->column.pointers.size());
        const Slot& slot = footprint.slots[reach.slot];
        if (unit_of(slot) <= 0 || !add_stretches(*table, slot, reach, known))
            return std::nullopt;
        known.blocks.emplace_back(table->block, table->block->serial);
        view.memory.emplace(table->in.base, table->in.base + table->in.bytes);
        const PointerColumn& column = table->column;
        const long at = std::clamp<long>(reach.first, column.first, column.end() - 1) - column.first;
        const char* const row = moved(column.pointers[static_cast<std::size_t>(at)], reach.bytes.lo);
        const Allocation* const block = registry_.find(row);
        view.extents[reach.slot] = extent_of(slot, static_cast<const char*>(request.pointers[reach.slot]), table->in,
                                             block == nullptr ? Block{} : registry_.block_of(*block, row));
        known.tables.push_back(*std::move(table));
    }
    view.join_entries();
    std::sort(known.blocks.begin(), known.blocks.end());
    known.blocks.erase(std::unique(known.blocks.begin(), known.blocks.end()), known.blocks.end());
    known.gone = known.measured = registry_.gone();
    return known;
}

} // namespace hydra::rt
