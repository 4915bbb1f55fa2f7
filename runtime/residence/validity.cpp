// See validity.h.
#include "runtime/residence/validity.h"

namespace hydra::rt {

void Validity::follow(const Shape& shape, int shape_id) {
    if (shape_id_ == shape_id)
        return;
    valid_ = reshape(valid_, shape_, shape);
    stale_ = reshape(stale_, shape_, shape);
    dropped_ = reshape(dropped_, shape_, shape);
    shape_ = shape;
    shape_id_ = shape_id;
}

void Validity::written_by_host(const Region& part) {
    if (part.empty())
        return;
    valid_ -= part;
    stale_ -= part;
}

void Validity::written_by_device(const Region& part) {
    valid_ |= part;
    stale_ |= part;
}

void Validity::keep_only(const Region& held) {
    if (held.contains(valid_))
        return;
    valid_ &= held;
    stale_ &= held;
}

bool Validity::takes_back(const Region& part) {
    if (!part.intersects(dropped_))
        return false;
    dropped_ -= part;
    return true;
}

Region Validity::keeps_sum(const Region& part) {
    host_asks();
    return host_first_ ? Region(part.dims()) : stale_ & part;
}

} // namespace hydra::rt
