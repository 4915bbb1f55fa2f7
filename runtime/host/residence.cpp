// See residence.h. Of each allocation: `valid`, the elements whose newest value (of those that this rank has) is on the
// device, and `stale`, those of them that the host lacks.
#include "runtime/host/residence.h"

#include <algorithm>
#include <map>

namespace hydra::rt {

// Memory of the device's that stands for these host addresses.
struct Residence::Buffer {
    Residence& owner;
    Device::Memory memory;
    std::uintptr_t from, to;

    Buffer(Residence& residence, Device::Memory made, std::uintptr_t begin, std::uintptr_t end)
        : owner(residence), memory(made), from(begin), to(end) {}
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() {
        if (owner.device_ != nullptr)
            owner.device_->release(memory);
        owner.allocated_ -= bytes();
    }
    [[nodiscard]] std::int64_t bytes() const { return static_cast<std::int64_t>(to - from); }
    [[nodiscard]] bool holds(std::uintptr_t begin, std::uintptr_t end) const { return begin >= from && end <= to; }
};

struct Residence::Resident {
    Residence& owner;
    Shape shape; // in whose index space the regions are
    int shape_id;
    Region valid, stale;            // stale is a part of valid
    std::shared_ptr<Buffer> buffer; // null: no launch has touched anything yet
    Allocation* const allocation;
    int asked = 0;

    Resident(Residence& residence, Allocation& of)
        : owner(residence), shape(of.shape), shape_id(of.shape_id), valid(shape.dims()), stale(shape.dims()),
          allocation(&of) {
        owner.residents_.push_back(allocation);
    }
    Resident(const Resident&) = delete;
    Resident& operator=(const Resident&) = delete;
    ~Resident() { std::erase(owner.residents_, allocation); }
    [[nodiscard]] std::uintptr_t base() const { return reinterpret_cast<std::uintptr_t>(allocation->base); }
    // The byte of the allocation that stands at the buffer's start.
    [[nodiscard]] std::int64_t start() const {
        return buffer == nullptr ? 0 : static_cast<std::int64_t>(buffer->from - base());
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
        device_->read(resident->buffer->memory, resident->start(), allocation.base, slab);
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

bool Residence::is_behind(const Allocation& allocation) const {
    const auto* resident = static_cast<const Resident*>(allocation.device.get());
    return resident != nullptr && !resident->stale.empty();
}

// ---- buffers
// ----------------------------------------------------------------------------------------------------------------

// Null where there is no room.
std::shared_ptr<Residence::Buffer> Residence::make_buffer(std::uintptr_t from, std::uintptr_t to) {
    const auto bytes = static_cast<std::int64_t>(to - from);
    const Device::Memory memory = allocated_ + bytes > device_->memory_bytes() ? nullptr : device_->allocate(bytes);
    if (memory == nullptr)
        return nullptr;
    allocated_ += bytes;
    volume_.peak = std::max(volume_.peak, allocated_);
    return std::make_shared<Buffer>(*this, memory, from, to);
}

// Adds all that lie in the buffer.
void Residence::share(const Buffer* buffer, std::vector<Resident*>& members) const {
    for (const Allocation* allocation : residents_) {
        auto* resident = static_cast<Resident*>(allocation->device.get());
        if (resident->buffer.get() == buffer && std::find(members.begin(), members.end(), resident) == members.end())
            members.push_back(resident);
    }
}

// A new buffer for these addresses, in which all that lay in the members' buffers lies from now on; what was valid
// still is.
bool Residence::move(const std::vector<Resident*>& members, std::uintptr_t from, std::uintptr_t to) {
    ++moves_;
    std::shared_ptr<Buffer> larger = make_buffer(from, to);
    const bool both = larger != nullptr;
    if (!both) { // not both at a time: by way of the host
        for (Resident* member : members) {
            all_to_host(*member->allocation);
            member->buffer.reset();
            member->valid = Region(of(*member->allocation)->shape.dims());
        }
        larger = make_buffer(from, to);
        if (larger == nullptr)
            return false;
    }
    for (Resident* member : members) {
        const Hull kept = member->buffer == nullptr ? Hull{} : byte_hull(member->valid, member->shape);
        if (kept.hi > kept.lo) {
            const std::int64_t start = static_cast<std::int64_t>(from - member->base());
            device_->copy(member->buffer->memory, kept.lo - member->start(), larger->memory, kept.lo - start,
                          kept.hi - kept.lo);
            volume_.inside += kept.hi - kept.lo;
        }
        member->buffer = larger;
    }
    return true;
}

// The resident's buffer holds these bytes too.
bool Residence::cover(Resident& resident, Hull hull) {
    std::uintptr_t from = resident.base() + static_cast<std::uintptr_t>(hull.lo);
    std::uintptr_t to = resident.base() + static_cast<std::uintptr_t>(hull.hi);
    std::vector<Resident*> members{&resident};
    if (const Buffer* buffer = resident.buffer.get()) {
        if (buffer->holds(from, to))
            return true;
        from = std::min(from, buffer->from);
        to = std::max(to, buffer->to);
        if (resident.buffer.use_count() > 1)
            share(buffer, members);
    }
    return move(members, from, to);
}

// Whole rows, since launches that begin in the middle of one are followed by others that do not.
Hull Residence::rows_around(const Resident& resident, const Region& touched) const {
    const Hull all = byte_hull(touched, resident.shape);
    const Hull rows = byte_hull(rows_of(resident.shape, all.lo, all.hi), resident.shape);
    return allocated_ + (rows.hi - rows.lo) <= device_->memory_bytes() ? rows : all;
}

Residence::Near Residence::near(Allocation& allocation, const Region& touched) {
    const Resident& resident = made(allocation);
    const Hull hull = rows_around(resident, touched);
    const std::uintptr_t base = resident.base();
    return {&allocation, base + static_cast<std::uintptr_t>(hull.lo), base + static_cast<std::uintptr_t>(hull.hi), base,
            base + allocation.bytes};
}

struct Residence::Cluster {
    std::uintptr_t from, to;    // of the memory
    std::uintptr_t first, last; // of the pointers
    std::vector<Resident*> members;

    void join(const Cluster& next) {
        from = std::min(from, next.from);
        to = std::max(to, next.to);
        first = std::min(first, next.first);
        last = std::max(last, next.last);
        members.insert(members.end(), next.members.begin(), next.members.end());
    }
};

std::string Residence::gather(const std::vector<Near>& list, std::size_t most) {
    std::vector<Cluster> all;
    std::map<const Buffer*, std::size_t> of_buffer;
    std::uintptr_t wanted = 0;
    for (const Near& one : list) {
        if (one.from >= one.to)
            continue;
        Resident& resident = made(*one.allocation);
        const Buffer* buffer = resident.buffer.get();
        wanted += one.to - one.from;
        const Cluster alone{buffer == nullptr ? one.from : std::min(one.from, buffer->from),
                            buffer == nullptr ? one.to : std::max(one.to, buffer->to),
                            one.first,
                            one.last,
                            {&resident}};
        const auto [known, is_new] = of_buffer.try_emplace(buffer, all.size());
        if (buffer != nullptr && !is_new)
            all[known->second].join(alone);
        else
            all.push_back(alone);
    }
    std::sort(all.begin(), all.end(), [](const Cluster& a, const Cluster& b) { return a.first < b.first; });
    // What overlaps belongs together, and beyond the number what has the smallest gaps.
    std::vector<Cluster> apart;
    std::vector<std::uintptr_t> gaps;
    for (const Cluster& next : all)
        if (!apart.empty() && next.first < apart.back().last) {
            apart.back().join(next);
        } else {
            if (!apart.empty())
                gaps.push_back(next.first - apart.back().last);
            apart.push_back(next);
        }
    std::vector<Cluster> joined;
    std::vector<std::uintptr_t> large = gaps;
    std::sort(large.rbegin(), large.rend());
    std::size_t breaks = most - 1; // equal gaps: the first ones
    const std::uintptr_t least = gaps.size() < most ? 0 : large[breaks];
    breaks -=
        static_cast<std::size_t>(std::count_if(large.begin(), large.end(), [&](auto gap) { return gap > least; }));
    for (std::size_t i = 0; i < apart.size(); ++i) {
        bool split = i == 0 || gaps.size() < most || gaps[i - 1] > least;
        if (!split && breaks > 0 && gaps[i - 1] == least) {
            --breaks;
            split = true;
        }
        if (split)
            joined.push_back(apart[i]);
        else
            joined.back().join(apart[i]);
    }
    constexpr std::uintptr_t small = 64 << 20;
    std::uintptr_t taken = 0;
    for (const Cluster& cluster : joined)
        taken += cluster.to - cluster.from;
    if (taken > small && taken / 4 > wanted)
        return "what its pointers lead to lies too far apart for one piece of the device's memory";
    for (Cluster& cluster : joined) {
        const Buffer* first = cluster.members.front()->buffer.get();
        const bool together = first != nullptr && first->holds(cluster.from, cluster.to) &&
                              std::all_of(cluster.members.begin(), cluster.members.end(),
                                          [&](const Resident* member) { return member->buffer.get() == first; });
        if (together)
            continue;
        const std::vector<Resident*> asked = cluster.members;
        for (const Resident* member : asked)
            if (member->buffer != nullptr && member->buffer.use_count() > 1)
                share(member->buffer.get(), cluster.members);
        if (!move(cluster.members, cluster.from, cluster.to))
            return "the device has too little memory for what its pointers lead to";
    }
    return "";
}

std::vector<Residence::Window> Residence::windows(const std::vector<Near>& list) const {
    std::vector<Window> found;
    for (const Near& one : list) {
        const auto* resident = static_cast<const Resident*>(one.allocation->device.get());
        if (one.from >= one.to || resident == nullptr || resident->buffer == nullptr)
            continue;
        const Buffer& buffer = *resident->buffer;
        const auto known = std::find_if(found.begin(), found.end(),
                                        [&](const Window& window) { return window.memory == buffer.memory; });
        if (known == found.end()) {
            found.push_back({buffer.memory, buffer.from, one.first, one.last});
        } else {
            known->first = std::min(known->first, one.first);
            known->last = std::max(known->last, one.last);
        }
    }
    return found;
}

// ---- launches
// ---------------------------------------------------------------------------------------------------------------

std::optional<Residence::Place> Residence::to_device(Allocation& allocation, const Region& read, const Region& write) {
    Resident& resident = made(allocation);
    resident.asked = 0;
    const Hull all = rows_around(resident, read | write);
    if (all.lo < all.hi && !cover(resident, all))
        return std::nullopt;
    const Region wanted = read - resident.valid;
    for (const Slab& slab : slabs(wanted, resident.shape)) {
        device_->write(resident.buffer->memory, resident.start(), allocation.base, slab);
        volume_.to_device += slab.total();
    }
    resident.valid |= wanted;
    return Place{resident.buffer == nullptr ? nullptr : resident.buffer->memory, resident.start()};
}

void Residence::written_by_device(Allocation& allocation, const Region& write) {
    Resident& resident = made(allocation);
    resident.valid |= write;
    resident.stale |= write;
}

} // namespace hydra::rt
