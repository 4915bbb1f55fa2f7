// See devices.h.
#include "driver/devices.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "driver/failure.h"

namespace hydra::driver {

namespace fs = std::filesystem;

namespace {

// Where nobody has said which GPUs will run the program, and none is here to ask: one code a major architecture, and
// code that newer ones translate for themselves.
constexpr const char* every_major = "all-major";

bool has_gpu() {
    std::error_code error;
    return fs::exists("/dev/nvidiactl", error) || fs::exists("/dev/dxg", error);
}

} // namespace

bool is_kernel_file(const std::string& path) { return fs::path(path).extension() == ".cu"; }

std::string find_nvcc() {
    if (auto found = find_program("nvcc"); !found.empty())
        return found;
    const char* home = std::getenv("CUDA_HOME");
    return find_program((home != nullptr ? std::string(home) : std::string("/usr/local/cuda")) + "/bin/nvcc");
}

std::vector<std::string> device_link_words(const Options& options, const std::string& prefix) {
    std::vector<std::string> words = {prefix + "/" + relative_device_library(options.target)};
    if (options.target == codegen::Target::opencl) {
        words.emplace_back("-lOpenCL");
    } else if (options.target == codegen::Target::cuda) {
        const auto nvcc = find_nvcc();
        const auto root =
            nvcc.empty() ? std::string("/usr/local/cuda") : fs::path(nvcc).parent_path().parent_path().string();
        // The shared one: the runtime takes functions of the C library over in what is linked statically.
        words.insert(words.end(), {"-L" + root + "/lib64", "-Wl,-rpath," + root + "/lib64", "-lcudart"});
    }
    return words;
}

std::vector<std::string> nvcc_words(const Options& options) {
    std::vector<std::string> words = {"-std=c++20", "-O2"};
    if (!options.floating.contraction_given)
        words.emplace_back("-fmad=false");
    std::string arch = options.tools.arch;
    if (arch.empty())
        arch = has_gpu() ? "native" : every_major;
    if (arch.find(',') == std::string::npos) {
        words.push_back("-arch=" + arch);
    } else {
        for (std::size_t pos = 0; pos <= arch.size();) {
            const auto end = std::min(arch.find(',', pos), arch.size());
            const auto one = arch.substr(pos, end - pos);
            const auto number = one.substr(std::min(one.find('_') + 1, one.size()));
            words.push_back(fmt::format("-gencode=arch=compute_{},code=sm_{}", number, number));
            pos = end + 1;
        }
    }
    words.insert(words.end(), options.tools.nvcc.begin(), options.tools.nvcc.end());
    return words;
}

void require_device_tools(const Options& options, const RuntimePaths& runtime) {
    std::error_code error;
    const auto library = runtime.prefix + "/" + relative_device_library(options.target);
    if (!fs::exists(library, error)) {
        throw Failure(status_tool, fmt::format("this hydracc was built without the runtime for its target: '{}' is not "
                                               "there\n  remedy: install {} and build hydracc again",
                                               library,
                                               options.target == codegen::Target::cuda
                                                   ? "the CUDA Toolkit"
                                                   : "OpenCL's headers and loader (Debian: apt-get install "
                                                     "ocl-icd-opencl-dev)"));
    }
    if (options.target == codegen::Target::cuda && find_nvcc().empty()) {
        throw Failure(status_tool, "CUDA's compiler 'nvcc' is neither in PATH nor in CUDA_HOME/bin\n  remedy: install "
                                   "the CUDA Toolkit, or set CUDA_HOME to its folder");
    }
}

} // namespace hydra::driver
