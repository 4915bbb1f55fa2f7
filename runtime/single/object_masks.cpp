// See object_masks.h.
#include "runtime/single/object_masks.h"

#include <algorithm>

namespace hydra::rt {
namespace {

constexpr int anywhere = 63; // see hydra_rt_slot::apart

class ObjectMasks {
  public:
    ObjectMasks(const SingleLaunch& launch, const hydra_rt_footprint& footprint, const ObjectTable& objects,
                std::vector<TableCells>& cells)
        : launch_(launch), loop_(launch.loop), footprint_(footprint), objects_(objects), cells_(cells) {}

    bool tell() {
        if ((loop_.flags & HYDRA_RT_INDEPENDENT) == 0 || loop_.watches > 0)
            return false;
        for (int written = 0; written < loop_.slots; ++written) {
            if (!writes(written))
                continue;
            if (footprint_.reads_everything && !is_apart(written, anywhere))
                return false;
            if (has_tables(written) && !is_held_once(written))
                return false;
            for (int other = 0; other < loop_.slots; ++other)
                if (other != written && touches(other) && !lie_apart(written, other))
                    return false;
        }
        return true;
    }

  private:
    [[nodiscard]] const hydra_rt_footprint::Slot& touched(int slot) const {
        return footprint_.slots[static_cast<std::size_t>(slot)];
    }
    [[nodiscard]] bool has_tables(int slot) const { return !touched(slot).tables.empty(); }
    [[nodiscard]] unsigned found(int slot) const {
        return loop_.inspection != nullptr ? loop_.inspection->found[slot] : 0;
    }
    [[nodiscard]] bool writes(int slot) const {
        return touched(slot).may_write() || (found(slot) & (HYDRA_RT_FOUND_WRITE | HYDRA_RT_FOUND_MAYWRITE)) != 0;
    }
    [[nodiscard]] bool touches(int slot) const { return found(slot) != 0 || !touched(slot).touches_nothing(); }
    [[nodiscard]] bool is_apart(int slot, int other) const { return (loop_.slot[slot].apart >> other & 1) != 0; }
    [[nodiscard]] bool begins(int slot) const { return (loop_.slot[slot].leads & HYDRA_RT_BEGINS) != 0; }
    [[nodiscard]] bool is_held_once(int slot) const { return (loop_.slot[slot].leads & HYDRA_RT_HELD_ONCE) != 0; }

    // Whether two slots lead to different objects.
    bool lie_apart(int a, int b) {
        if (is_apart(a, b))
            return true;
        if (!begins(a) || !begins(b) || found(a) != 0 || found(b) != 0)
            return false;
        if (has_tables(a) != has_tables(b))
            return has_tables(a) ? is_no_row(b, a) : is_no_row(a, b);
        // Of the begins of objects, different ones are of different objects; so are those that their pointers lead to.
        return launch_.pointers[a] != launch_.pointers[b] && touched(a).tables.size() == touched(b).tables.size() &&
               (!has_tables(a) || (is_held_once(a) && is_held_once(b)));
    }

    // Whether the pointer, to the begin of an object, is none of those in the table through which the other slot goes.
    bool is_no_row(int slot, int table) {
        const hydra_rt_footprint::Slot& rows = touched(table);
        if (!is_held_once(table) || rows.tables.size() != 1 || rows.tables.front() != 1)
            return false;
        const auto* const first = static_cast<const char*>(launch_.pointers[table]);
        const auto object = objects_.find(reinterpret_cast<std::uintptr_t>(first));
        for (std::size_t kind = 0; kind < hydra_rt_footprint::kinds; ++kind) {
            if (rows.whole[kind])
                return false;
            for (std::size_t at = 0; at < rows.boxes[kind].size(); at += 3 * static_cast<std::size_t>(rows.dims())) {
                const long lo = rows.boxes[kind][at], hi = rows.boxes[kind][at + 1];
                constexpr long far = 1L << 40; // no table is so long
                if (lo < -far || hi > far)
                    return false;
                const char* const from = first + lo * static_cast<long>(sizeof(void*));
                const char* const to = first + hi * static_cast<long>(sizeof(void*));
                const bool is_there = hydra_rt_footprint::exact(kind) ||
                                      (object && object->holds(reinterpret_cast<std::uintptr_t>(from)) &&
                                       object->holds(reinterpret_cast<std::uintptr_t>(to) - 1));
                if (!is_there)
                    return false;
                cells_.emplace_back(from, sizeof(void*), hi - lo);
                if (cells_.back().hold(launch_.pointers[slot]))
                    return false;
            }
        }
        return true;
    }

    const SingleLaunch& launch_;
    const hydra_rt_loop& loop_;
    const hydra_rt_footprint& footprint_;
    const ObjectTable& objects_;
    std::vector<TableCells>& cells_;
};

} // namespace

bool objects_tell(const SingleLaunch& launch, const hydra_rt_footprint& footprint, const ObjectTable& objects,
                  std::vector<TableCells>& cells) {
    if (ObjectMasks(launch, footprint, objects, cells).tell())
        return true;
    cells.clear();
    return false;
}

bool addresses_tell(const SingleLaunch& launch) {
    hydra_rt_footprint footprint(launch.loop.slots);
    launch.loop.footprint(&footprint, launch.k, launch.iterations.lo, launch.iterations.hi);
    // (Of IN_ROWS only boxes tell, and other keys have others.)
    return launch.loop.inspection == nullptr && !footprint.reads_everything &&
           (launch.loop.flags & HYDRA_RT_INDEPENDENT) != 0 &&
           std::all_of(footprint.slots.begin(), footprint.slots.end(),
                       [](const hydra_rt_footprint::Slot& slot) { return slot.tables.empty(); });
}

bool lead_apart(const SingleLaunch& launch, int a, int b) {
    const hydra_rt_slot *const one = launch.loop.slot + a, *const other = launch.loop.slot + b;
    return (one->apart >> b & 1) != 0 ||
           ((one->leads & other->leads & HYDRA_RT_BEGINS) != 0 && launch.pointers[a] != launch.pointers[b]);
}

bool knows_objects(const hydra_rt_loop& loop) {
    return std::any_of(
        loop.slot, loop.slot + loop.slots, [](const hydra_rt_slot& slot) { return slot.apart != 0; });
}

} // namespace hydra::rt
