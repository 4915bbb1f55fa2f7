// See binding.h. Exact accesses must lie in one allocation, the one that holds the first byte. Accesses that are wider
// than the truth stay with the pointer's own allocation where they meet it. What is in none was allocated by a library
// or is a scalar or structure: serial code writes it on all ranks alike and no launch can write it, so it can be read.
#include "runtime/touch/binding.h"

#include "runtime/base/fail.h"
#include "runtime/base/text.h"

#include <algorithm>
#include <utility>

namespace hydra::rt {
namespace {

// How far from an array, in bytes, a pointer may stand that is meant to be used with the array.
constexpr std::int64_t near = 64;

// Addresses that the pointer reaches; computed as numbers, since they may be anywhere.
const char* reached(const char* pointer, std::int64_t offset) {
    return reinterpret_cast<const char*>(reinterpret_cast<std::uintptr_t>(pointer) +
                                         static_cast<std::uintptr_t>(offset));
}

bool meets(const Allocation& allocation, const char* pointer, const ByteSpan& span) {
    const std::int64_t offset = pointer - allocation.base;
    return offset + span.lo < static_cast<std::int64_t>(allocation.bytes) && offset + span.hi > 0;
}

[[noreturn]] void fail_stray(const hydra_rt_loop& loop, const char* array) {
    fail(loop.at, text("the loop uses array ", array,
                       " through a pointer that is in no allocated block: freed, or before or past the block's ends"));
}

} // namespace

Allocation* Binder::find(std::size_t slot, const char* address, std::size_t least) {
    Allocation* last = last_found_[slot];
    if (last != nullptr && last->live && last->holds(address))
        return last;
    return registry_.find_entered(address, least);
}

Allocation* Binder::resolve(std::size_t slot, const Reach& reach, const char* pointer, std::size_t least) {
    if (!reach.exact.empty()) {
        Allocation* first = find(slot, reached(pointer, reach.exact.lo), least);
        if (first != nullptr && first->holds(reached(pointer, reach.exact.hi - 1)))
            return first;
        // Some of it is outside. For a launch the plan will find that, and say where.
        for (std::int64_t offset : {std::int64_t{0}, reach.exact.lo, reach.exact.hi - 1})
            if (Allocation* near = find(slot, reached(pointer, offset), least))
                return near;
        return nullptr;
    }
    Allocation* own = find(slot, pointer, least);
    if (reach.maybe.empty() || (own != nullptr && (reach.whole || meets(*own, pointer, reach.maybe))))
        return own;
    for (std::int64_t offset : {reach.maybe.lo, reach.maybe.hi - 1})
        if (Allocation* end = find(slot, reached(pointer, offset), least))
            return end;
    if (Allocation* inside = registry_.first_in(reached(pointer, reach.maybe.lo), reached(pointer, reach.maybe.hi)))
        return inside;
    return own;
}

// A pointer to an array's end is also one to what lies there, and arrays are counted from 1 by `one = a - 1`. Blocks of
// the arena do not lie side by side, and an array that the slot has by its own name is meant by nothing else.
Allocation* Binder::behind(const Allocation* own, const Reach& reach, const char* pointer) const {
    const bool below = reach.whole || (!reach.maybe.empty() && reach.maybe.lo < 0);
    if (!below || (own != nullptr && (pointer != own->base || registry_.in_arena(pointer))))
        return nullptr;
    Allocation* last = nullptr;
    for (const char* from = reached(pointer, -near); from < pointer; from = last->base + last->bytes) {
        Allocation* next = registry_.first_in(from, pointer);
        if (next == nullptr)
            break;
        last = next;
    }
    return last;
}

Allocation* Binder::ahead(const Allocation* own, const Reach& reach, const char* pointer) const {
    const char* end = own == nullptr ? pointer : own->base + own->bytes;
    if (own != nullptr && (pointer == own->base || end - pointer > near || registry_.in_arena(pointer)))
        return nullptr;
    const char* until = reached(pointer, reach.whole ? near : std::min(near, reach.maybe.hi));
    return until > end ? registry_.first_in(end, until) : nullptr;
}

// A valid program gets to where no block is only by counting to a block's end. Others count from afar, from before the
// block's begin, so that what happens to lie near tells nothing.
Allocation* Binder::ends_at(const char* pointer) const {
    Allocation* block = registry_.find(pointer - 1);
    return block != nullptr && block->base + block->bytes == pointer ? block : nullptr;
}

void Binder::unresolved(std::size_t slot, const Reach& reach, const char* pointer, bool& known) {
    if (reach.exact.empty() && (pointer == nullptr || registry_.is_empty_block(pointer)))
        return; // nothing is there to be touched
    if (registry_.in_arena(pointer) && (reach.written || reach.exact.empty()))
        fail_stray(loop_, name_of(slot));
    known = !reach.written;
    if (reach.written || reach.exact.empty())
        return;
    const char *lo = reached(pointer, reach.exact.lo), *hi = reached(pointer, reach.exact.hi);
    if (registry_.in_arena(lo) || registry_.in_arena(hi - 1) || registry_.first_in(lo, hi) != nullptr)
        fail_stray(loop_, name_of(slot));
}

Allocation* Binder::choose(std::size_t slot, const Reach& reach, const char* pointer, Asker asker, bool& known,
                           Binding& binding) {
    const bool serial_site = asker == Asker::serial_site;
    Allocation* own = resolve(slot, reach, pointer, serial_site ? Registry::least_entered : 1);
    if (own == nullptr && reach.whole && !serial_site && registry_.in_arena(pointer)) {
        own = ends_at(pointer);
        known = own != nullptr || registry_.is_empty_block(pointer);
        return own;
    }
    // An array's own name, or a pointer to its start (by what seems to be its name) from which far more lies ahead.
    const bool ahead_most = !reach.whole && reach.maybe.hi > -2 * reach.maybe.lo;
    const bool by_name =
        own != nullptr && own->base == pointer && (is_array(slot) || (own->name == name_of(slot) && ahead_most));
    const bool certain =
        !reach.exact.empty() || pointer == nullptr || by_name || (own == nullptr && registry_.is_empty_block(pointer));
    const Allocation* around = own != nullptr && own->holds(pointer) ? own : nullptr;
    if (!certain)
        for (Allocation* other : {behind(around, reach, pointer), ahead(around, reach, pointer)}) {
            if (other == nullptr || other == own)
                continue;
            // Writes next to an array, where conditions keep the program from them, are taken for what they seem.
            const bool stencil = reach.written && ahead_most && reach.maybe.lo >= -near && other->base < pointer;
            if (own == nullptr)
                own = other;
            else if (asker != Asker::launch || !reach.written)
                binding.beside.push_back({other, static_cast<int>(slot), reach.written});
            else if (stencil)
                binding.may_stray = true;
            else
                known = false;
        }
    if (own == nullptr && !serial_site)
        unresolved(slot, reach, pointer, known);
    return own;
}

ByteSpan Binder::block_of(std::size_t slot, const Allocation& own, const Reach& reach, const char* pointer) const {
    const auto loops = static_cast<std::size_t>(loop_.slots);
    if (slot >= loops && tables_->groups[slot - loops].kind != TableView::Group::Kind::row)
        return {};
    const auto meant = [&](const char* address) {
        const Block block = registry_.block_of(own, address);
        const std::int64_t lo = block.base - own.base;
        return block.bytes == 0 ? ByteSpan{} : ByteSpan{lo, lo + static_cast<std::int64_t>(block.bytes)};
    };
    const std::int64_t offset = pointer - own.base;
    if (!reach.exact.empty()) {
        const ByteSpan block = meant(reached(pointer, reach.exact.lo));
        return block.lo <= offset + reach.exact.lo && offset + reach.exact.hi <= block.hi ? block : ByteSpan{};
    }
    const ByteSpan block = own.holds(pointer) ? meant(pointer) : ByteSpan{};
    return block.lo <= offset && offset < block.hi ? block : ByteSpan{};
}

void Binder::bind(const std::vector<Reach>& reaches, void* const* pointers, const TableView* tables, Asker asker,
                  Binding& binding) {
    tables_ = tables;
    last_found_.resize(reaches.size(), nullptr);
    binding.bind_nothing(last_found_.size());
    const std::uint64_t number = registry_.next_binding();
    for (std::size_t slot = 0; slot < last_found_.size(); ++slot) {
        if (reaches[slot].touches_nothing())
            continue;
        const char* pointer = static_cast<const char*>(pointers[slot]);
        bool known = true;
        Allocation* found = choose(slot, reaches[slot], pointer, asker, known, binding);
        if (!known)
            binding.unknown = static_cast<int>(slot);
        if (found == nullptr)
            continue;
        last_found_[slot] = found;
        if (found->name.empty())
            found->name = name_of(slot);
        if (std::exchange(found->bound_in, number) != number) {
            found->bound_as = static_cast<int>(binding.allocations.size());
            binding.allocations.push_back(found);
        }
        binding.of_slot[slot] = found->bound_as;
        binding.offset[slot] = pointer - found->base;
        if (found->blocks == 0)
            continue;
        if (const ByteSpan block = block_of(slot, *found, reaches[slot], pointer); !block.empty()) {
            binding.blocks.resize(last_found_.size());
            binding.blocks[slot] = block;
        }
    }
}

void Binder::name(void* const* pointers) {
    tables_ = nullptr;
    for (std::size_t slot = 0; slot < static_cast<std::size_t>(loop_.slots); ++slot) {
        Allocation*& last = last_found_[slot];
        const char* pointer = static_cast<const char*>(pointers[slot]);
        if (last != nullptr && last->live && last->holds(pointer))
            continue;
        Allocation* found = pointer == nullptr ? nullptr : registry_.find_entered(pointer, Registry::least_entered);
        if (found == nullptr)
            continue;
        last = found;
        if (found->name.empty())
            found->name = name_of(slot);
    }
}

} // namespace hydra::rt
