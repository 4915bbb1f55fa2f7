// What of each allocation lies on which of this rank's devices: a Residence (residence.h) for each, and what the host's
// own reading and writing means for all of them. An element that the host lacks is valid on one device alone; what
// another one needs of it comes to the host first. Without devices every function may be called and does nothing.
#pragma once

#include "runtime/residence/residence.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace hydra::rt {

class Residences {
  public:
    explicit Residences(std::vector<WeightedDevice> devices, std::int64_t page = 0);

    [[nodiscard]] bool empty() const { return list_.empty() || list_.front()->device() == nullptr; }
    [[nodiscard]] std::size_t size() const { return list_.size(); }
    [[nodiscard]] Residence& operator[](std::size_t device) const { return *list_[device]; }
    [[nodiscard]] double weight(std::size_t device) const { return weights_[device]; }

    // So many ranks with as many devices each run the program's loops.
    void shared_by(std::int64_t ranks) {
        for (const auto& one : list_)
            one->shared_by(ranks * static_cast<std::int64_t>(list_.size()));
    }
    // As Residence has them, of all devices.
    void retire();
    [[nodiscard]] bool in_use() const;
    template <class F> void for_each(F f) const {
        for (std::size_t device = 0; device < list_.size(); ++device)
            list_[device]->for_each([&](Allocation& allocation) {
                for (std::size_t before = 0; before < device; ++before)
                    if (list_[before]->has(allocation))
                        return; // it has been seen to
                f(allocation);
            });
    }
    int asked(Allocation& allocation);
    void fetch(Allocation& allocation, const Region& part);
    void arrive();
    void to_host(Allocation& allocation, const Region& part);
    void all_to_host(Allocation& allocation);
    void written_by_host(Allocation& allocation, const Region& part);
    void keep_only(Allocation& allocation, const Region& held);
    void leave(Allocation& allocation);
    // The host may read and write anything now: every allocation leaves.
    void leave_all();
    [[nodiscard]] bool is_behind(const Allocation& allocation) const;
    [[nodiscard]] std::int64_t behind(const Allocation& allocation) const;

    // A kernel on this device is about to read the elements: the host is to have what other devices alone do, when
    // arrive has returned.
    void fetch_for(std::size_t device, Allocation& allocation, const Region& read);
    // A kernel on this device has been told to write them: other devices' copies are out of date.
    void written_beside(std::size_t device, Allocation& allocation, const Region& write);

    // A launch has accumulated into the allocation: see Residence::keeps_sum.
    void accumulated(Allocation& allocation);

    // What devices do from now on is done for this loop or site.
    void belongs_to(const char* at) {
        for (const auto& one : list_)
            one->device()->belongs_to(at);
    }

    [[nodiscard]] DeviceVolume volume() const; // of all; the peak is the largest
    [[nodiscard]] std::vector<std::int64_t> peaks() const;

  private:
    std::vector<std::unique_ptr<Residence>> list_;
    std::vector<double> weights_;
};

} // namespace hydra::rt
