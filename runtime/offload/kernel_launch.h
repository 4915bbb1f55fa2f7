// Starts the kernel of a loop on a device.
#pragma once

#include "runtime/offload/device_reduction.h"
#include "runtime/offload/params.h"
#include "runtime/offload/work_items.h"

namespace hydra::rt {

// params: what the loop's pass function has handed over. number: of the series' first iteration among the rank's.
// blocks: where its reductions accumulate.
void launch_series(const DeviceLaunch& launch, Device& device, const hydra_rt_offload& kernel,
                   const hydra_rt_params& params, const Series& part, std::int64_t number, const DeviceBlocks& blocks);

} // namespace hydra::rt
