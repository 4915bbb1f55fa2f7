// Bulk copies of serial code (a part of Runtime): memcpy, memmove, assignments of structs with arrays, memset, realloc.
// Every rank runs them on what it has, so the directory's state goes along with the bytes and nothing travels
// (runtime/directory/copied.h). Only what ends in memory that no directory speaks of is fetched first.
#include "runtime/directory/copied.h"
#include "runtime/launch/runtime.h"
#include "runtime/offload/host_access.h"
#include "runtime/policy/worth.h"

namespace hydra::rt {
namespace {

std::int64_t offset_in(const Allocation& allocation, const void* address) {
    return static_cast<const char*>(address) - allocation.base;
}

bool leaves(const Allocation* allocation, const void* address, std::size_t bytes) {
    return allocation != nullptr &&
           bytes > allocation->bytes - static_cast<std::size_t>(offset_in(*allocation, address));
}

} // namespace

void Runtime::copy(const char* at, void* to, const void* from, std::size_t bytes) {
    if (active_ != nullptr || bytes == 0 || to == from)
        return;
    if (residence_.in_use()) {
        if (from != nullptr)
            host_touches(residence_, from, bytes, false);
        host_touches(residence_, to, bytes, true);
    }
    copy_hollow(to, from, bytes);
    if (registry_.uneven() == 0 && !remembers_)
        return;
    Allocation* target = registry_.find_entered(to, Registry::least_entered);
    Allocation* source = from == nullptr ? nullptr : registry_.find_entered(from, Registry::least_entered);
    if (target != nullptr) {
        ++target->version;
        if (schemes_)
            schemes_->forget(*target);
    }
    const bool even = source == nullptr || source->everywhere;
    if (even && (target == nullptr || target->everywhere))
        return;
    if (verifier_)
        verifier_->take_over(at);
    const bool many = bytes < worth::small_copy_bytes && ++small_copies_ > worth::most_small_copies;
    if (many || leaves(target, to, bytes) || leaves(source, from, bytes)) {
        for (Allocation* side : {source, target})
            if (side != nullptr && !side->everywhere)
                bring_together(*side, at);
        return;
    }
    if (target == nullptr) {
        fetch(*source, offset_in(*source, from), static_cast<std::int64_t>(bytes), at);
        return;
    }
    const auto count = static_cast<std::int64_t>(bytes);
    const std::int64_t offset = offset_in(*target, to);
    const std::int64_t from_offset = source == nullptr ? 0 : offset_in(*source, from);
    const Outcome* outcome = copied(even ? nullptr : source, from_offset, *target, offset, count);
    if (outcome == nullptr) {
        fetch(*source, from_offset, count, at);
        outcome = copied(nullptr, 0, *target, offset, count);
    }
    if (!(outcome->shape == target->shape)) // which need not be a finer one
        residence_.leave(*target);
    registry_.set_shape(*target, outcome->shape, outcome->state);
    if (verifier_ && source != nullptr)
        verifier_->copied(*target, offset, *source, from_offset, bytes);
}

// The target's outcome, remembered by what decides it; null source: all ranks store equal bytes. Null where it has no
// simple description.
const Runtime::Outcome* Runtime::copied(const Allocation* source, std::int64_t from_offset, const Allocation& target,
                                        std::int64_t offset, std::int64_t bytes) {
    key_.assign({bytes, offset, target.shape_id, registry_.state_id(target)});
    if (source != nullptr)
        key_.insert(key_.end(), {from_offset, source->shape_id, registry_.state_id(*source)});
    if (const auto known = copies_.find(key_); known != copies_.end())
        return &known->second;
    const CopySide to{target.shape, target.state->full(), offset};
    std::optional<Copied> found;
    if (source == nullptr)
        found = after_fill(to, bytes);
    else
        found = after_copy({source->shape, source->state->full(), from_offset}, to, bytes);
    if (!found)
        return nullptr;
    if (copies_.size() >= most_plans)
        copies_.clear();
    Outcome outcome{std::move(found->shape), registry_.intern(std::move(found->state))};
    return &copies_.emplace(key_, std::move(outcome)).first->second;
}

// Makes a part of an allocation valid on all ranks.
void Runtime::fetch(Allocation& allocation, std::int64_t offset, std::int64_t bytes, const char* at) {
    Shape shape = refined_for_bytes(allocation.shape, offset, bytes);
    if (shape != allocation.shape) {
        DirState state = allocation.state->full().mapped(
            shape.dims(), [&](const Region& region) { return reshape(region, allocation.shape, shape); });
        registry_.set_shape(allocation, std::move(shape), registry_.intern(std::move(state)));
    }
    ++sequence_;
    count(allocation);
    const Binding binding{{&allocation}, {}, {}, Binding::none};
    const Region part = byte_range(allocation.shape, offset, bytes);
    Plan plan = maker_.make_gather(binding, &part);
    move(plan, binding, at, true);
    registry_.set_state(allocation, plan.next.front());
}

void Runtime::before_move(Allocation& allocation) {
    residence_.leave(allocation);
    if (verifier_ && !allocation.everywhere)
        verifier_->take_over("realloc");
}

void Runtime::moved(Allocation& allocation, void* base, std::size_t bytes) {
    const std::uint64_t serial = allocation.serial;
    Copied after = after_resize(allocation.shape, allocation.state->full(), static_cast<std::int64_t>(bytes));
    registry_.move(allocation, base, bytes);
    registry_.set_shape(allocation, std::move(after.shape), registry_.intern(std::move(after.state)));
    if (verifier_)
        verifier_->moved(serial, allocation);
    if (hollow_.has(allocation))
        hollow_.add(allocation, allocation.shape.whole());
}

} // namespace hydra::rt
