// How a launch gets room for what it touches: which of a resident's buffers has it, or how one comes to. Launches come
// again and again, so the last ones are remembered.
#pragma once

#include "runtime/residence/buffer_sizing.h"
#include "runtime/residence/buffer_store.h"
#include "runtime/residence/page_caches.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hydra::rt {

class RoomMaker {
  public:
    RoomMaker(DeviceMemory& memory, ResidentTable& residents, BufferStore& store, PageCaches& caches,
              const Packing& packing, const RoomRules& rules)
        : memory_(memory), residents_(residents), store_(store), caches_(caches), packing_(packing), rules_(rules),
          sizing_(memory, packing, rules) {}

    // What the resident's launch touches, by group, once there is room for it; null: there is none.
    const CoveredLaunch* cover_all(Resident& resident, const Region& both, std::span<const Hull> groups, bool may_page);

  private:
    // Whether one buffer of the resident's has all of these pieces, from now on; cover_tight: in tight sections if they
    // are several.
    bool cover_anew(Resident& resident, CoveredLaunch& wanted, bool may_page);
    bool cover(Resident& resident, const std::vector<Stretch>& pieces, bool may_page);
    bool cover_tight(Resident& resident, const std::vector<Stretch>& pieces);
    bool cover_shared(Resident& resident, Stretch hull);
    DeviceBuffer* cover_beside(Resident& resident, const std::vector<Stretch>& pieces, bool may_page);
    bool cover_by_host(Resident& resident, const std::vector<Stretch>& pieces, bool may_page);
    DeviceBuffer* add_pages(Resident& resident, const std::vector<Stretch>& pieces);
    void give_way(Resident& resident);
    void straighten(Resident& resident, const CoveredLaunch& covered);
    bool replace(Resident& resident, const std::vector<DeviceBuffer*>& old, const Layout& layout) {
        return store_.replace({&resident}, old, layout, rules_.by_host);
    }

    DeviceMemory& memory_;
    ResidentTable& residents_;
    BufferStore& store_;
    PageCaches& caches_;
    const Packing& packing_;
    const RoomRules& rules_;
    BufferSizing sizing_;
};

} // namespace hydra::rt
