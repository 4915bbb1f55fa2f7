// See residence.h. Of each allocation: `valid`, the elements whose newest value (of those that this rank has) is on the
// device, and `stale`, those of them that the host lacks.
#include "runtime/host/residence.h"

#include <algorithm>

namespace hydra::rt {

struct Residence::Resident {
    Residence& owner;
    Shape shape; // in whose index space the regions are
    int shape_id;
    Region valid, stale; // stale is a part of valid
    Device::Memory memory = nullptr;
    Hull hull; // that the memory holds
    Allocation* const allocation;
    int asked = 0;

    Resident(Residence& residence, Allocation& of)
        : owner(residence), shape(of.shape), shape_id(of.shape_id), valid(shape.dims()), stale(shape.dims()),
          allocation(&of) {
        owner.residents_.push_back(allocation);
    }
    Resident(const Resident&) = delete;
    Resident& operator=(const Resident&) = delete;
    ~Resident() {
        owner.drop(*this);
        std::erase(owner.residents_, allocation);
    }
};

Residence::Resident* Residence::of(const Allocation& allocation) const {
    auto* resident = static_cast<Resident*>(allocation.device.get());
    if (resident != nullptr)
        follow_shape(allocation, *resident);
    return resident;
}

Residence::Resident& Residence::made(Allocation& allocation) {
    if (allocation.device == nullptr)
        allocation.device = std::make_shared<Resident>(*this, allocation);
    return *of(allocation);
}

// The allocation's shape gets finer as launches look at it in other ways.
void Residence::follow_shape(const Allocation& allocation, Resident& resident) const {
    if (resident.shape_id == allocation.shape_id)
        return;
    resident.valid = reshape(resident.valid, resident.shape, allocation.shape);
    resident.stale = reshape(resident.stale, resident.shape, allocation.shape);
    resident.shape = allocation.shape;
    resident.shape_id = allocation.shape_id;
}

void Residence::drop(Resident& resident) {
    if (resident.memory == nullptr)
        return;
    if (device_ != nullptr)
        device_->release(resident.memory);
    allocated_ -= resident.hull.hi - resident.hull.lo;
    resident.memory = nullptr;
    resident.hull = {};
}

Residence::~Residence() {
    if (device_ != nullptr && untouched_ != nullptr)
        device_->release(untouched_);
}

Device::Memory Residence::untouched() {
    constexpr std::int64_t bytes = 64;
    if (untouched_ == nullptr)
        untouched_ = device_->allocate(bytes);
    return untouched_;
}

int Residence::asked(Allocation& allocation) {
    Resident* resident = of(allocation);
    return resident == nullptr ? 0 : ++resident->asked;
}

void Residence::arrive() {
    if (fetching_)
        device_->arrive();
    fetching_ = false;
}

void Residence::to_host(Allocation& allocation, const Region& part) {
    fetch(allocation, part);
    arrive();
}

void Residence::fetch(Allocation& allocation, const Region& part) {
    Resident* resident = of(allocation);
    if (resident == nullptr || resident->stale.empty())
        return;
    const Region wanted = resident->stale & part;
    for (const Slab& slab : slabs(wanted, resident->shape)) {
        device_->read(resident->memory, resident->hull.lo, allocation.base, slab);
        volume_.to_host += slab.total();
        fetching_ = true;
    }
    resident->stale -= wanted;
}

void Residence::all_to_host(Allocation& allocation) {
    if (Resident* resident = of(allocation); resident != nullptr && !resident->stale.empty())
        to_host(allocation, Region(resident->stale));
}

void Residence::written_by_host(Allocation& allocation, const Region& part) {
    Resident* resident = of(allocation);
    if (resident == nullptr || part.empty())
        return;
    resident->valid -= part;
    resident->stale -= part;
}

void Residence::keep_only(Allocation& allocation, const Region& held) {
    Resident* resident = of(allocation);
    if (resident == nullptr || held.contains(resident->valid))
        return;
    resident->valid &= held;
    resident->stale &= held;
}

void Residence::retire() {
    static_cast<void>(device_.release()); // NOLINT: lives as long as the process
    while (!residents_.empty())
        residents_.back()->device.reset();
}

void Residence::leave(Allocation& allocation) {
    all_to_host(allocation);
    allocation.device.reset();
}

// The buffer holds these bytes too, and what was valid still is.
bool Residence::cover(Allocation& allocation, Resident& resident, Hull hull) {
    if (resident.memory != nullptr) {
        if (hull.lo >= resident.hull.lo && hull.hi <= resident.hull.hi)
            return true;
        hull = {std::min(hull.lo, resident.hull.lo), std::max(hull.hi, resident.hull.hi)};
    }
    const std::int64_t bytes = hull.hi - hull.lo;
    Device::Memory larger = allocated_ + bytes > device_->memory_bytes() ? nullptr : device_->allocate(bytes);
    if (larger == nullptr) { // not both at a time: by way of the host
        all_to_host(allocation);
        drop(resident);
        resident.valid = Region(resident.shape.dims());
        if (allocated_ + bytes > device_->memory_bytes() || (larger = device_->allocate(bytes)) == nullptr)
            return false;
    }
    allocated_ += bytes;
    volume_.peak = std::max(volume_.peak, allocated_);
    if (resident.memory != nullptr) {
        const Hull kept = byte_hull(resident.valid, resident.shape);
        if (kept.hi > kept.lo) {
            device_->copy(resident.memory, kept.lo - resident.hull.lo, larger, kept.lo - hull.lo, kept.hi - kept.lo);
            volume_.inside += kept.hi - kept.lo;
        }
        drop(resident);
    }
    resident.memory = larger;
    resident.hull = hull;
    return true;
}

std::optional<Residence::Place> Residence::to_device(Allocation& allocation, const Region& read, const Region& write) {
    Resident& resident = made(allocation);
    resident.asked = 0;
    // Whole rows, since launches that begin in the middle of one are followed by others that do not.
    Hull all = byte_hull(read | write, resident.shape);
    if (const Hull rows = byte_hull(rows_of(resident.shape, all.lo, all.hi), resident.shape);
        allocated_ + (rows.hi - rows.lo) <= device_->memory_bytes())
        all = rows;
    if (all.lo < all.hi && !cover(allocation, resident, all))
        return std::nullopt;
    const Region wanted = read - resident.valid;
    for (const Slab& slab : slabs(wanted, resident.shape)) {
        device_->write(resident.memory, resident.hull.lo, allocation.base, slab);
        volume_.to_device += slab.total();
    }
    resident.valid |= wanted;
    return Place{resident.memory, resident.hull.lo};
}

void Residence::written_by_device(Allocation& allocation, const Region& write) {
    Resident& resident = made(allocation);
    resident.valid |= write;
    resident.stale |= write;
}

} // namespace hydra::rt
