// OpenCL kernels for reading: files of their own, which the build makes strings of (driver/makefile.cpp).
#pragma once
#include <string>
#include <vector>

#include "codegen/edit/emit.h"

namespace hydra::codegen {

// As Offloads::embedded gives the kernels, they are an array of lines; in front is the C text that takes its place.
struct KernelFiles {
    std::string include;
    std::vector<GeneratedFile> files; // NAME_kernels.cl, and NAME_kernels_fast.cl: copies for memory in pages
};
KernelFiles kernel_files(const std::string& embedded, const std::string& stem);

} // namespace hydra::codegen
