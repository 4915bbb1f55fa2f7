// What the runtime is told of a parallel loop or a serial site: the footprint function and the static descriptor.
#pragma once
#include <string>

#include "codegen/kernel/capture.h"

namespace hydra::codegen {

// The footprint function and hydra_rt_loop of a kernel; its argument structure and kernel function stand before.
// offload: the name of its hydra_rt_offload; empty: it has none.
std::string kernel_descriptor(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                              const std::string& offload);
std::string site_descriptor(const Context& context, const ir::Site& site);

// The pointers besides the slots' that what the kernel's inspectors find depends on.
std::vector<ir::HostExpr> marks_of(const ir::Kernel& kernel);

} // namespace hydra::codegen
