// The kernel that joins the blocks' partial results of a loop's reductions on the device, as the runtime's
// combine_blocks does on the host: the same tree, the same operators, so the same bits.
#pragma once
#include <string>
#include <vector>

#include "codegen/device/device_types.h"

namespace hydra::codegen {

// See "Devices" in runtime/include/hydra_rt.h for what it is handed and does.
std::string join_kernel(const Dialect& dialect, DeviceTypes& types, const ir::Directive& directive,
                        const std::string& name);

} // namespace hydra::codegen
