// See binding.h. Exact accesses must lie in one allocation, the one that holds the first byte. Accesses that are wider
// than the truth stay with the pointer's own allocation where they meet it. What is in none was allocated by a library
// or is a scalar or structure: serial code writes it on all ranks alike and no launch can write it, so it can be read.
#include "runtime/host/binding.h"

#include "runtime/host/fail.h"
#include "runtime/host/text.h"

#include <utility>

namespace hydra::rt {
namespace {

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

bool Binder::may_mean_neighbour(const Allocation& own, const char* pointer) const {
    // Arrays counted from 1 (`one = a - 1`): static arrays lie side by side, blocks of the arena do not.
    constexpr std::int64_t near = 64;
    const char* end = own.base + own.bytes;
    const bool near_end = pointer != own.base && end - pointer <= near;
    return near_end && !registry_.in_arena(pointer) && registry_.first_in(end, reached(end, near)) != nullptr;
}

Allocation* Binder::unresolved(std::size_t slot, const Reach& reach, const char* pointer, bool& known) {
    if (reach.exact.empty() && (pointer == nullptr || registry_.is_empty_block(pointer)))
        return nullptr; // nothing is there to be touched
    if (reach.written) {
        if (registry_.in_arena(pointer))
            fail_stray(loop_, name_of(slot));
        known = false;
        return nullptr;
    }
    if (!reach.exact.empty()) {
        const char *lo = reached(pointer, reach.exact.lo), *hi = reached(pointer, reach.exact.hi);
        if (registry_.in_arena(lo) || registry_.in_arena(hi - 1) || registry_.first_in(lo, hi) != nullptr)
            fail_stray(loop_, name_of(slot));
        return nullptr;
    }
    if (registry_.in_arena(pointer))
        fail_stray(loop_, name_of(slot));
    if (!reach.whole)
        return nullptr;
    // An array that is stepped back from, or a pointer to its end: to read too much of it does no harm.
    constexpr std::int64_t near = 64;
    Allocation* behind = registry_.first_in(reached(pointer, -near), pointer);
    Allocation* ahead = registry_.first_in(pointer, reached(pointer, near));
    if (behind != nullptr && ahead != nullptr)
        known = false;
    return behind != nullptr ? behind : ahead;
}

void Binder::bind(const std::vector<Reach>& reaches, void* const* pointers, const TableView* tables, bool serial_site,
                  Binding& binding) {
    tables_ = tables;
    last_found_.resize(reaches.size(), nullptr);
    binding.bind_nothing(last_found_.size());
    const std::uint64_t number = registry_.next_binding();
    for (std::size_t slot = 0; slot < last_found_.size(); ++slot) {
        if (reaches[slot].touches_nothing())
            continue;
        const char* pointer = static_cast<const char*>(pointers[slot]);
        Allocation* found = resolve(slot, reaches[slot], pointer, serial_site ? Registry::least_entered : 1);
        bool known = serial_site || found == nullptr || !reaches[slot].whole || !may_mean_neighbour(*found, pointer);
        if (found == nullptr && !serial_site)
            found = unresolved(slot, reaches[slot], pointer, known);
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
