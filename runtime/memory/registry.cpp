// See registry.h. Allocations never overlap, so the ordered map by base finds the one candidate for an address.
#include "runtime/memory/registry.h"

#include "runtime/directory/copied.h"
#include "runtime/directory/ownership_rules.h"
#include "runtime/memory/window_epoch.h"
#include "runtime/policy/worth_directory.h"

#include <algorithm>
#include <limits>

unsigned long hydra_rt_epoch = 1;

namespace hydra::rt {

Allocation* Registry::lookup(const void* address) const {
    auto* at = const_cast<char*>(static_cast<const char*>(address));
    auto after = by_base_.upper_bound(at);
    if (after == by_base_.begin())
        return nullptr;
    Allocation* candidate = std::prev(after)->second;
    return candidate->holds(address) ? candidate : nullptr;
}

std::pair<std::uintptr_t, std::uintptr_t> Registry::gap(const void* address) const {
    const auto after = by_base_.upper_bound(const_cast<char*>(static_cast<const char*>(address)));
    std::pair<std::uintptr_t, std::uintptr_t> gap{0, std::numeric_limits<std::uintptr_t>::max()};
    if (after != by_base_.end())
        gap.second = reinterpret_cast<std::uintptr_t>(after->first);
    if (after != by_base_.begin())
        gap.first = reinterpret_cast<std::uintptr_t>(std::prev(after)->first) + std::prev(after)->second->bytes;
    return gap;
}

Allocation& Registry::create(char* base, std::size_t bytes) {
    forget_windows();
    if (dead_.empty()) {
        pool_.emplace_back();
        dead_.push_back(&pool_.back());
    }
    Allocation& allocation = *dead_.back();
    dead_.pop_back();
    allocation = Allocation{};
    allocation.base = base;
    allocation.bytes = bytes;
    allocation.serial = next_serial_++;
    allocation.live = true;
    by_base_[base] = &allocation;
    reset(allocation);
    return allocation;
}

void Registry::reset(Allocation& allocation) {
    allocation.shape = fresh_shape(static_cast<std::int64_t>(allocation.bytes));
    allocation.shape_id = shape_id(allocation.shape);
    allocation.state = intern(DirState(ranks_, allocation.shape.whole()));
    set_everywhere(allocation, true);
}

void Registry::set_everywhere(Allocation& allocation, bool everywhere) {
    uneven_ += allocation.everywhere ? 1 : 0;
    uneven_ -= everywhere ? 1 : 0;
    allocation.everywhere = everywhere;
}

void Registry::drop(std::map<char*, Allocation*>::iterator entry) {
    forget_windows();
    ++gone_;
    if (going_)
        going_(*entry->second);
    set_everywhere(*entry->second, true);
    if (entry->second->blocks > 0) {
        --joined_;
        arena_.open(entry->second->base);
    }
    entry->second->live = false;
    entry->second->bytes = 0;
    entry->second->state.reset();
    entry->second->devices.clear();
    dead_.push_back(entry->second);
    by_base_.erase(entry);
}

Allocation& Registry::enter(void* base, std::size_t bytes, const char* name) {
    char* start = static_cast<char*>(base);
    auto entry = by_base_.lower_bound(start);
    if (entry != by_base_.end() && entry->first == start && entry->second->bytes == bytes) {
        // A scope entered again: the same range with fresh content. Plans know ranges by size, shape and state, so an
        // allocation that goes back to its first state finds its plans again.
        Allocation& same = *entry->second;
        ++same.version;
        same.devices.clear();
        if (!same.everywhere)
            reset(same);
        if (name != nullptr && same.name != name) {
            same.name = name;
            same.counter = -1;
        }
        return same;
    }
    if (entry != by_base_.begin() && std::prev(entry)->second->holds(base))
        drop(std::prev(entry));
    while (entry != by_base_.end() && entry->first < start + bytes) {
        auto next = std::next(entry);
        drop(entry);
        entry = next;
    }
    Allocation& allocation = create(start, bytes);
    if (name != nullptr)
        allocation.name = name;
    return allocation;
}

void Registry::enter_scope(void* base, std::size_t bytes, const char* name) {
    enter(base, bytes, name).scope = ++scopes_;
}

void Registry::enter_put_off() {
    for (const Scope& scope : put_off_)
        enter(scope.base, scope.bytes, scope.name).scope = scope.number;
    put_off_.clear();
}

void Registry::leave_scope(const void* base) {
    const auto scope =
        std::find_if(put_off_.rbegin(), put_off_.rend(), [&](const Scope& one) { return one.base == base; });
    if (scope != put_off_.rend())
        put_off_.erase(std::prev(scope.base()));
    else
        forget(base);
}

void Registry::leave_scopes(std::uint64_t entered) {
    std::erase_if(put_off_, [&](const Scope& scope) { return scope.number > entered; });
    for (auto entry = by_base_.begin(); entry != by_base_.end();) {
        const auto next = std::next(entry);
        if (entry->second->scope > entered)
            drop(entry);
        entry = next;
    }
}

Allocation* Registry::find(const void* address) { return find_entered(address, 1); }

Allocation* Registry::find_entered(const void* address, std::size_t least) {
    if (Allocation* known = lookup(address))
        return known;
    std::optional<Block> block = arena_.find(address);
    if (!block || block->bytes < least)
        return nullptr;
    arena_.set_registered(block->base);
    return &create(block->base, block->bytes);
}

Block Registry::extent(const void* address) const {
    if (const Allocation* const known = lookup(address))
        return {known->base, known->bytes};
    return arena_.find(address).value_or(Block{});
}

Allocation* Registry::first_in(const void* lo, const void* hi) const {
    if (Allocation* first = lookup(lo))
        return first;
    auto after = by_base_.lower_bound(const_cast<char*>(static_cast<const char*>(lo)));
    return after != by_base_.end() && after->first < hi ? after->second : nullptr;
}

bool Registry::is_empty_block(const void* address) const {
    std::optional<Block> block = arena_.find(address);
    return block && block->bytes == 0;
}

void Registry::move(Allocation& allocation, void* base, std::size_t bytes) {
    forget_windows();
    ++gone_;
    by_base_.erase(allocation.base);
    allocation.base = static_cast<char*>(base);
    allocation.bytes = bytes;
    allocation.ample = false;
    allocation.serial = next_serial_++;
    by_base_[allocation.base] = &allocation;
    arena_.set_registered(base);
}

void Registry::forget(const void* base) {
    auto entry = by_base_.upper_bound(const_cast<char*>(static_cast<const char*>(base)));
    if (entry == by_base_.begin())
        return;
    --entry;
    Allocation& allocation = *entry->second;
    if (allocation.blocks > 1 && allocation.holds(base)) {
        --allocation.blocks;
        ++gone_;
    } else if (allocation.base == base || (allocation.blocks == 1 && allocation.holds(base))) {
        drop(entry);
    }
}

bool Registry::join(char* lo, char* hi) {
    const auto first = by_base_.lower_bound(lo), last = by_base_.lower_bound(hi);
    if (first != by_base_.begin() && std::prev(first)->second->holds(lo))
        return false;
    for (auto entry = first; entry != last; ++entry)
        if (const Allocation& part = *entry->second;
            !part.everywhere || !part.devices.empty() || part.base + part.bytes > hi)
            return false;
    std::size_t blocks = 0;
    for (const char* at = lo; const std::optional<Block> block = arena_.first_in(at, hi);) {
        if (block->base < lo || block->base + block->bytes > hi)
            return false;
        ++blocks;
        arena_.set_registered(block->base);
        at = block->base + std::max<std::size_t>(block->bytes, 1);
    }
    std::string name;
    for (auto entry = first; entry != last;) {
        if (name.empty())
            name = entry->second->name;
        const auto next = std::next(entry);
        drop(entry);
        entry = next;
    }
    Allocation& joined = create(lo, static_cast<std::size_t>(hi - lo));
    joined.name = std::move(name);
    joined.blocks = blocks;
    ++joined_;
    arena_.close(lo, hi);
    return true;
}

Block Registry::block_of(const Allocation& allocation, const char* address) const {
    if (allocation.blocks == 0)
        return {allocation.base, allocation.bytes};
    return arena_.first_in(address, allocation.base + allocation.bytes).value_or(Block{});
}

// It is zero on all ranks, but for the directory what lay there before counts, too: who held that holds the same. So
// nothing need be said where that has no simple description.
void Registry::hand_out_joined(const void* base, std::size_t bytes) {
    Allocation* const around = lookup(base);
    if (around == nullptr || around->blocks == 0)
        return;
    ++around->blocks;
    ++around->version;
    ++gone_; // the place that was free has
    arena_.set_registered(base);
    const Shape& shape = around->shape;
    const std::int64_t offset = static_cast<const char*>(base) - around->base;
    const std::int64_t count = (static_cast<std::int64_t>(bytes) + shape.elem - 1) / shape.elem * shape.elem;
    if (around->everywhere || count == 0 || offset + count > shape.bytes ||
        refined_for_bytes(shape, offset, count) != shape)
        return;
    const DirState& before = around->state->full();
    if (before.boxes() <= worth::most_boxes_handed_out)
        set_state(*around, intern(before.after_write_all(byte_range(shape, offset, count))));
}

void Registry::set_state(Allocation& allocation, StateRef state) {
    forget_windows();
    set_everywhere(allocation, state->everywhere());
    allocation.state = std::move(state);
}

StateRef Registry::intern(OwnershipRules state) { return states_.intern(ranks_, std::move(state)); }

StateRef Registry::keep(OwnershipRules state, std::uint64_t trace) const {
    return StateTable::keep(ranks_, std::move(state), trace);
}

double Registry::missing_bytes() const {
    double bytes = 0;
    for (const Allocation* allocation : uneven_allocations()) {
        const std::int64_t missing =
            allocation->shape.whole().count() - allocation->state->full().held_by_all().count();
        bytes += static_cast<double>(missing) * static_cast<double>(allocation->shape.elem);
    }
    return bytes;
}

std::vector<Allocation*> Registry::uneven_allocations() const {
    std::vector<Allocation*> found;
    if (uneven_ == 0)
        return found;
    for (const auto& [base, allocation] : by_base_)
        if (!allocation->everywhere)
            found.push_back(allocation);
    std::sort(found.begin(), found.end(),
              [](const Allocation* a, const Allocation* b) { return a->serial < b->serial; });
    return found;
}

void Registry::set_shape(Allocation& allocation, Shape shape, StateRef state) {
    allocation.shape = std::move(shape);
    allocation.shape_id = shape_id(allocation.shape);
    set_state(allocation, std::move(state));
}

int Registry::shape_id(const Shape& shape) {
    std::vector<std::int64_t> content = {shape.bytes, shape.elem, shape.fresh ? 1 : 0, shape.turned ? 1 : 0};
    content.insert(content.end(), shape.len.begin(), shape.len.end());
    return shape_ids_.try_emplace(std::move(content), static_cast<int>(shape_ids_.size())).first->second;
}

} // namespace hydra::rt
