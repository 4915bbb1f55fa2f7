// See residence.h.
#include "runtime/residence/residence.h"

#include <utility>

namespace hydra::rt {

Residence::Residence(std::unique_ptr<Device> device, std::int64_t page, std::size_t number)
    : memory_(std::move(device)), packing_(page), residents_(memory_, number), store_(memory_),
      caches_(memory_, residents_, store_, packing_), rooms_(memory_, residents_, store_, caches_, packing_, rules_),
      windows_(memory_, residents_, store_, rules_) {}

void Residence::retire() {
    memory_.retire();
    residents_.forget_all();
}

int Residence::asked(Allocation& allocation) {
    Resident* resident = residents_.of(allocation);
    return resident == nullptr ? 0 : ++resident->history.asked;
}

// ---- the host
// ---------------------------------------------------------------------------------------------------------------

void Residence::fetch(Allocation& allocation, const Region& part) {
    if (Resident* resident = residents_.of(allocation))
        resident->fetch(part);
}

void Residence::to_host(Allocation& allocation, const Region& part) {
    fetch(allocation, part);
    arrive();
}

void Residence::all_to_host(Allocation& allocation) {
    if (Resident* resident = residents_.of(allocation))
        resident->all_to_host();
}

void Residence::written_by_host(Allocation& allocation, const Region& part) {
    if (Resident* resident = residents_.of(allocation))
        resident->validity().written_by_host(part);
}

void Residence::keep_only(Allocation& allocation, const Region& held) {
    if (Resident* resident = residents_.of(allocation))
        resident->validity().keep_only(held);
}

bool Residence::is_behind(const Allocation& allocation) const {
    const Resident* resident = residents_.of(allocation);
    return resident != nullptr && !resident->validity().stale().empty();
}

std::int64_t Residence::behind(const Allocation& allocation) const {
    const Resident* resident = residents_.of(allocation);
    return resident == nullptr ? 0 : region_bytes(resident->validity().stale(), allocation.shape);
}

std::int64_t Residence::lacking(const Allocation& allocation, const Region& part) const {
    const Resident* resident = residents_.of(allocation);
    return region_bytes(resident == nullptr ? part : part - resident->validity().valid(), allocation.shape);
}

// ---- launches
// ---------------------------------------------------------------------------------------------------------------

bool Residence::make_room(Allocation& allocation, const Region& read, const Region& write, std::span<const Hull> groups,
                          bool may_page) {
    Resident& resident = residents_.made(allocation);
    resident.history.asked = 0;
    ++resident.history.launches;
    resident.history.is_filled = write.contains(read);
    return rooms_.cover_all(resident, read | write, groups, may_page) != nullptr;
}

std::optional<std::vector<Residence::Place>> Residence::to_device(Allocation& allocation, const Region& read,
                                                                  const Region& write, std::span<const Hull> groups,
                                                                  bool may_page) {
    Resident& resident = residents_.made(allocation);
    const CoveredLaunch* covered = rooms_.cover_all(resident, read | write, groups, may_page);
    if (covered == nullptr)
        return std::nullopt;
    std::vector<Place> places; // those of the first groups may have moved for later ones
    for (std::size_t group = 0; group < groups.size(); ++group) {
        const auto place = resident.place_of(covered->pieces[group]);
        if (!place)
            return std::nullopt;
        places.push_back(*place);
    }
    resident.send(read);
    return places;
}

std::optional<Residence::Place> Residence::to_device(Allocation& allocation, const Region& read, const Region& write) {
    const Hull all{0, static_cast<std::int64_t>(allocation.bytes)};
    if (!make_room(allocation, read, write, {&all, 1}, false))
        return std::nullopt;
    const auto places = to_device(allocation, read, write, {&all, 1}, false);
    return places ? std::optional(places->front()) : std::nullopt;
}

std::int64_t Residence::needed_bytes(const Allocation& allocation, const Region& touched, std::span<const Hull> groups,
                                     bool may_page) const {
    const auto base = reinterpret_cast<std::uintptr_t>(allocation.base);
    std::vector<Stretch> parts;
    for (const Hull& group : groups)
        parts.push_back({base + static_cast<std::uintptr_t>(group.lo), base + static_cast<std::uintptr_t>(group.hi)});
    return touched.empty() ? 0 : packing_.least(touched, allocation.shape, base, parts, may_page).bytes;
}

void Residence::written_by_device(Allocation& allocation, const Region& write) {
    residents_.made(allocation).validity().written_by_device(write);
}

void Residence::accumulated(Allocation& allocation) {
    if (Resident* resident = residents_.of(allocation))
        resident->validity().accumulated();
}

Region Residence::keeps_sum(const Allocation& allocation, const Region& part) {
    Resident* resident = residents_.of(allocation);
    return resident == nullptr ? Region(part.dims()) : resident->validity().keeps_sum(part);
}

bool Residence::has_valid(const Allocation& allocation, const Region& part) const {
    const Resident* resident = residents_.of(allocation);
    return resident != nullptr && resident->validity().valid().contains(part);
}

void Residence::copy_out(const Allocation& allocation, const Region& part, Device::Memory to,
                         std::int64_t shift) const {
    residents_.of(allocation)->copy_out(part, to, shift);
}

void Residence::copy_in(const Allocation& allocation, const Region& part, Device::Memory from,
                        std::int64_t shift) const {
    residents_.of(allocation)->copy_in(part, from, shift);
}

} // namespace hydra::rt
