// The kernel emitter of target cpu: a parallel loop's body as a C function over a range of its iterations.
#pragma once
#include <string>

#include "codegen/kernel/capture.h"
#include "codegen/kernel/clones.h"

namespace hydra::codegen {

// The argument structure and the kernel function (a hydra_rt_kernel_fn). `base`: edits that all copies of the file's
// text get. Reports what cannot stand outside of the user's function.
std::string kernel_text(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                        const Clones& clones, const Edits& base);

// The kernel's inspectors (hydra_rt_inspector_fn each), behind its argument structure.
std::string inspector_text(const Context& context, const ir::Kernel& kernel, const KernelVariables& variables,
                           const Clones& clones);

} // namespace hydra::codegen
