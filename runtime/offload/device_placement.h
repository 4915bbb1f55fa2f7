// Where what a launch touches lies on a device of the rank, and how its kernel is told. A kernel finds its way from
// each pointer that it is handed to all that it touches through it; what it touches through different pointers may lie
// anywhere.
#pragma once

#include "runtime/offload/device_launch.h"
#include "runtime/offload/params.h"
#include "runtime/plan/maker.h"
#include "runtime/residence/residences.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hydra::rt {

class DevicePlacement {
  public:
    DevicePlacement(Residences& residences, Registry& registry) : residences_(residences), registry_(registry) {}

    // All that follows is about this launch, which lives as long; and what follows that, about this device.
    void begin(const DeviceLaunch& launch);
    void go_to(std::size_t device) { here_ = &residences_[device]; }

    // Whether the launch's kernel has a copy of this allocation, by all slots that lead there, so that it needs no
    // memory on the device. (By index into Binding::allocations.)
    [[nodiscard]] bool is_handed(std::size_t allocation) const { return handed_[allocation]; }
    // What buffers take that have what these touch and nothing else.
    std::int64_t needed_bytes(const PlanMaker::Access& access, bool may_page);
    // Whether it is certain that there is no room, before anything has to make way for others in vain.
    bool is_too_large(const PlanMaker::Access& access, bool may_page);

    // Makes room for what is touched, and the arrays valid there; false: there is no room. may_page: the kernel can
    // find its way by pages. gently: nothing makes way for it.
    bool bring(const PlanMaker::Access& access, bool may_page, bool gently);
    // Whether something that has been brought lies apart, so that the kernel has to find its way by pages.
    [[nodiscard]] bool needs_pages() const;
    // For kernels that follow addresses, before arrays are brought: why the device cannot run them; empty: what they
    // touch lies in few enough buffers.
    std::string gather_rows(const PlanMaker::Access& access);

    // hydra_rt_pass_record, hydra_rt_pass_slot, hydra_rt_pass_pages, hydra_rt_pass_rows: arguments of the kernel, when
    // all is there.
    void pass_record(hydra_rt_params& params, const void* value, std::size_t bytes);
    void pass_slot(hydra_rt_params& params, int slot);
    void pass_pages(hydra_rt_params& params, int slot);
    void pass_rows(hydra_rt_params& params);

  private:
    // Arrays leave the device: those that the launch does not touch and of which the host has everything; all that it
    // does not touch; all.
    enum class Evicted { clean_others, others, all };
    using Groups = std::vector<std::vector<Hull>>; // by allocation

    std::vector<Hull> find_groups(std::size_t allocation);
    bool make_room(const PlanMaker::Access& access, const Groups& groups, bool may_page);
    bool copy_all(const PlanMaker::Access& access, const Groups& groups, bool may_page);
    bool settle(const PlanMaker::Access& access, const Groups& groups, bool may_page);
    bool evict(Evicted which);
    std::size_t touching_slot(std::size_t slot, std::string& trouble);
    [[nodiscard]] Reach reach_through(const void* pointer) const;

    Residences& residences_;
    Registry& registry_;
    const DeviceLaunch* launch_ = nullptr;
    Residence* here_ = nullptr;
    std::vector<bool> handed_;               // by allocation
    std::vector<std::size_t> group_of_slot_; // find_groups
    std::vector<Residence::Place> places_;   // by slot, of what it leads to
    std::vector<Residence::Near> near_;      // by allocation, where a kernel may follow addresses
};

} // namespace hydra::rt
