// See bulk.h.
#include "runtime/serial/bulk.h"

#include "runtime/directory/copied.h"
#include "runtime/offload/host_access.h"
#include "runtime/policy/worth.h"

namespace hydra::rt {
namespace {

constexpr std::size_t most_outcomes = 8192; // beyond it, they are forgotten

std::int64_t offset_in(const Allocation& allocation, const void* address) {
    return static_cast<const char*>(address) - allocation.base;
}

bool leaves(const Allocation* allocation, const void* address, std::size_t bytes) {
    return allocation != nullptr &&
           bytes > allocation->bytes - static_cast<std::size_t>(offset_in(*allocation, address));
}

} // namespace

void BulkCopies::copy(const char* at, void* to, const void* from, std::size_t bytes) {
    if (bytes == 0 || to == from)
        return;
    if (residence_.in_use()) {
        if (from != nullptr)
            host_touches(residence_, from, bytes, false);
        host_touches(residence_, to, bytes, true);
    }
    observers_.each([&](LaunchObserver& one) { one.copies(to, from, bytes); });
    if (registry_.uneven() == 0 && !inspections_.remembers())
        return;
    Allocation* target = registry_.find_entered(to, Registry::least_entered);
    Allocation* source = from == nullptr ? nullptr : registry_.find_entered(from, Registry::least_entered);
    if (target != nullptr) {
        ++target->version;
        observers_.each([&](LaunchObserver& one) { one.stores(*target); });
    }
    const bool even = source == nullptr || source->everywhere;
    if (even && (target == nullptr || target->everywhere))
        return;
    observers_.moves(at);
    const bool many = bytes < worth::small_copy_bytes && ++small_ > worth::most_small_copies;
    if (many || leaves(target, to, bytes) || leaves(source, from, bytes)) {
        for (Allocation* side : {source, target})
            if (side != nullptr && !side->everywhere)
                gatherer_.gather(*side, at);
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
        // Zeroes never lack anything. NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker)
        fetch(*source, from_offset, count, at);
        outcome = copied(nullptr, 0, *target, offset, count);
    }
    if (!(outcome->shape == target->shape)) // which need not be a finer one
        residence_.leave(*target);
    registry_.set_shape(*target, outcome->shape, outcome->state);
    if (source != nullptr)
        observers_.each([&](LaunchObserver& one) { one.copied(*target, offset, *source, from_offset, bytes); });
}

// The target's outcome, remembered by what decides it; null source: all ranks store equal bytes. Null where it has no
// simple description.
const BulkCopies::Outcome* BulkCopies::copied(const Allocation* source, std::int64_t from_offset,
                                              const Allocation& target, std::int64_t offset, std::int64_t bytes) {
    key_.clear();
    key_.add(bytes, offset, target.shape_id, registry_.state_id(target));
    if (source != nullptr)
        key_.add(from_offset, source->shape_id, registry_.state_id(*source));
    if (const auto known = outcomes_.find(key_); known != outcomes_.end())
        return &known->second;
    const CopySide to{target.shape, target.state->full(), offset};
    std::optional<Copied> found;
    if (source == nullptr)
        found = after_fill(to, bytes);
    else
        found = after_copy({source->shape, source->state->full(), from_offset}, to, bytes);
    if (!found)
        return nullptr;
    if (outcomes_.size() >= most_outcomes)
        outcomes_.clear();
    Outcome outcome{std::move(found->shape), registry_.intern(std::move(found->state))};
    return &outcomes_.emplace(key_, std::move(outcome)).first->second;
}

// Makes a part of an allocation valid on all ranks.
void BulkCopies::fetch(Allocation& allocation, std::int64_t offset, std::int64_t bytes, const char* at) {
    Shape shape = refined_for_bytes(allocation.shape, offset, bytes);
    if (shape != allocation.shape) {
        DirState state = allocation.state->full().mapped(
            shape.dims(), [&](const Region& region) { return reshape(region, allocation.shape, shape); });
        registry_.set_shape(allocation, std::move(shape), registry_.intern(std::move(state)));
    }
    messenger_.next_step();
    gatherer_.count(allocation);
    const Binding binding{{&allocation}, {}, {}, Binding::none};
    const Region part = byte_range(allocation.shape, offset, bytes);
    Plan plan = maker_.make_gather(binding, &part);
    messenger_.move(plan, binding, at, nullptr);
    registry_.set_state(allocation, plan.next.front());
}

void BulkCopies::before_move(Allocation& allocation) {
    residence_.leave(allocation);
    if (!allocation.everywhere)
        observers_.moves("realloc");
}

void BulkCopies::moved(Allocation& allocation, void* base, std::size_t bytes) {
    const std::uint64_t serial = allocation.serial;
    Copied after = after_resize(allocation.shape, allocation.state->full(), static_cast<std::int64_t>(bytes));
    registry_.move(allocation, base, bytes);
    registry_.set_shape(allocation, std::move(after.shape), registry_.intern(std::move(after.state)));
    observers_.each([&](LaunchObserver& one) { one.moved(serial, allocation); });
}

} // namespace hydra::rt
