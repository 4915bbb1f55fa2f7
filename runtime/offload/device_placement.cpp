// See device_placement.h. What kernels follow is in rows.cpp.
#include "runtime/offload/device_placement.h"

#include "runtime/base/text.h"
#include "runtime/offload/host_access.h"

#include <algorithm>

namespace hydra::rt {
void DevicePlacement::begin(const DeviceLaunch& launch) {
    launch_ = &launch;
    const Binding& binding = launch.binding;
    const unsigned char* const by_value = launch.loop.offload->by_value;
    handed_.assign(binding.allocations.size(), false);
    for (const bool is_handed : {true, false})
        for (std::size_t slot = 0; by_value != nullptr && slot < binding.of_slot.size(); ++slot)
            if (binding.of_slot[slot] != Binding::none && (by_value[slot] != 0) == is_handed)
                handed_[static_cast<std::size_t>(binding.of_slot[slot])] = is_handed;
}

// For each pointer into the allocation that the kernel is handed, the bytes that any rank's iterations touch through it
// at most.
std::vector<Hull> DevicePlacement::find_groups(std::size_t a) {
    const Binding& binding = launch_->binding;
    const hydra_rt_loop& loop = launch_->loop;
    const Allocation& allocation = *binding.allocations[a];
    const auto bytes = static_cast<std::int64_t>(allocation.bytes);
    std::vector<Hull> groups;
    std::vector<const void*> pointers; // of the groups
    group_of_slot_.resize(static_cast<std::size_t>(loop.slots), 0);
    for (std::size_t slot = 0; slot < group_of_slot_.size(); ++slot) {
        if (binding.of_slot[slot] != static_cast<int>(a))
            continue;
        const Reach& reach = (*launch_->reaches)[slot];
        const bool found = loop.inspection != nullptr && loop.inspection->found[slot] != 0;
        ByteSpan span = reach.exact;
        span.add(reach.maybe);
        Hull hull{0, bytes};
        if (loop.offload->by_variable == 0) { // one group
            group_of_slot_[slot] = 0;
            groups.assign(1, hull);
            continue;
        }
        if (loop.offload->follows == 0 && !found && !reach.whole)
            hull = {std::clamp<std::int64_t>(span.lo + binding.offset[slot], 0, bytes),
                    std::clamp<std::int64_t>(span.hi + binding.offset[slot], 0, bytes)};
        const auto same = std::find(pointers.begin(), pointers.end(), launch_->pointers[slot]) - pointers.begin();
        group_of_slot_[slot] = static_cast<std::size_t>(same);
        if (group_of_slot_[slot] == groups.size()) {
            pointers.push_back(launch_->pointers[slot]);
            groups.push_back(hull);
        } else if (hull.lo < hull.hi) {
            Hull& group = groups[group_of_slot_[slot]];
            group = group.lo < group.hi ? Hull{std::min(group.lo, hull.lo), std::max(group.hi, hull.hi)} : hull;
        }
    }
    if (groups.empty()) // rows of a table
        groups.push_back({0, bytes});
    return groups;
}

std::int64_t DevicePlacement::needed_bytes(const PlanMaker::Access& access, bool may_page) {
    std::int64_t needed = 0;
    for (std::size_t a = 0; a < access.size(); ++a)
        needed += handed_[a] ? 0
                             : here_->needed_bytes(*launch_->binding.allocations[a], access[a].touched(),
                                                   find_groups(a), may_page);
    return needed;
}

bool DevicePlacement::is_too_large(const PlanMaker::Access& access, bool may_page) {
    std::int64_t all = 0;
    for (const Allocation* allocation : launch_->binding.allocations)
        all += static_cast<std::int64_t>(allocation->bytes);
    const std::int64_t room = here_->device()->memory_bytes();
    return all > room && launch_->loop.offload->follows == 0 && needed_bytes(access, may_page) > room;
}

// Nothing is copied before there is room for everything: where there is none, it would have to be copied again.
bool DevicePlacement::make_room(const PlanMaker::Access& access, const Groups& groups, bool may_page) {
    const std::vector<Allocation*>& allocations = launch_->binding.allocations;
    for (std::size_t a = 0; a < allocations.size(); ++a)
        if (!handed_[a] && !here_->make_room(*allocations[a], access[a].reads() | access[a].maywrite,
                                             access[a].writes(), groups[a], may_page))
            return false;
    return true;
}

bool DevicePlacement::copy_all(const PlanMaker::Access& access, const Groups& groups, bool may_page) {
    const Binding& binding = launch_->binding;
    places_.assign(static_cast<std::size_t>(launch_->loop.slots), {});
    for (std::size_t a = 0; a < binding.allocations.size(); ++a) {
        if (handed_[a])
            continue;
        const auto places = here_->to_device(*binding.allocations[a], access[a].reads() | access[a].maywrite,
                                             access[a].writes(), groups[a], may_page);
        if (!places)
            return false;
        for (std::size_t slot = 0; slot < places_.size(); ++slot)
            if (binding.of_slot[slot] == static_cast<int>(a))
                places_[slot] = (*places)[group_of_slot_[slot]];
    }
    return true;
}

// Room for one may have moved those before it: again, until nothing moves.
bool DevicePlacement::settle(const PlanMaker::Access& access, const Groups& groups, bool may_page) {
    for (std::size_t round = 0; round < groups.size() + 2; ++round) {
        const std::int64_t moves = here_->moves();
        if (!make_room(access, groups, may_page))
            return false;
        if (here_->moves() != moves)
            continue;
        if (!copy_all(access, groups, may_page))
            return false;
        if (here_->moves() == moves)
            return true;
    }
    return false;
}

bool DevicePlacement::bring(const PlanMaker::Access& access, bool may_page, bool gently) {
    Groups groups;
    groups.reserve(launch_->binding.allocations.size());
    for (std::size_t a = 0; a < launch_->binding.allocations.size(); ++a)
        groups.push_back(find_groups(a));
    here_->may_go_by_host(false);
    here_->may_drop(!gently);
    bool is_there = settle(access, groups, may_page);
    here_->may_drop(true);
    if (!is_there)
        here_->run_short();
    if (is_there || gently) {
        here_->may_go_by_host(true);
        return is_there;
    }
    for (const Evicted which : {Evicted::clean_others, Evicted::others, Evicted::all})
        if (!is_there && evict(which)) {
            if (which == Evicted::all)
                here_->count_exchange();
            here_->may_go_by_host(which != Evicted::clean_others);
            is_there = settle(access, groups, may_page);
        }
    here_->may_go_by_host(true);
    if (!is_there) { // with nothing to spare
        evict(Evicted::all);
        here_->save_room(true);
        is_there = settle(access, groups, may_page);
        here_->save_room(false);
    }
    if (!is_there)
        evict(Evicted::all);
    return is_there;
}

bool DevicePlacement::needs_pages() const {
    return std::any_of(
        places_.begin(), places_.end(), [](const Residence::Place& place) { return place.moved != nullptr; });
}

// Whether it is worth trying again.
bool DevicePlacement::evict(Evicted which) {
    const std::vector<Allocation*>& active = launch_->binding.allocations;
    bool left = which != Evicted::clean_others;
    here_->for_each([&](Allocation& allocation) {
        const bool is_active = std::find(active.begin(), active.end(), &allocation) != active.end();
        if (which != Evicted::all && (is_active || (which == Evicted::clean_others && here_->is_behind(allocation))))
            return;
        here_->leave(allocation);
        left = true;
    });
    return left;
}

// It may be newer on the device; what this launch itself stores there, the copy would not show.
void DevicePlacement::pass_record(hydra_rt_params& params, const void* value, std::size_t bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(value), last = first + bytes;
    const PlanMaker::Access& access = launch_->plan.access;
    for (std::size_t a = 0; a < access.size(); ++a) {
        const Allocation& allocation = *launch_->binding.allocations[a];
        const Region stored = access[a].writes() | access[a].maywrite;
        if (stored.empty())
            continue;
        const Hull hull = byte_hull(stored, allocation.shape);
        const auto base = reinterpret_cast<std::uintptr_t>(allocation.base);
        if (base + static_cast<std::uintptr_t>(hull.lo) < last && base + static_cast<std::uintptr_t>(hull.hi) > first)
            params.trouble = "it stores into what it is handed by value";
    }
    host_touches(residences_, value, bytes, false);
    params.add(value, bytes);
}

// A pointer may have several slots, of which this one touches nothing in this launch: then another one. So may an
// array: inspectors note what a function touches with whichever of its slots (hydra_rt_touch_any). The kernel comes to
// that by this one, which may be told only if there is one place for all of them.
std::size_t DevicePlacement::touching_slot(std::size_t slot, std::string& trouble) {
    const Binding& binding = launch_->binding;
    if (binding.of_slot[slot] != Binding::none)
        return slot;
    const auto slots = static_cast<std::size_t>(launch_->loop.slots);
    const void* const pointer = launch_->pointers[slot];
    std::size_t found = slot;
    for (std::size_t other = 0; other < slots; ++other)
        if (launch_->pointers[other] == pointer && binding.of_slot[other] != Binding::none)
            found = other;
    const bool may_be_noted_elsewhere = found == slot && launch_->loop.inspection != nullptr && pointer != nullptr;
    const Allocation* const around = may_be_noted_elsewhere ? registry_.find(pointer) : nullptr;
    for (std::size_t other = 0; around != nullptr && other < slots; ++other) {
        const int bound = binding.of_slot[other];
        if (bound == Binding::none || binding.allocations[static_cast<std::size_t>(bound)] != around)
            continue;
        const bool is_handed = places_[other].memory == nullptr; // by value: this slot's part of it would be, too
        if (is_handed || (found != slot && places_[other] != places_[found]))
            trouble = text("functions reach ", launch_->loop.slot[slot].name, " in more than one way");
        found = other;
    }
    return found;
}

// What is touched through the pointer, by whichever of its slots.
Reach DevicePlacement::reach_through(const void* pointer) const {
    Reach reach;
    for (std::size_t slot = 0; slot < static_cast<std::size_t>(launch_->loop.slots); ++slot) {
        if (launch_->pointers[slot] != pointer)
            continue;
        const Reach& one = (*launch_->reaches)[slot];
        reach.exact.add(one.exact);
        reach.maybe.add(one.maybe);
        reach.whole = reach.whole || one.whole;
        reach.written = reach.written || one.written;
    }
    return reach;
}

// A slot's pointer on the device, as two arguments.
void DevicePlacement::pass_slot(hydra_rt_params& params, int number) {
    const Binding& binding = launch_->binding;
    const std::size_t slot = touching_slot(static_cast<std::size_t>(number), params.trouble);
    const void* const pointer = launch_->pointers[slot];
    for (std::size_t other = 0; other < static_cast<std::size_t>(launch_->loop.slots); ++other)
        if (launch_->pointers[other] == pointer && binding.of_slot[other] != Binding::none &&
            binding.of_slot[other] != binding.of_slot[slot])
            params.trouble = "one pointer leads into two arrays";
    const int bound = binding.of_slot[slot];
    if (bound != Binding::none && places_[slot].memory != nullptr) {
        const Residence::Place& place = places_[slot];
        params.add(place.memory);
        params.add(static_cast<const char*>(launch_->pointers[static_cast<std::size_t>(number)]) -
                   binding.allocations[static_cast<std::size_t>(bound)]->base - place.lo);
        return;
    }
    // Memory that no launch writes: what is read of it goes along.
    const Reach reach = reach_through(pointer);
    if (bound != Binding::none || reach.touches_nothing()) {
        // The kernel may ask whether the pointer is null.
        const Device::Memory memory = pointer == nullptr ? nullptr : here_->untouched();
        if (pointer != nullptr && memory == nullptr)
            params.trouble = no_room;
        params.add(memory);
        params.add(std::int64_t{0});
        return;
    }
    if (reach.written || reach.whole || !reach.maybe.empty()) {
        params.trouble = text("it is not known what it reads of ", launch_->loop.slot[number].name);
        return;
    }
    const std::int64_t bytes = reach.exact.hi - reach.exact.lo;
    const Device::Memory copy = here_->device()->allocate(bytes);
    if (copy == nullptr) {
        params.trouble = no_room;
        return;
    }
    params.temporary.push_back(copy);
    here_->device()->write(copy, {}, static_cast<const char*>(pointer) + reach.exact.lo, {0, bytes, 1, 0, 1, 0});
    params.add(copy);
    params.add(-reach.exact.lo);
}

// How what lies behind the slot's pointer has moved, as three arguments.
void DevicePlacement::pass_pages(hydra_rt_params& params, int number) {
    Residence::Place place = places_[touching_slot(static_cast<std::size_t>(number), params.trouble)];
    if (place.moved == nullptr) {
        place = here_->unmoved();
        place.memory = place.moved;
    }
    if (place.moved == nullptr)
        params.trouble = no_room;
    params.add(place.memory);
    params.add(place.moved);
    params.add(place.shift);
}

} // namespace hydra::rt
