// See resident_table.h.
#include "runtime/residence/resident_table.h"

#include "runtime/residence/resident.h"

#include <algorithm>
#include <memory>

namespace hydra::rt {

Resident* ResidentTable::of(const Allocation& allocation) const {
    auto* resident =
        number_ < allocation.devices.size() ? static_cast<Resident*>(allocation.devices[number_].get()) : nullptr;
    if (resident != nullptr)
        resident->validity().follow(allocation.shape, allocation.shape_id);
    return resident;
}

Resident& ResidentTable::made(Allocation& allocation) {
    if (allocation.devices.size() <= number_)
        allocation.devices.resize(number_ + 1);
    if (allocation.devices[number_] == nullptr)
        allocation.devices[number_] = std::make_shared<Resident>(memory_, *this, allocation);
    return *of(allocation);
}

void ResidentTable::add_sharing(const DeviceBuffer* buffer, std::vector<Resident*>& list) const {
    for (const Allocation* allocation : allocations_) {
        Resident* resident = of(*allocation);
        if (!resident->buffers().empty() && resident->buffers().front().get() == buffer &&
            std::find(list.begin(), list.end(), resident) == list.end())
            list.push_back(resident);
    }
}

void ResidentTable::forget(Allocation& allocation) const {
    if (number_ < allocation.devices.size())
        allocation.devices[number_].reset();
}

void ResidentTable::leave(Allocation& allocation) const {
    if (Resident* resident = of(allocation))
        resident->all_to_host();
    forget(allocation);
}

void ResidentTable::forget_all() const {
    while (!allocations_.empty())
        forget(*allocations_.back());
}

} // namespace hydra::rt
