// See footprint.h: the three functions that generated footprints call.
#include "runtime/host/footprint.h"

#include "runtime/host/fail.h"
#include "runtime/region/region.h"

bool hydra_rt_footprint::Slot::touches_nothing() const {
    for (int kind = 0; kind < kinds; ++kind)
        if (whole[static_cast<std::size_t>(kind)] || !boxes[static_cast<std::size_t>(kind)].empty())
            return false;
    return true;
}

void hydra_rt_footprint::clear() {
    for (Slot& slot : slots) {
        for (std::vector<long>& boxes : slot.boxes)
            boxes.clear();
        slot.whole.fill(false);
    }
}

extern "C" {

void hydra_rt_shape(hydra_rt_footprint* f, int slot, long elem, int dims, const long* len) {
    if (elem < 1 || dims < 1 || dims > hydra::rt::Region::max_dims)
        hydra::rt::fail("", "internal error: a footprint declares an impossible shape");
    hydra_rt_footprint::Slot& target = f->slots[static_cast<std::size_t>(slot)];
    target.elem = elem;
    target.len.assign(len, len + (dims - 1));
}

void hydra_rt_box(hydra_rt_footprint* f, enum hydra_rt_access how, int slot, const long* bounds) {
    hydra_rt_footprint::Slot& target = f->slots[static_cast<std::size_t>(slot)];
    if (target.elem == 0)
        hydra::rt::fail("", "internal error: a footprint gives a box before its shape");
    int dims = target.dims();
    for (int d = 0; d < dims; ++d)
        if (bounds[3 * d + 1] <= bounds[3 * d])
            return;
    std::vector<long>& boxes = target.boxes[static_cast<std::size_t>(how - HYDRA_RT_READ)];
    boxes.insert(boxes.end(), bounds, bounds + 3 * dims);
}

void hydra_rt_whole(hydra_rt_footprint* f, enum hydra_rt_access how, int slot) {
    f->slots[static_cast<std::size_t>(slot)].whole[static_cast<std::size_t>(how - HYDRA_RT_READ)] = true;
}

} // extern "C"
