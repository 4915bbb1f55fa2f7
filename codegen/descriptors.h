// What the runtime is told of a parallel loop or a serial site: the footprint function and the static descriptor.
#pragma once
#include <string>

#include "codegen/capture.h"

namespace hydra::codegen {

// The footprint function and hydra_rt_loop of a kernel; its argument structure and kernel function stand before.
// offload: the name of its hydra_rt_offload; empty: it has none.
std::string kernel_descriptor(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                              const std::string& offload);
std::string site_descriptor(const Context& context, const ir::Site& site);

// The C expressions of what hydra_rt_begin and hydra_rt_serial are given, without braces: "(void *)a, (void *)b".
// condition: what must hold before memory is read for them; empty: nothing.
std::string pointer_list(const std::vector<ir::Slot>& slots, const std::vector<ir::Watched>& watched,
                         const std::string& condition);
std::string key_list(const std::vector<ir::Key>& keys, const std::string& condition);

} // namespace hydra::codegen
