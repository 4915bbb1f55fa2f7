// Which small arrays and records a kernel is handed by value (passes/schedule/small_values_pass.cpp): as many as it can
// be written with, and as there is room for among its parameters.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "codegen/device/kernel_device.h"

namespace hydra::codegen {

// Has the kernel written with as many of its small objects by value as it takes, and returns these. write: replaces
// what it has written before; throws HostOnly where that cannot be, and where it cannot even without them, that goes
// on.
ByValue write_with_values(const ir::Kernel& kernel, const std::function<void(const ByValue&)>& write);

// What parameters take at most: what is handed over, and the texts of those behind, which are numbers and pointers.
std::int64_t parameter_bytes(const std::vector<const Outside*>& handed, const std::vector<std::string>& others);
// Throws HostOnly where a device may not take so many by value.
void check_parameters(const DeviceKernel& made, const ByValue& by_value, const support::SourceRange& at);

} // namespace hydra::codegen
