// See tables.h. A box of a table slot is walked row by row: the subscripts before the last table select a pointer, the
// others are a box behind it.
#include "runtime/touch/tables.h"

#include "runtime/policy/worth_touch.h"
#include "runtime/touch/regular_tables.h"
#include "runtime/touch/table_rows.h"
#include "runtime/touch/table_walk.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace hydra::rt {
namespace {

using Slot = hydra_rt_footprint::Slot;

constexpr std::int64_t most_bytes = std::int64_t{1} << 39; // of a row or table; beyond it no subscript is known
constexpr std::size_t most_views = 256;
constexpr std::size_t most_kept = 4 << 20; // pointers in what is remembered

} // namespace

std::int64_t stride(const Slot& slot, int d) {
    const auto next = std::upper_bound(slot.tables.begin(), slot.tables.end(), d);
    const int end = next == slot.tables.end() ? slot.dims() : *next;
    std::int64_t bytes = next == slot.tables.end() ? slot.elem : static_cast<std::int64_t>(sizeof(void*));
    for (int dim = d + 1; dim < end; ++dim)
        bytes *= slot.len[static_cast<std::size_t>(dim - 1)];
    return bytes;
}

bool TableView::meets_entries(const char* from, const char* to) const {
    const auto after = entries.lower_bound(to);
    if (after != entries.begin() && std::prev(after)->second > from)
        return true;
    constexpr std::int64_t size = sizeof(void*);
    return std::any_of(columns.begin(), columns.end(), [&](const Column& column) {
        if (from >= column.last + size || to <= column.first)
            return false;
        if (from < column.first + size || to > column.last)
            return true;
        const std::int64_t behind = (from - column.first) % column.step; // the entry before
        return behind < size || to - from > column.step - behind;
    });
}

std::optional<Region> TableView::Column::in(const Allocation& allocation) const {
    constexpr long size = sizeof(void*);
    const long len = step / size;
    const View view{first - allocation.base, size, {&len, 1}};
    if (step % size != 0 || !fits(allocation.shape, view))
        return std::nullopt;
    return convert(allocation.shape, view, std::array<long, 6>{0, (last - first) / step + 1, 1, 0, 1, 1}).region;
}

void TableView::add_entries(const char* first, std::int64_t step, std::size_t count) {
    constexpr std::int64_t size = sizeof(void*);
    const char* const last = first + static_cast<std::int64_t>(count - 1) * step;
    if (step != size) {
        columns.push_back({first, last, step});
        return;
    }
    const char*& end = entries[first];
    end = std::max(end, last + size);
}

void TableView::join_entries() {
    for (auto entry = entries.begin(); entry != entries.end();) { // of tables by several names
        const auto next = std::next(entry);
        if (next == entries.end() || next->first > entry->second) {
            entry = next;
            continue;
        }
        entry->second = std::max(entry->second, next->second);
        entries.erase(next);
    }
}

std::size_t Tables::KeyHash::operator()(const Key& key) const {
    std::uint64_t hash = 0x9e3779b97f4a7c15u;
    for (const std::int64_t word : key) {
        hash = (hash ^ static_cast<std::uint64_t>(word)) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

void Tables::LookedAt::bring(Residences* residence) const {
    if (residence != nullptr && residence->is_behind(*allocation))
        residence->to_host(*allocation, rows_of(allocation->shape, lo, hi));
}

struct Tables::Walk {
    Registry& registry;
    Residences* residence;
    bool trusted;
    std::int64_t most_pointers;
    Outcome outcome;
    std::vector<std::pair<const char*, const char*>> found; // pointers: where, which
    std::map<const char*, const char*> memory;
    std::map<const char*, std::int64_t> rooms; // see TableView
    std::map<const Allocation*, LookedAt> tables;
    std::vector<std::vector<Touched>> rows;              // by slot, in order of first use
    std::vector<const char*> first_entry;                // by slot, of its own table
    std::vector<const char*> nowhere;                    // addresses that are in no allocation
    std::map<const Allocation*, std::vector<Run>> valid; // of tables that not all ranks hold as a whole

    // Whether the pointer may be loaded from there; false with an outcome: the launch cannot be described.
    bool may_look(const char* entry, bool certain) {
        constexpr std::uintptr_t nothing_below = 65536; // behind a null pointer
        Allocation* table = registry.find(entry);
        const char* end = entry + sizeof(void*);
        if (table == nullptr) {
            const bool null = reinterpret_cast<std::uintptr_t>(entry) < nothing_below;
            if (!certain && !null && outcome.unknown < 0)
                outcome.unknown = slot;
            if (certain)
                nowhere.push_back(entry);
            return certain;
        }
        if (end > table->base + table->bytes)
            return false;
        memory.emplace(table->base, table->base + table->bytes);
        const std::int64_t lo = entry - table->base, hi = end - table->base;
        const LookedAt here{table, registry.state_id(*table), lo, hi};
        LookedAt& looked = tables.try_emplace(table, here).first->second;
        looked.lo = std::min(looked.lo, lo);
        looked.hi = std::max(looked.hi, hi);
        here.bring(residence);
        if (table->everywhere)
            return true;
        auto [held, is_new] = valid.try_emplace(table);
        if (is_new)
            held->second = runs(table->state->full().held_by_all(), table->shape);
        const std::int64_t offset = entry - table->base;
        const auto after = std::upper_bound(held->second.begin(), held->second.end(), offset,
                                            [](std::int64_t at, const Run& run) { return at < run.offset; });
        const bool is_valid = after != held->second.begin() && std::prev(after)->offset + std::prev(after)->bytes >=
                                                                   offset + static_cast<std::int64_t>(sizeof(void*));
        if (!is_valid)
            outcome.stale = table;
        return is_valid;
    }

    // Bytes of a table of which any pointer may be meant; it must be known where it begins.
    std::int64_t room(const char* pointer, std::int64_t length) {
        const Allocation* table = pointer == nullptr ? nullptr : registry.find(pointer);
        if (table != nullptr && length > most_bytes)
            if (const Block block = registry.block_of(*table, pointer); block.base == pointer)
                return rooms[pointer] = static_cast<std::int64_t>(block.bytes);
        if (pointer != nullptr)
            outcome.unknown = slot;
        return 0;
    }

    bool lost() const { return outcome.unknown >= 0 || outcome.stale != nullptr; }

    // Follows the pointers of all boxes of the slot.
    void follow(const Slot& walked, std::size_t number, const char* base) {
        slot = static_cast<int>(number);
        const Slot inner = behind(walked);
        const auto width = static_cast<std::size_t>(3 * walked.dims());
        std::unordered_map<const char*, std::size_t> index;
        for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind) {
            const bool exact = hydra_rt_footprint::exact(kind);
            const auto next = [&](const char* entry, const char*& pointer) {
                if (lost() || !may_look(entry, trusted && exact))
                    return false;
                if (first_entry[number] == nullptr)
                    first_entry[number] = entry;
                pointer = load(entry);
                found.emplace_back(entry, pointer);
                if (std::ssize(found) > most_pointers) {
                    outcome.unknown = slot;
                    outcome.too_many = true;
                }
                return true;
            };
            const auto note = [&](const char* pointer, const long* box) {
                const auto [at, is_new] = index.emplace(pointer, rows[number].size());
                if (is_new)
                    rows[number].push_back({pointer, {}, {}, nullptr});
                Touched& row = rows[number][at->second];
                (exact ? row.exact : row.maybe).add(inner.bytes_of(box));
            };
            for (std::size_t at = 0; at < walked.boxes[kind].size() && !lost(); at += width) {
                for_each_row(
                    walked, walked.boxes[kind].data() + at, base, next,
                    [&](const char* table, std::int64_t length) { return room(table, length); }, note);
            }
        }
    }

    // Where the bytes behind each pointer are. A pointer that may be followed, or may not, and leads nowhere is none.
    void locate(std::size_t number) {
        // The block that a pointer into the allocation leads into; null: it lies between blocks.
        const auto block_of = [&](const Allocation& in, const char* pointer) -> const char* {
            const Block block = registry.block_of(in, pointer);
            return block.base <= pointer && pointer < block.base + block.bytes ? block.base : nullptr;
        };
        std::map<const char*, int> together; // rows in one block
        for (const Touched& row : rows[number])
            if (const Allocation* in = row.pointer == nullptr ? nullptr : registry.find(row.pointer))
                ++together[block_of(*in, row.pointer)];
        std::erase_if(rows[number], [&](Touched& row) {
            const bool may = row.exact.empty(); // then the pointer itself tells more than what is wider than the truth
            if (may && row.pointer == nullptr)
                return true;
            const ByteSpan& bytes = may ? row.maybe : row.exact;
            for (const std::int64_t at : {may ? 0 : bytes.lo, may ? bytes.lo : bytes.hi - 1, may ? bytes.hi - 1 : 0})
                if (row.allocation == nullptr) {
                    row.allocation = registry.find(moved(row.pointer, at));
                    if (row.allocation == nullptr)
                        nowhere.push_back(moved(row.pointer, at));
                }
            // Anywhere in the row: in the block that it begins, or that several rows share. Else it may be a pointer
            // from which the program counts on, into a block behind the one that it happens to be in.
            if (may && row.maybe.hi > most_bytes) {
                const char* const block = row.allocation == nullptr ? nullptr : block_of(*row.allocation, row.pointer);
                if (block == nullptr || (block != row.pointer && together[block] < 2))
                    outcome.unknown = static_cast<int>(number);
            }
            return row.allocation == nullptr && may && registry.in_arena(row.pointer);
        });
    }

    int slot = 0;
};

bool Tables::Remembered::holds(Registry& registry, Residences* residence) const {
    if (in_joined && gone != registry.gone())
        return false;
    for (const auto& [block, serial] : blocks)
        if (!block->live || block->serial != serial)
            return false;
    for (const LookedAt& table : tables)
        if (registry.state_id(*table.allocation) != table.state)
            return false;
    for (const char* address : nowhere) // where a block may have come to be
        if (registry.find(address) != nullptr)
            return false;
    for (const auto& [pointer, bytes] : view->rooms) { // blocks come and go within an allocation of several
        const Allocation* table = registry.find(pointer);
        const Block block = table == nullptr ? Block{} : registry.block_of(*table, pointer);
        if (block.base != pointer || static_cast<std::int64_t>(block.bytes) != bytes)
            return false;
    }
    for (const LookedAt& table : tables)
        table.bring(residence);
    return std::all_of(found.begin(), found.end(), [](const auto& entry) { return load(entry.first) == entry.second; });
}

Tables::Tables(Registry& registry) : registry_(registry), regular_(std::make_unique<RegularTables>(registry)) {}

Tables::~Tables() = default;

Tables::Key Tables::key_of(const Request& request) {
    Key key{request.begin, request.end};
    key.insert(key.end(), request.k, request.k + request.loop->keys);
    for (int slot = 0; slot < request.loop->slots; ++slot)
        key.push_back(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(request.pointers[slot])));
    return key;
}

Tables::Walk Tables::follow(const Request& request, const hydra_rt_footprint& footprint) {
    const auto slots = static_cast<std::size_t>(request.loop->slots);
    Walk walk{registry_, request.residence, request.trusted, request.most_pointers, {}, {}, {}, {}, {}, {}, {}, {}, {}};
    walk.rows.resize(slots);
    walk.first_entry.resize(slots);
    for (std::size_t slot = 0; slot < slots && !walk.lost(); ++slot)
        if (!footprint.slots[slot].tables.empty())
            walk.follow(footprint.slots[slot], slot, static_cast<const char*>(request.pointers[slot]));
    return walk;
}

// Many small blocks that a launch's pointers lead to, close to one another, become one allocation, in which they are
// planned for together; true: some have.
bool Tables::join_scattered(const Walk& walk) {
    const auto before = [](const Block& one, const Block& other) { return one.base < other.base; };
    std::vector<Block> blocks;
    for (const std::vector<Touched>& rows : walk.rows)
        for (const Touched& row : rows) {
            if (row.pointer == nullptr)
                continue;
            const std::optional<Block> block =
                registry_.arena().find(moved(row.pointer, row.exact.empty() ? 0 : row.exact.lo));
            if (block && block->bytes > 0 && block->bytes < Arena::large_bytes)
                blocks.push_back(*block);
        }
    std::sort(blocks.begin(), blocks.end(), before);
    bool joined = false;
    for (std::size_t at = 0, end = 0; at < blocks.size(); at = end) {
        std::size_t different = 1;
        const auto is_near = [&](const Block& block) {
            return block.base - (blocks[end - 1].base + blocks[end - 1].bytes) <= worth::most_scattered_gap;
        };
        for (end = at + 1; end < blocks.size() && is_near(blocks[end]); ++end)
            different += blocks[end].base != blocks[end - 1].base ? 1 : 0;
        const Block &first = blocks[at], &last = blocks[end - 1];
        const Allocation* const known = registry_.lookup(first.base);
        const bool is_one = known != nullptr && known->blocks > 0 && known->holds(last.base);
        if (different >= worth::least_scattered_blocks && !is_one)
            joined = registry_.join(first.base, last.base + last.bytes) || joined;
    }
    return joined;
}

Tables::Outcome Tables::look(const Request& request, std::uint64_t& next_id) {
    if (has_tables_ == 0)
        return {};
    hydra_rt_footprint& footprint = described_;
    const auto describe = [&] {
        footprint.clear(request.loop->slots);
        request.loop->footprint(&footprint, request.k, request.begin, request.end);
        if (request.loop->inspection != nullptr)
            request.loop->inspection->indexes(&footprint, request.k, request.begin, request.end);
    };
    const bool tried = request.by_table && has_tables_ == 1;
    Key key = key_of(request);
    if (tried) {
        if (const TableView* view = regular_->look_again(request, key))
            return {view, -1, nullptr};
        describe();
        if (!footprint.writes_everything)
            if (const TableView* view = regular_->look(request, key, footprint, next_id))
                return {view, -1, nullptr};
    }
    const auto known = remembered_.find(key);
    if (known != remembered_.end() && known->second.holds(registry_, request.residence))
        return {known->second.view, -1, nullptr};
    const auto slots = static_cast<std::size_t>(request.loop->slots);
    describe();
    if (footprint.writes_everything) // sizes beyond what is described: nothing was said about tables
        return {};
    has_tables_ = std::any_of(footprint.slots.begin(), footprint.slots.end(),
                              [](const Slot& slot) { return !slot.tables.empty(); })
                      ? 1
                      : 0;
    if (has_tables_ == 0)
        return {};
    if (request.by_table && !tried)
        if (const TableView* view = regular_->look(request, key, footprint, next_id))
            return {view, -1, nullptr};
    std::optional<Walk> followed(follow(request, footprint));
    if (!followed->lost() && request.joins && join_scattered(*followed))
        followed.emplace(follow(request, footprint));
    Walk& walk = *followed;
    for (std::size_t slot = 0; slot < slots && !walk.lost(); ++slot)
        if (!footprint.slots[slot].tables.empty())
            walk.locate(slot);
    if (walk.lost())
        return walk.outcome;

    Remembered remembered;
    Key content = key;
    for (const auto& [entry, pointer] : walk.found)
        content.push_back(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(pointer)));
    const auto rely_on = [&](const Allocation* block) {
        content.push_back(block == nullptr ? 0 : static_cast<std::int64_t>(block->serial));
        if (block != nullptr)
            remembered.blocks.emplace_back(block, block->serial);
    };
    for (const char* address : walk.nowhere)
        content.push_back(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(address)));
    for (const std::vector<Touched>& rows : walk.rows)
        for (const Touched& row : rows) {
            rely_on(row.allocation);
            if (row.allocation == nullptr || row.allocation->blocks == 0)
                continue;
            const Block block = registry_.block_of(*row.allocation, row.pointer);
            content.insert(content.end(), {block.base - row.allocation->base, static_cast<std::int64_t>(block.bytes)});
            remembered.in_joined = true;
        }
    remembered.gone = registry_.gone();
    for (const auto& [table, looked] : walk.tables) {
        rely_on(table);
        remembered.tables.push_back(looked);
    }
    for (const auto& [pointer, bytes] : walk.rooms)
        content.insert(content.end(), {static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(pointer)), bytes});
    kept_ += walk.found.size();
    if (views_.size() >= most_views || remembered_.size() >= most_views || kept_ > most_kept) {
        remembered_.clear();
        views_.clear();
        kept_ = walk.found.size();
    }
    std::unique_ptr<TableView>& view = views_[std::move(content)];
    if (view == nullptr) {
        view = make(request, footprint, walk);
        view->id = ++next_id;
    }
    std::sort(remembered.blocks.begin(), remembered.blocks.end());
    remembered.blocks.erase(std::unique(remembered.blocks.begin(), remembered.blocks.end()), remembered.blocks.end());
    remembered.nowhere = std::move(walk.nowhere);
    remembered.found = std::move(walk.found);
    remembered.view = view.get();
    remembered_[std::move(key)] = std::move(remembered);
    return {view.get(), -1, nullptr};
}

std::unique_ptr<TableView> Tables::make(const Request& request, const hydra_rt_footprint& footprint, const Walk& walk) {
    auto view = std::make_unique<TableView>();
    view->own = static_cast<std::size_t>(request.loop->slots);
    view->pointers.assign(request.pointers, request.pointers + view->own);
    view->row_of.resize(view->own);
    view->extents.resize(view->own);
    view->memory = walk.memory;
    view->rooms = walk.rooms;
    view->trusted = request.trusted;
    for (const auto& [entry, pointer] : walk.found) {
        const char*& end = view->entries[entry];
        end = entry + sizeof(void*);
    }
    for (std::size_t slot = 0; slot < view->own; ++slot) {
        if (footprint.slots[slot].tables.empty())
            continue;
        std::map<const Allocation*, Rows> blocks;
        std::vector<const Allocation*> order; // of first use: addresses of Allocation differ from rank to rank
        for (const Touched& row : walk.rows[slot]) {
            const auto [block, is_new] = blocks.try_emplace(row.allocation);
            if (is_new)
                order.push_back(row.allocation);
            block->second.pointers.push_back(row.pointer);
            block->second.hull.add(row.exact.empty() ? row.maybe : row.exact);
        }
        const Slot inner = behind(footprint.slots[slot]);
        RowGrouper grouper(inner, slot, registry_, *view);
        for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind)
            grouper.note_boxes(footprint.slots[slot], kind);
        for (const Allocation* block : order)
            grouper.add(blocks[block], block);
        const auto block_of = [&](const char* address) {
            const Allocation* const block = address == nullptr ? nullptr : registry_.find(address);
            return block == nullptr ? Block{} : registry_.block_of(*block, address);
        };
        const Touched* const first = walk.rows[slot].empty() ? nullptr : &walk.rows[slot].front();
        view->extents[slot] = extent_of(
            footprint.slots[slot], static_cast<const char*>(request.pointers[slot]), block_of(walk.first_entry[slot]),
            first == nullptr || first->allocation == nullptr ? Block{}
                                                             : registry_.block_of(*first->allocation, first->pointer));
    }
    return view;
}

} // namespace hydra::rt
