// See residences.h.
#include "runtime/residence/residences.h"

namespace hydra::rt {

Residences::Residences(std::vector<WeightedDevice> devices, std::int64_t page) {
    for (WeightedDevice& one : devices)
        if (one.device != nullptr) {
            list_.push_back(std::make_unique<Residence>(std::move(one.device), page, list_.size()));
            weights_.push_back(one.weight);
        }
}

void Residences::retire() {
    for (const auto& one : list_)
        one->retire();
}

bool Residences::in_use() const {
    return std::any_of(
        list_.begin(), list_.end(), [](const auto& one) { return one->in_use(); });
}

int Residences::asked(Allocation& allocation) {
    int most = 0;
    for (const auto& one : list_)
        most = std::max(most, one->asked(allocation));
    return most;
}

void Residences::fetch(Allocation& allocation, const Region& part) {
    for (const auto& one : list_)
        one->fetch(allocation, part);
}

void Residences::arrive() {
    for (const auto& one : list_)
        one->arrive();
}

void Residences::to_host(Allocation& allocation, const Region& part) {
    fetch(allocation, part);
    arrive();
}

void Residences::all_to_host(Allocation& allocation) {
    for (const auto& one : list_)
        one->all_to_host(allocation);
}

void Residences::written_by_host(Allocation& allocation, const Region& part) {
    for (const auto& one : list_)
        one->written_by_host(allocation, part);
}

void Residences::keep_only(Allocation& allocation, const Region& held) {
    for (const auto& one : list_)
        one->keep_only(allocation, held);
}

void Residences::leave(Allocation& allocation) {
    for (const auto& one : list_)
        one->leave(allocation);
}

void Residences::leave_all() {
    for_each([this](Allocation& allocation) { leave(allocation); });
}

bool Residences::is_behind(const Allocation& allocation) const {
    return std::any_of(
        list_.begin(), list_.end(), [&](const auto& one) { return one->is_behind(allocation); });
}

std::int64_t Residences::behind(const Allocation& allocation) const {
    std::int64_t bytes = 0;
    for (const auto& one : list_)
        bytes += one->behind(allocation);
    return bytes;
}

void Residences::fetch_for(std::size_t device, Allocation& allocation, const Region& read) {
    for (std::size_t other = 0; other < list_.size(); ++other)
        if (other != device)
            list_[other]->fetch(allocation, read);
}

void Residences::written_beside(std::size_t device, Allocation& allocation, const Region& write) {
    for (std::size_t other = 0; other < list_.size(); ++other)
        if (other != device)
            list_[other]->written_by_host(allocation, write);
}

void Residences::accumulated(Allocation& allocation) {
    for (const auto& one : list_)
        one->accumulated(allocation);
}

DeviceVolume Residences::volume() const {
    DeviceVolume all;
    for (const auto& one : list_) {
        const DeviceVolume& volume = one->volume();
        all.to_device += volume.to_device;
        all.to_host += volume.to_host;
        all.inside += volume.inside;
        all.reduced += volume.reduced;
        all.peak = std::max(all.peak, volume.peak);
    }
    return all;
}

std::vector<std::int64_t> Residences::peaks() const {
    std::vector<std::int64_t> all;
    for (const auto& one : list_)
        all.push_back(one->volume().peak);
    return all;
}

} // namespace hydra::rt
