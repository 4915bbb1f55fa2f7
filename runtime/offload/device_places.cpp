// Where what a launch touches lies on the rank's device, and how its kernel is told (a part of Runtime). A kernel finds
// its way from each pointer that it is handed to all that it touches through it; what it touches through different
// pointers may lie anywhere.
#include "runtime/base/text.h"
#include "runtime/launch/runtime.h"
#include "runtime/offload/params.h"

#include <algorithm>

namespace hydra::rt {

// For each pointer into the allocation that the kernel is handed, the bytes that any rank's iterations touch through it
// at most.
std::vector<Hull> Runtime::find_groups(std::size_t a) {
    const Binding& binding = context_->state->binding;
    const hydra_rt_loop& loop = *active_loop_;
    const Allocation& allocation = *binding.allocations[a];
    const auto bytes = static_cast<std::int64_t>(allocation.bytes);
    const Touched& touched = *context_->state->touched;
    const bool unknown = touched.reads_everything || touched.writes_everything || loop.offload->follows != 0;
    std::vector<Hull> groups;
    std::vector<const void*> pointers; // of the groups
    group_of_slot_.resize(static_cast<std::size_t>(loop.slots), 0);
    for (std::size_t slot = 0; slot < group_of_slot_.size(); ++slot) {
        if (binding.of_slot[slot] != static_cast<int>(a))
            continue;
        const Reach& reach = touched.slots[slot];
        const bool found = loop.inspection != nullptr && loop.inspection->found[slot] != 0;
        ByteSpan span = reach.exact;
        span.add(reach.maybe);
        Hull hull{0, bytes};
        if (loop.offload->by_variable == 0) { // one group
            group_of_slot_[slot] = 0;
            groups.assign(1, hull);
            continue;
        }
        if (!unknown && !found && !reach.whole)
            hull = {std::clamp<std::int64_t>(span.lo + binding.offset[slot], 0, bytes),
                    std::clamp<std::int64_t>(span.hi + binding.offset[slot], 0, bytes)};
        const auto same = std::find(pointers.begin(), pointers.end(), context_->pointers[slot]) - pointers.begin();
        group_of_slot_[slot] = static_cast<std::size_t>(same);
        if (group_of_slot_[slot] == groups.size()) {
            pointers.push_back(context_->pointers[slot]);
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

// Makes room for what is touched, and the arrays valid there; false: there is no room. gently: nothing makes way for
// it.
bool Runtime::bring_to_device(const PlanMaker::Access& access, bool may_page, bool gently) {
    const std::vector<Allocation*>& allocations = context_->state->binding.allocations;
    std::vector<std::vector<Hull>> groups;
    groups.reserve(allocations.size());
    for (std::size_t a = 0; a < allocations.size(); ++a)
        groups.push_back(find_groups(a));
    // Nothing is copied before there is room for everything: where there is none, it would have to be copied again.
    const auto make_room = [&] {
        for (std::size_t a = 0; a < allocations.size(); ++a)
            if (!handed_[a] && !here().make_room(*allocations[a], access[a].reads() | access[a].maywrite,
                                                 access[a].writes(), groups[a], may_page))
                return false;
        return true;
    };
    const auto bring_all = [&] {
        places_.assign(static_cast<std::size_t>(active_loop_->slots), {});
        for (std::size_t a = 0; a < allocations.size(); ++a) {
            if (handed_[a])
                continue;
            const auto places = here().to_device(*allocations[a], access[a].reads() | access[a].maywrite,
                                                 access[a].writes(), groups[a], may_page);
            if (!places)
                return false;
            for (std::size_t slot = 0; slot < places_.size(); ++slot)
                if (context_->state->binding.of_slot[slot] == static_cast<int>(a))
                    places_[slot] = (*places)[group_of_slot_[slot]];
        }
        return true;
    };
    const auto bring = [&] {
        // Room for one may have moved those before it: again, until nothing moves.
        for (std::size_t round = 0; round < allocations.size() + 2; ++round) {
            const std::int64_t moves = here().moves();
            if (!make_room())
                return false;
            if (here().moves() != moves)
                continue;
            if (!bring_all())
                return false;
            if (here().moves() == moves)
                return true;
        }
        return false;
    };
    here().may_go_by_host(false);
    here().may_drop(!gently);
    bool is_there = bring();
    here().may_drop(true);
    if (!is_there)
        here().run_short();
    if (is_there || gently) {
        here().may_go_by_host(true);
        return is_there;
    }
    for (const Evicted which : {Evicted::clean_others, Evicted::others, Evicted::all})
        if (!is_there && evict(which)) {
            if (which == Evicted::all)
                here().count_exchange();
            here().may_go_by_host(which != Evicted::clean_others);
            is_there = bring();
        }
    here().may_go_by_host(true);
    if (!is_there) { // with nothing to spare
        evict(Evicted::all);
        here().save_room(true);
        is_there = bring();
        here().save_room(false);
    }
    if (!is_there)
        evict(Evicted::all);
    return is_there;
}

// Arrays leave the device: those that the active launch does not touch and of which the host has everything; all that
// it does not touch; all. Whether it is worth trying again.
bool Runtime::evict(Evicted which) {
    const std::vector<Allocation*>& active = context_->state->binding.allocations;
    bool left = which != Evicted::clean_others;
    here().for_each([&](Allocation& allocation) {
        const bool is_active = std::find(active.begin(), active.end(), &allocation) != active.end();
        if (which != Evicted::all && (is_active || (which == Evicted::clean_others && here().is_behind(allocation))))
            return;
        here().leave(allocation);
        left = true;
    });
    return left;
}

// A pointer may have several slots, of which this one touches nothing in this launch: then another one. So may an
// array: inspectors note what a function touches with whichever of its slots (hydra_rt_touch_any). The kernel comes to
// that by this one, which may be told only if there is one place for all of them.
std::size_t Runtime::touching_slot(std::size_t slot, std::string& trouble) {
    const Binding& binding = context_->state->binding;
    if (binding.of_slot[slot] != Binding::none)
        return slot;
    std::size_t found = slot;
    for (std::size_t other = 0; other < context_->pointers.size(); ++other)
        if (context_->pointers[other] == context_->pointers[slot] && binding.of_slot[other] != Binding::none)
            found = other;
    const Allocation* const around =
        found == slot && active_loop_->inspection != nullptr && context_->pointers[slot] != nullptr
            ? registry_.find(context_->pointers[slot])
            : nullptr;
    for (std::size_t other = 0; around != nullptr && other < context_->pointers.size(); ++other) {
        const int bound = binding.of_slot[other];
        if (bound == Binding::none || binding.allocations[static_cast<std::size_t>(bound)] != around)
            continue;
        const bool is_handed = places_[other].memory == nullptr; // by value: this slot's part of it would be, too
        if (is_handed || (found != slot && places_[other] != places_[found]))
            trouble = text("functions reach ", active_loop_->slot[slot].name, " in more than one way");
        found = other;
    }
    return found;
}

// A slot's pointer on the device, as two arguments.
void Runtime::pass_slot(hydra_rt_params& params, int number) {
    const Binding& binding = context_->state->binding;
    const std::size_t slot = touching_slot(static_cast<std::size_t>(number), params.trouble);
    for (std::size_t other = 0; other < context_->pointers.size(); ++other)
        if (context_->pointers[other] == context_->pointers[slot] && binding.of_slot[other] != Binding::none &&
            binding.of_slot[other] != binding.of_slot[slot])
            params.trouble = "one pointer leads into two arrays";
    const int bound = binding.of_slot[slot];
    if (bound != Binding::none && places_[slot].memory != nullptr) {
        const Residence::Place& place = places_[slot];
        params.add(place.memory);
        params.add(static_cast<const char*>(context_->pointers[static_cast<std::size_t>(number)]) -
                   binding.allocations[static_cast<std::size_t>(bound)]->base - place.lo);
        return;
    }
    // Memory that no launch writes: what is read of it goes along, by whichever slots of the pointer.
    Reach reach;
    for (std::size_t other = 0; other < context_->pointers.size(); ++other) {
        if (context_->pointers[other] != context_->pointers[slot])
            continue;
        const Reach& one = context_->state->touched->slots[other];
        reach.exact.add(one.exact);
        reach.maybe.add(one.maybe);
        reach.whole = reach.whole || one.whole;
        reach.written = reach.written || one.written;
    }
    if (bound != Binding::none || reach.touches_nothing()) {
        // The kernel may ask whether the pointer is null.
        const Device::Memory memory = context_->pointers[slot] == nullptr ? nullptr : here().untouched();
        if (context_->pointers[slot] != nullptr && memory == nullptr)
            params.trouble = no_room;
        params.add(memory);
        params.add(std::int64_t{0});
        return;
    }
    if (reach.written || reach.whole || !reach.maybe.empty()) {
        params.trouble = text("it is not known what it reads of ", active_loop_->slot[number].name);
        return;
    }
    const std::int64_t bytes = reach.exact.hi - reach.exact.lo;
    const Device::Memory copy = here().device()->allocate(bytes);
    if (copy == nullptr) {
        params.trouble = no_room;
        return;
    }
    params.temporary.push_back(copy);
    here().device()->write(copy, {}, static_cast<const char*>(context_->pointers[slot]) + reach.exact.lo,
                           {0, bytes, 1, 0, 1, 0});
    params.add(copy);
    params.add(-reach.exact.lo);
}

// How what lies behind the slot's pointer has moved, as three arguments.
void Runtime::pass_pages(hydra_rt_params& params, int number) {
    Residence::Place place = places_[touching_slot(static_cast<std::size_t>(number), params.trouble)];
    if (place.moved == nullptr) {
        place = here().unmoved();
        place.memory = place.moved;
    }
    if (place.moved == nullptr)
        params.trouble = no_room;
    params.add(place.memory);
    params.add(place.moved);
    params.add(place.shift);
}

} // namespace hydra::rt
