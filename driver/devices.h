// What a target adds to the compiler calls: its half of the runtime, the system's library for its devices, and for cuda
// nvcc, which compiles the kernels' files.
#pragma once
#include <string>
#include <vector>

#include "driver/options.h"
#include "driver/runtime_paths.h"
#include "driver/tools.h"

namespace hydra::driver {

// Link words that follow the runtime library: the target's own library first (below `prefix`), then the system's.
std::vector<std::string> device_link_words(const Options& options, const std::string& prefix);

// The CUDA compiler: PATH's nvcc, else that of CUDA_HOME or of the usual folder; empty where there is none.
std::string find_nvcc();
// nvcc's words up to the output and input file: the language, exactness, architectures, the user's own (-Xnvcc).
std::vector<std::string> nvcc_words(const Options& options);

// Whether a generated file is nvcc's to compile.
bool is_kernel_file(const std::string& path);

// Throws Failure (status 3) where the target's library or compiler is missing.
void require_device_tools(const Options& options, const RuntimePaths& runtime);

} // namespace hydra::driver
