// The device half of a launch: runs a rank's share of the iterations on the rank's devices. A launch that they cannot
// run, for whatever reason, is run on the host's cores as if there were no device; its arrays come back first
// (host_access.h).
//
//     device_executor   whether devices run it, which ones, and which part each (device_parts.cpp)
//     piece_runner      a part on its device, cut where that has too little memory
//     device_placement  where what is touched lies there
//     kernel_launch     the kernel and its work items (work_items.h)
//     device_reduction  what it accumulates
#pragma once

#include "runtime/offload/device_placement.h"
#include "runtime/offload/device_reduction.h"
#include "runtime/offload/piece_access.h"
#include "runtime/plan/maker.h"
#include "runtime/stats/trace.h"

#include <string>
#include <vector>

namespace hydra::rt {

class DeviceExecutor {
  public:
    // What of the runtime's an executor uses; all of it outlives the executor.
    struct Services {
        Residences& residences; // whose devices these are; where there are none, no launch is run
        Registry& registry;
        const PlanMaker& maker;
        int rank, ranks;
        Trace* trace;   // null: nothing is noted
        bool verifies;  // launches are compared with the sequential run
        bool plays_all; // a dry run: this process is all ranks
        bool verbose;
    };
    explicit DeviceExecutor(const Services& services);

    // Called once, behind the first launch that devices run: drivers set handlers for the process's end when a kernel
    // first runs, and devices have to be retired before these are called.
    void on_first_use(void (*handler)()) { on_first_use_ = handler; }

    // A launch of a loop with kernels begins; these are its slots' pointers, so many.
    void begin(void* const* pointers, int slots) { pointers_.assign(pointers, pointers + slots); }
    // Runs it; false, with nothing done that counts, where devices cannot. Where they can, they have been told to, and
    // what is accumulated is in launch.results, or is found through reduction().
    bool run(DeviceLaunch launch);

    // What launches accumulate, on devices or not.
    DeviceReduction& reduction() { return reduction_; }

    // The devices are about to go away; the host's cores run what loops are left. leave: somebody may look at what is
    // on them, which comes back then.
    void retire(bool leave);
    // Notes what the devices have done. Once, when they are about to go away, or the program ends without having used
    // them.
    void trace_devices();

  private:
    struct LoopMemory {                   // of one loop
        bool host_told = false;           // that no device runs it
        bool devices_told = false;        // that not all devices do
        std::int64_t brought_to_look = 0; // bytes of what decides what is looked up, from a device to the host
    };
    LoopMemory& memory_of(const DeviceLaunch& launch);
    void use_for_the_first_time();
    void tell_of_host(const DeviceLaunch& launch, const std::string& trouble);
    // device_parts.cpp
    std::vector<std::size_t> devices_for(const DeviceLaunch& launch, std::string& trouble);
    void tell_of_devices(const DeviceLaunch& launch, const std::string& what);
    const std::vector<Plan::DevicePart>& parts_of(const DeviceLaunch& launch, const std::vector<std::size_t>& devices);
    bool is_worth_looking_up(const DeviceLaunch& launch);
    std::vector<Plan::DevicePart> share_out(const DeviceLaunch& launch, const std::vector<std::size_t>& devices,
                                            std::string& alone);
    std::vector<Plan::DevicePart> cut(const DeviceLaunch& launch, const std::vector<std::size_t>& devices);
    void fetch_lost(const DeviceLaunch& launch, const std::vector<Plan::DevicePart>& parts);
    std::string run_parts(const DeviceLaunch& launch, const std::vector<Plan::DevicePart>& parts);

    Residences& residences_;
    Trace* trace_;
    int rank_;
    bool verbose_;
    DevicePlacement placement_;
    DeviceReduction reduction_;
    PieceAccess piece_access_;
    std::vector<void*> pointers_;   // of the active launch's slots
    std::vector<LoopMemory> loops_; // by DeviceLaunch::number
    void (*on_first_use_)() = nullptr;
    bool is_used_ = false;     // some launch has run on a device
    bool has_started_ = false; // some of the active launch's iterations
};

} // namespace hydra::rt
