// See dry.h.
#include "runtime/modes/dry.h"

#include "runtime/base/fail.h"

namespace hydra::rt {

void DryTransport::abort(int status) { leave_process(status); }

Hollow::Part& Hollow::current(const Allocation& allocation) {
    Part& part = parts_.at(allocation.serial);
    if (!(part.shape == allocation.shape)) {
        part.region = part.shape.bytes == allocation.shape.bytes && allocation.shape.elem <= part.shape.elem
                          ? reshape(part.region, part.shape, allocation.shape)
                          : allocation.shape.whole(); // it has moved, or bytes were copied: who knows what is where
        part.shape = allocation.shape;
    }
    return part;
}

bool Hollow::meets(const Allocation& allocation, const Region& region) {
    return has(allocation) && current(allocation).region.intersects(region);
}

void Hollow::add(const Allocation& allocation, const Region& region) {
    if (region.empty())
        return;
    if (!has(allocation))
        parts_.emplace(allocation.serial, Part{allocation.shape, region});
    else if (Part& part = current(allocation); !part.region.contains(region))
        part.region |= region;
}

void Hollow::remove(const Allocation& allocation, const Region& region) {
    if (!has(allocation) || region.empty())
        return;
    Part& part = current(allocation);
    part.region -= region;
    if (part.region.empty())
        parts_.erase(allocation.serial);
}

} // namespace hydra::rt
