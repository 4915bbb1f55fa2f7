// Where hydracc's headers and runtime libraries lie: relative to its own executable, so that the build tree, an
// installed prefix and a prefix that was moved are all the same case.
#pragma once
#include <string>

#include "driver/options.h"

namespace hydra::driver {

// Below the prefix: the folder of the headers, and the runtime library for a host ("lib/hydracc/libhydra_rt_mpi.a").
std::string relative_include();
std::string relative_library(Host host);
// The target's part of the runtime ("lib/hydracc/libhydra_acc_opencl.a").
std::string relative_device_library(codegen::Target target);
// The compiler options that name the functions of the C library which the runtime takes over, as a response file.
std::string relative_link_options();

struct RuntimePaths {
    std::string prefix; // absolute; holds bin/, include/hydracc/ and lib/hydracc/
    [[nodiscard]] std::string include() const;
    [[nodiscard]] std::string library(Host host) const;
    [[nodiscard]] std::string link_options() const;
};

// Finds the prefix that this executable belongs to. Throws Failure (status 3) where hydra_rt.h is not there.
RuntimePaths find_runtime();

} // namespace hydra::driver
