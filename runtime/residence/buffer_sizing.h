// How large buffers are made: with how much to spare around what a launch touches, when they have pages, how many are
// left free, and when they are tight. It decides; buffers are made by a BufferStore.
//
// A launch that reads another rank's row beside its own (the k of Floyd and Warshall, a pivot's row) reads another one
// in the next launch. So a buffer that has a part of an array has pages from the beginning, with room for a few such
// rows, and each takes the place of one that nobody reads any more: nothing grows to all that lies between.
#pragma once

#include "runtime/residence/packing.h"
#include "runtime/residence/resident.h"

#include <cstdint>
#include <vector>

namespace hydra::rt {

// What a residence has been told of how much room there is, and what may make way.
struct RoomRules {
    std::int64_t sharers = 0; // devices that share out what loops do to each array; 0: unknown
    bool is_short = false;    // a launch has found no room before
    bool saves_room = false;  // buffers take no more than the launch needs
    bool may_drop = true;     // what a launch does not use may make way for it
    bool by_host = true;      // what a launch keeps may take the way by the host
};

class BufferSizing {
  public:
    BufferSizing(const DeviceMemory& memory, const Packing& packing, const RoomRules& rules)
        : memory_(memory), packing_(packing), rules_(rules) {}

    // The bytes of the pages in which these are best kept, in place of the buffers that they meet; 0: one section is
    // not much larger.
    [[nodiscard]] std::int64_t page_for(const Resident& resident, const std::vector<Stretch>& pieces,
                                        const std::vector<DeviceBuffer*>& met) const;
    // The bytes to be left free in a buffer of these sections, as far as there is room: for rows of other ranks, which
    // come and go.
    [[nodiscard]] std::int64_t spare_for(const Resident& resident, const std::vector<Stretch>& parts, std::int64_t page,
                                         bool grows_again) const;
    // Whether what is touched is much less than whole rows, in sections that are worth looking up; with what the
    // resident's buffers have already, either way.
    [[nodiscard]] bool is_better_tight(const Resident& resident, const std::vector<Stretch>& wide,
                                       const std::vector<Stretch>& touched) const;
    // The section, and what the next launches are likely to touch beside it: all of an array that lacks little; of
    // others, where a loop fills their first section, a halo at both ends.
    static Stretch with_borders(const Resident& resident, Stretch section, bool first);
    // Tight sections, the same of an array that a loop fills first.
    [[nodiscard]] std::vector<Stretch> with_halos(const Resident& resident, std::vector<Stretch> parts) const;
    // The section where it is to take the place of these buffers. Where much has come to them at once, launches go
    // through the array part by part; then it is to have as much as all of them are going to touch on this device: its
    // share of the array. So it grows once, while it is small. instead: there is room for it where they have gone.
    Stretch with_share(const Resident& resident, Stretch section, const std::vector<DeviceBuffer*>& old,
                       bool& instead) const;
    // The section where it is to take the place of these buffers, with more to spare on the sides on which it grows, if
    // it has grown before: what steps through an array launch by launch (the k of Floyd-Warshall) soon wants the next
    // row. Counts that it grows.
    static Stretch with_room_to_grow(Resident& resident, Stretch section, const std::vector<DeviceBuffer*>& old);

  private:
    [[nodiscard]] std::int64_t page_to_grow(const Resident& resident, const Stretch& section) const;

    const DeviceMemory& memory_;
    const Packing& packing_;
    const RoomRules& rules_;
};

} // namespace hydra::rt
