// See residence.h. Of each allocation: `valid`, the elements whose newest value (of those that this rank has) is on the
// device, and `stale`, those of them that the host lacks.
#include "runtime/residence/residence.h"

#include "runtime/base/fail.h"
#include "runtime/base/rectangles.h"
#include "runtime/residence/residence_parts.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hydra::rt {

Residence::Resident* Residence::of(const Allocation& allocation) const {
    auto* resident =
        number_ < allocation.devices.size() ? static_cast<Resident*>(allocation.devices[number_].get()) : nullptr;
    if (resident != nullptr)
        follow_shape(allocation, *resident);
    return resident;
}

Residence::Resident& Residence::made(Allocation& allocation) {
    if (allocation.devices.size() <= number_)
        allocation.devices.resize(number_ + 1);
    if (allocation.devices[number_] == nullptr)
        allocation.devices[number_] = std::make_shared<Resident>(*this, allocation);
    return *of(allocation);
}

// The allocation's shape gets finer as launches look at it in other ways.
void Residence::follow_shape(const Allocation& allocation, Resident& resident) const {
    if (resident.shape_id == allocation.shape_id)
        return;
    resident.valid = reshape(resident.valid, resident.shape, allocation.shape);
    resident.stale = reshape(resident.stale, resident.shape, allocation.shape);
    resident.dropped = reshape(resident.dropped, resident.shape, allocation.shape);
    resident.shape = allocation.shape;
    resident.shape_id = allocation.shape_id;
}

Residence::~Residence() {
    for (const Device::Memory memory : {untouched_, unmoved_})
        if (device_ != nullptr && memory != nullptr)
            device_->release(memory);
}

Device::Memory Residence::untouched() {
    constexpr std::int64_t bytes = 64;
    if (untouched_ == nullptr)
        untouched_ = device_->allocate(bytes);
    return untouched_;
}

Residence::Place Residence::unmoved() {
    constexpr std::int64_t far = 63; // all memory is in two pages
    const std::int64_t nothing[] = {0, 0};
    if (unmoved_ == nullptr && (unmoved_ = device_->allocate(sizeof nothing)) != nullptr)
        device_->write(unmoved_, {}, reinterpret_cast<const char*>(nothing), {0, sizeof nothing, 1, 0, 1, 0});
    return {nullptr, 0, unmoved_, far};
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
    if (!wanted.empty() && std::exchange(resident->is_sum, false))
        resident->host_first = true;
    for_each_piece(*resident, wanted, [&](const Slab& slab, Device::Memory memory, const Device::Spot& there) {
        device_->read(memory, there, allocation.base, slab);
        volume_.to_host += slab.total();
        fetching_ = true;
    });
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
        residents_.back()->devices[number_].reset();
}

void Residence::leave(Allocation& allocation) {
    all_to_host(allocation);
    if (number_ < allocation.devices.size())
        allocation.devices[number_].reset();
}

bool Residence::is_behind(const Allocation& allocation) const {
    const Resident* resident = of(allocation);
    return resident != nullptr && !resident->stale.empty();
}

std::int64_t Residence::behind(const Allocation& allocation) const {
    const Resident* resident = of(allocation);
    return resident == nullptr ? 0 : region_bytes(resident->stale, allocation.shape);
}

std::int64_t Residence::lacking(const Allocation& allocation, const Region& part) const {
    const Resident* resident = of(allocation);
    return region_bytes(resident == nullptr ? part : part - resident->valid, allocation.shape);
}

template <class F> void Residence::for_each_piece(const Resident& resident, const Region& region, F f) const {
    const std::uintptr_t base = resident.base();
    const Buffer* buffer = nullptr;
    const Section* section = nullptr;
    const auto find = [&](std::uintptr_t address) { // most often in the next section, or in the same one
        if (section != nullptr && address >= section->to && section != &buffer->layout.list().back())
            ++section;
        if (section != nullptr && section->from <= address && address < section->to)
            return;
        for (const std::shared_ptr<Buffer>& one : resident.buffers)
            if (const Section* found = one->layout.at(address)) {
                buffer = one.get();
                section = found;
                return;
            }
        fail("", "internal error: an array's values are in none of its buffers on the device");
    };
    const Buffer* begun = nullptr; // whose rows are being joined
    RowJoiner joiner([&](const Rectangle& one) {
        f(Slab{one.here, one.bytes, one.rows, one.here_pitch, 1, 0}, begun->memory,
          Device::Spot{one.there, one.there_pitch, 0});
    });
    const auto add = [&](std::int64_t at, std::int64_t bytes) {
        for (std::int64_t done = 0; done < bytes;) {
            const std::uintptr_t address = base + static_cast<std::uintptr_t>(at + done);
            find(address);
            if (buffer != begun)
                joiner.flush();
            begun = buffer;
            const std::int64_t part = std::min(bytes - done, static_cast<std::int64_t>(section->to - address));
            joiner.add(at + done, section->at + static_cast<std::int64_t>(address - section->from), part);
            done += part;
        }
    };
    for (const Slab& slab : slabs(region, resident.shape)) {
        const std::uintptr_t first = base + static_cast<std::uintptr_t>(slab.offset);
        const std::int64_t rows = (slab.rows - 1) * slab.row_pitch;
        const std::int64_t length = (slab.planes - 1) * slab.plane_pitch + rows + slab.bytes;
        find(first);
        if (first + static_cast<std::uintptr_t>(length) <= section->to) {
            f(slab, buffer->memory,
              Device::as_on_host(slab, static_cast<std::int64_t>(section->from - base) - section->at));
            continue;
        }
        for (std::int64_t plane = 0; plane < slab.planes; ++plane)
            for (std::int64_t row = 0; row < slab.rows; ++row)
                add(slab.offset + plane * slab.plane_pitch + row * slab.row_pitch, slab.bytes);
    }
    joiner.flush();
}

// ---- launches
// ---------------------------------------------------------------------------------------------------------------

bool Residence::make_room(Allocation& allocation, const Region& read, const Region& write, std::span<const Hull> groups,
                          bool may_page) {
    Resident& resident = made(allocation);
    resident.asked = 0;
    ++resident.launches;
    resident.is_filled = write.contains(read);
    return cover_all(resident, read | write, groups, may_page) != nullptr;
}

std::optional<std::vector<Residence::Place>> Residence::to_device(Allocation& allocation, const Region& read,
                                                                  const Region& write, std::span<const Hull> groups,
                                                                  bool may_page) {
    Resident& resident = made(allocation);
    const Covered* covered = cover_all(resident, read | write, groups, may_page);
    if (covered == nullptr)
        return std::nullopt;
    std::vector<Place> places; // those of the first groups may have moved for later ones
    for (std::size_t group = 0; group < groups.size(); ++group) {
        const auto place = place_of(resident, covered->pieces[group]);
        if (!place)
            return std::nullopt;
        places.push_back(*place);
    }
    const Region wanted = read - resident.valid;
    if (!read.empty() && std::exchange(resident.is_sum, false))
        resident.host_first = false;
    if (wanted.intersects(resident.dropped)) { // too early: it takes longer for it to be used again
        resident.patience *= 2;
        resident.dropped -= wanted;
    }
    for_each_piece(resident, wanted, [&](const Slab& slab, Device::Memory memory, const Device::Spot& there) {
        device_->write(memory, there, allocation.base, slab);
        volume_.to_device += slab.total();
    });
    resident.valid |= wanted;
    return places;
}

std::optional<Residence::Place> Residence::to_device(Allocation& allocation, const Region& read, const Region& write) {
    const Hull all{0, static_cast<std::int64_t>(allocation.bytes)};
    if (!make_room(allocation, read, write, {&all, 1}, false))
        return std::nullopt;
    const auto places = to_device(allocation, read, write, {&all, 1}, false);
    return places ? std::optional(places->front()) : std::nullopt;
}

void Residence::written_by_device(Allocation& allocation, const Region& write) {
    Resident& resident = made(allocation);
    resident.valid |= write;
    resident.stale |= write;
}

void Residence::accumulated(Allocation& allocation) {
    if (Resident* resident = of(allocation))
        resident->is_sum = true;
}

Region Residence::keeps_sum(const Allocation& allocation, const Region& part) {
    Resident* resident = of(allocation);
    if (resident == nullptr)
        return Region(part.dims());
    if (std::exchange(resident->is_sum, false))
        resident->host_first = true;
    return resident->host_first ? Region(part.dims()) : resident->stale & part;
}

bool Residence::has_valid(const Allocation& allocation, const Region& part) const {
    const Resident* resident = of(allocation);
    return resident != nullptr && resident->valid.contains(part);
}

// f: the buffer, the rows there and in the allocation, how long they are and how many.
template <class F> void Residence::for_each_plane(const Allocation& allocation, const Region& part, F f) const {
    for_each_piece(*of(allocation), part, [&](const Slab& slab, Device::Memory memory, const Device::Spot& there) {
        for (std::int64_t plane = 0; plane < slab.planes; ++plane)
            f(memory, Device::Spot{there.offset + plane * there.plane_pitch, there.row_pitch, 0},
              Device::Spot{slab.offset + plane * slab.plane_pitch, slab.row_pitch, 0}, slab.bytes, slab.rows);
    });
}

void Residence::copy_out(const Allocation& allocation, const Region& part, Device::Memory to, std::int64_t shift) {
    for_each_plane(allocation, part,
                   [&](Device::Memory memory, const Device::Spot& there, Device::Spot here, std::int64_t bytes,
                       std::int64_t rows) {
                       here.offset += shift;
                       device_->copy(memory, there, to, here, bytes, rows);
                   });
}

void Residence::copy_in(const Allocation& allocation, const Region& part, Device::Memory from, std::int64_t shift) {
    for_each_plane(allocation, part,
                   [&](Device::Memory memory, const Device::Spot& there, Device::Spot here, std::int64_t bytes,
                       std::int64_t rows) {
                       here.offset += shift;
                       device_->copy(from, here, memory, there, bytes, rows);
                   });
}

} // namespace hydra::rt
