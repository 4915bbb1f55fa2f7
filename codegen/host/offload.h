// What host code says of a loop's kernel for devices: the function that hands over its arguments, and its descriptor.
#pragma once
#include <map>
#include <set>
#include <string>

#include "codegen/device/kernel_device.h"
#include "codegen/target.h"

namespace hydra::codegen {

// The loops of one source file that devices can run.
class Offloads {
  public:
    Offloads(const Context& context, const EmitOptions& options, std::size_t unit)
        : context_(context), options_(options), source_(context, options.target, unit) {}

    // The pass function and the hydra_rt_offload of the loop; its argument structure stands before. Empty, and a
    // warning at the loop: the host's cores run it.
    std::string offload(const ir::Kernel& kernel, const KernelVariables& variables);
    // The name of that hydra_rt_offload.
    [[nodiscard]] std::string name(const ir::Kernel& kernel) const { return context_.name("device_" + kernel.name); }

    // OpenCL: the source as a C array of lines, to stand at the top of the C file. CUDA, or no kernel: empty.
    [[nodiscard]] std::string embedded() const;
    // CUDA: the text of the file of kernels. OpenCL, or no kernel: empty.
    [[nodiscard]] std::string separate() const;

  private:
    // of: whose arguments these are.
    std::string pass_function(const ir::Kernel& kernel, const std::string& of,
                              const std::vector<DeviceKernel::Argument>& arguments) const;
    std::string in_pages(const ir::Kernel& kernel, const DeviceKernel& made) const;
    std::string joining(const DeviceKernel& made);
    std::string by_value(const ir::Kernel& kernel, const DeviceKernel& made) const;
    static std::string windows(const ir::Kernel& kernel);
    std::string dealing(const ir::Kernel& kernel, const DeviceKernel& made) const;
    // The argument structure under its own name, as a parameter `args` of these functions points at it.
    std::string structure(const ir::Kernel& kernel) const;

    const Context& context_;
    const EmitOptions& options_;
    DeviceSource source_;
    std::set<std::string> joins_; // the kernels whose descriptors stand already
};

} // namespace hydra::codegen
