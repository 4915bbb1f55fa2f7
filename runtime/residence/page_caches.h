// Launches that run piece by piece since their arrays do not all fit: each array keeps as much on the device as it has
// room for, in one buffer whose pages come and go. What a piece lacks takes the place of what pieces have not used for
// longest; where pieces come in turn from one end and from the other, that is what is needed last, and a launch moves
// no more than what does not fit.
#pragma once

#include "runtime/residence/buffer_store.h"
#include "runtime/residence/packing.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hydra::rt {

// What a launch touches of an allocation that it runs piece by piece, all in all and each piece.
struct TouchedPieces {
    Allocation* allocation;
    Region all;
    std::vector<Region> pieces;
};

class PageCaches {
  public:
    PageCaches(DeviceMemory& memory, ResidentTable& residents, BufferStore& store, const Packing& packing)
        : memory_(memory), residents_(residents), store_(store), packing_(packing) {}

    // Until end launches are these pieces, whose kernel can find its way by pages. Other allocations may have to leave.
    // False, and nothing has changed: that would not do.
    bool begin(const std::vector<TouchedPieces>& arrays);
    void end();
    // One buffer of the resident's, which has a cache, has all of these pieces, from now on; in pages of its cache's.
    // by_host: see BufferStore::replace. False: there is no room.
    bool cover(Resident& resident, const std::vector<Stretch>& pieces, bool by_host);
    // Some launch has run in pieces.
    [[nodiscard]] bool have_served() const { return have_served_; }

  private:
    [[nodiscard]] std::optional<PageCache> cache_for(const TouchedPieces& array) const;
    [[nodiscard]] const DeviceBuffer* kept(const Allocation& allocation, const PageCache& cache) const;
    static void free_oldest(Resident& resident, Layout& layout, const Stretch& piece, std::int64_t bytes);

    DeviceMemory& memory_;
    ResidentTable& residents_;
    BufferStore& store_;
    const Packing& packing_;
    bool have_served_ = false;
};

} // namespace hydra::rt
