// See inspector.h.
#include "runtime/touch/inspector.h"

#include "runtime/policy/worth_touch.h"

#include <algorithm>
#include <pthread.h>

namespace hydra::rt {
namespace {

// Where hydra_rt_touch notes.
struct Recorder {
    void* const* pointers = nullptr;
    Found* found = nullptr;
    // Where hydra_rt_touch_any looks: what the stage's slots point into.
    struct Target {
        const char *lo, *hi;
        std::size_t slot;
        unsigned what;
    };
    std::vector<Target> targets;
    std::size_t last = 0;            // of targets, that was hit
    const int* last_slots = nullptr; // of what several slots touch, that grew, as the place in the code has them,
    std::size_t last_alike = 0;      // and its number
    const Registry* registry = nullptr;
    std::span<const TouchMarks> marks = {}; // by slot, as far as it goes
    std::span<const char*> first = {};      // not empty: only the first address of each slot is wanted
    // Where nobody looks for slots, what is in any of them, but for the inspectors' own memory: their stack.
    bool knows_slots_alone = false;
    const char *own_lo = nullptr, *own_hi = nullptr;
    bool lost = false; // something was touched that is in none of them

    void add(std::size_t slot, bool reads, bool writes, const volatile void* at, unsigned long bytes) const {
        const auto address = reinterpret_cast<std::uintptr_t>(at);
        if (slot < marks.size() && marks[slot].mark(address, address + bytes, reads, writes))
            return;
        if (!first.empty()) {
            if (first[slot] == nullptr)
                first[slot] = static_cast<const char*>(const_cast<const void*>(at));
            return;
        }
        const auto lo = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(at) -
                                                  reinterpret_cast<std::uintptr_t>(pointers[slot]));
        const auto hi = lo + static_cast<std::int64_t>(bytes);
        ++found->touches;
        found->bytes += static_cast<std::int64_t>(bytes);
        if (reads)
            found->reads[slot].add(lo, hi);
        if (writes)
            found->writes[slot].add(lo, hi);
    }

    void add_alike(std::span<const int> slots, const volatile void* const* at, bool reads, bool writes,
                   unsigned long bytes) {
        const auto offset = [&](std::size_t i) {
            return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(at[i]) -
                                             reinterpret_cast<std::uintptr_t>(pointers[slots[i]]));
        };
        bool together = !knows_slots_alone && first.empty(); // else there are no pointers
        const std::int64_t lo = together ? offset(0) : 0;
        for (std::size_t i = 1; together && i < slots.size(); ++i)
            together = offset(i) == lo;
        if (!together) {
            for (std::size_t i = 0; i < slots.size(); ++i)
                add(static_cast<std::size_t>(slots[i]), reads, writes, at[i], bytes);
            return;
        }
        // Tables of other places may lie where this one does (-fmerge-all-constants).
        if (slots.data() != last_slots || found->alike[last_alike].reads != reads ||
            found->alike[last_alike].writes != writes || found->alike[last_alike].slots.size() != slots.size()) {
            last_slots = slots.data();
            last_alike = number_of_alike(slots, reads, writes);
        }
        ++found->touches;
        found->bytes += static_cast<std::int64_t>(bytes * slots.size());
        found->alike[last_alike].runs.add(lo, lo + static_cast<std::int64_t>(bytes));
    }

    [[nodiscard]] std::size_t number_of_alike(std::span<const int> slots, bool reads, bool writes) const {
        const auto known = std::ranges::find_if(found->alike, [&](const Found::Alike& one) {
            return one.reads == reads && one.writes == writes && std::ranges::equal(one.slots, slots);
        });
        const auto number = static_cast<std::size_t>(known - found->alike.begin());
        if (known == found->alike.end())
            found->alike.push_back({{slots.begin(), slots.end()}, reads, writes, {}});
        return number;
    }

    void add_anywhere(bool reads, bool writes, const char* at, unsigned long bytes) {
        const unsigned what =
            (reads ? unsigned{HYDRA_RT_FOUND_READ} : 0U) | (writes ? unsigned{HYDRA_RT_FOUND_WRITE} : 0U);
        if (what == 0) // described otherwise
            return;
        if (knows_slots_alone) {
            if (at < own_lo || at >= own_hi)
                add(found->reads.size() - 1, reads, writes, at, bytes);
            return;
        }
        if (!first.empty()) {
            lost = true;
            return;
        }
        for (std::size_t tried = 0; tried < targets.size(); ++tried) {
            const Target& target = targets[last];
            if (at >= target.lo && at < target.hi && (target.what & what) == what)
                return add(target.slot, reads, writes, at, bytes);
            last = last + 1 == targets.size() ? 0 : last + 1;
        }
        lost = lost || registry->in_arena(at) || registry->first_in(at, at + bytes) != nullptr;
    }
};
constinit thread_local Recorder* current = nullptr; // while an inspector runs

class Recording {
  public:
    explicit Recording(Recorder& recorder) { current = &recorder; }
    ~Recording() { current = nullptr; }
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;
};

// Where this thread's stack ends; if nobody knows, here: then none of it is left out.
const char* lowest_of_stack() {
    static thread_local const char* const lowest = [] {
        pthread_attr_t attributes;
        void* base = nullptr;
        std::size_t bytes = 0;
        if (pthread_getattr_np(pthread_self(), &attributes) != 0)
            return static_cast<const char*>(__builtin_frame_address(0));
        pthread_attr_getstack(&attributes, &base, &bytes);
        pthread_attr_destroy(&attributes);
        return static_cast<const char*>(base);
    }();
    return lowest;
}

} // namespace

bool inspect_iterations(Registry& registry, const hydra_rt_loop& loop, int stage, std::span<const Interval> iterations,
                        void* args, void* const* pointers, Found& found) {
    std::vector<Recorder::Target> targets;
    for (std::size_t slot = 0; slot < found.reads.size(); ++slot) {
        const unsigned what = loop.inspection->found[slot];
        const bool is_fine = (what & HYDRA_RT_FOUND_FINE) != 0;
        if ((what & (HYDRA_RT_FOUND_READ | HYDRA_RT_FOUND_WRITE)) == 0 || is_fine != (stage >= loop.inspection->stages))
            continue;
        if (const Allocation* target = registry.find(pointers[slot]))
            targets.push_back({target->base, target->base + target->bytes, slot, what});
    }
    Recorder recorder;
    const Recording recording(recorder);
    recorder.pointers = pointers;
    recorder.found = &found;
    recorder.targets = std::move(targets);
    recorder.registry = &registry;
    for (const Interval& interval : iterations) {
        loop.inspection->inspector[stage](args, interval.lo, interval.hi);
        found.looked_at += stage == 0 ? interval.hi - interval.lo : 0;
        found.at_last += interval.hi - interval.lo;
    }
    return !recorder.lost;
}

bool sample_touches(const hydra_rt_loop& loop, const Interval& iterations, void* args, std::span<const char*> first) {
    Recorder recorder;
    const Recording recording(recorder);
    recorder.first = first;
    const std::int64_t end = std::min(iterations.hi, iterations.lo + worth::sampled_iterations);
    for (int stage = 0; stage < loop.inspection->stages; ++stage)
        loop.inspection->inspector[stage](args, iterations.lo, end);
    return !recorder.lost;
}

void note_addresses(const hydra_rt_inspection& inspection, const Interval& iterations, void* args, Found& found,
                    std::span<const TouchMarks> marks) {
    const std::vector<void*> pointers(found.reads.size(), nullptr); // addresses count from there
    Recorder recorder;
    const Recording recording(recorder);
    recorder.pointers = pointers.data();
    recorder.found = &found;
    recorder.marks = marks;
    recorder.knows_slots_alone = true;
    recorder.own_lo = lowest_of_stack();
    recorder.own_hi = static_cast<const char*>(__builtin_frame_address(0));
    const int inspectors = inspection.stages + (inspection.fine != 0 ? 1 : 0);
    for (int stage = 0; stage < inspectors; ++stage)
        inspection.inspector[stage](args, iterations.lo, iterations.hi);
}

} // namespace hydra::rt

extern "C" void hydra_rt_touch(int slot, int reads, int writes, const volatile void* at, unsigned long bytes) {
    hydra::rt::current->add(static_cast<std::size_t>(slot), reads != 0, writes != 0, at, bytes);
}

extern "C" void hydra_rt_touch_alike(int count, const int* slots, const volatile void* const* at, int reads, int writes,
                                     unsigned long bytes) {
    hydra::rt::current->add_alike({slots, static_cast<std::size_t>(count)}, at, reads != 0, writes != 0, bytes);
}

extern "C" void hydra_rt_touch_any(int reads, int writes, const volatile void* at, unsigned long bytes) {
    hydra::rt::current->add_anywhere(reads != 0, writes != 0, static_cast<const char*>(const_cast<const void*>(at)),
                                     bytes);
}
