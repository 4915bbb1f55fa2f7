// Pointers that a kernel may take to lead to different memory, where the runtime has seen that they do.
#pragma once
#include <vector>

#include "codegen/kernel/capture.h"

namespace hydra::codegen {

// Of the kernel's own copies, those that its second form (hydra_rt_loop::kernel_apart) may declare restrict; empty:
// there is no such form. All memory that the kernel reaches through pointers is then described by slots of theirs:
// where no two slots lead to an array that is written, no two pointers do.
std::vector<const Passed*> apart_pointers(const ir::Kernel& kernel, const KernelVariables& variables);

} // namespace hydra::codegen
