// What a loop's reductions accumulate on devices: blocks of partial results, which a kernel clears before the launch
// and joins behind it (blocks.cpp); and how what a launch has accumulated into arrays joins their old values, wherever
// these are (combine.cpp).
#pragma once

#include "runtime/offload/device_launch.h"
#include "runtime/residence/residences.h"
#include "runtime/touch/binding.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hydra::rt {

// Where the blocks of a device's reductions accumulate.
struct DeviceBlocks {
    Device::Memory memory = nullptr; // of that device; whoever asks for it releases it. null: there are none
    std::int64_t bytes = 0, count = 0;
    std::vector<std::int64_t> places; // of the accumulators in a block
};

class DeviceReduction {
  public:
    // verifies: what is combined has to be on the host, where it is compared. plays_all: this process combines what all
    // ranks do (a dry run).
    DeviceReduction(Residences& residences, int rank, int ranks, bool verifies, bool plays_all)
        : residences_(residences), rank_(rank), ranks_(ranks), verifies_(verifies), plays_all_(plays_all) {}

    // A launch is about to run: nothing of it has been combined on a device.
    void begin() { combined_.clear(); }

    // Blocks of neutral values, on this device. Ends all ranks with a message where it has no room.
    DeviceBlocks make_blocks(const DeviceLaunch& launch, std::size_t device);
    // Partial results that a part's device has come to the one that joins all: by way of the host. As far as the tree
    // has them as neighbours they are joined before they go. Where something was accumulated around sections, all go as
    // they are, and it is found there.
    void bring_blocks(const DeviceLaunch& launch, const Plan::DevicePart& part, const DeviceBlocks& from,
                      std::size_t to_device, const DeviceBlocks& to);
    // Joins the blocks of all, which are on this device. The values are in launch.results then, but for those of arrays
    // that are combined there at once. Ends all ranks with a message where something was accumulated outside of the
    // section of an array.
    void collect_blocks(const DeviceLaunch& launch, std::size_t device, const DeviceBlocks& blocks);

    // Behind the launch, before ranks exchange what they accumulated: which devices alone have old values that are to
    // stay there; of the rest, the host's values count from now on. Also of launches that the host has run.
    void find_kept(const hydra_rt_loop& loop, const Plan& plan, const Binding& binding);
    // What has been accumulated into arrays, all in all, joins their old values. results: the launch's.
    void combine_arrays(const hydra_rt_loop& loop, const Plan& plan, const Binding& binding,
                        const unsigned char* results);

  private:
    struct Kept { // of an array that is reduced
        std::size_t device;
        Region part; // whose old values that device alone has
    };
    void find_combined(const DeviceLaunch& launch, const Residence& here, const DeviceBlocks& blocks);
    void combine_on_device(const DeviceLaunch& launch, std::size_t device, const DeviceBlocks& blocks);
    [[nodiscard]] const Region& mine_of(const ReducedArray& array) const;
    bool combine_there(const hydra_rt_loop& loop, const Plan& plan, const ReducedArray& array, const Kept& kept,
                       Allocation& sum, const unsigned char* results);

    Residences& residences_;
    int rank_, ranks_;
    bool verifies_, plays_all_;
    std::vector<bool> combined_;          // which of the launch's reduced arrays are, on a device; empty: none
    std::vector<std::vector<Kept>> kept_; // by reduced array
};

} // namespace hydra::rt
