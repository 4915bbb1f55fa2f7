// The build tree is laid out like a prefix (driver/CMakeLists.txt), so that one rule serves both.
#include "driver/runtime_paths.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "driver/failure.h"

namespace hydra::driver {

namespace fs = std::filesystem;

std::string relative_include() { return HYDRACC_INCLUDEDIR "/hydracc"; }

std::string relative_library(Host host) {
    return fmt::format("{}/hydracc/libhydra_rt_{}.a", HYDRACC_LIBDIR, host == Host::mpi ? "mpi" : "local");
}

std::string relative_device_library(codegen::Target target) {
    return fmt::format("{}/hydracc/libhydra_acc_{}.a", HYDRACC_LIBDIR, codegen::name_of(target));
}

std::string relative_link_options() { return HYDRACC_LIBDIR "/hydracc/link.options"; }

std::string RuntimePaths::include() const { return prefix + "/" + relative_include(); }

std::string RuntimePaths::library(Host host) const { return prefix + "/" + relative_library(host); }

std::string RuntimePaths::link_options() const { return prefix + "/" + relative_link_options(); }

RuntimePaths find_runtime() {
    std::error_code error;
    const auto executable = fs::read_symlink("/proc/self/exe", error);
    if (error)
        throw Failure(status_tool, fmt::format("cannot find out where hydracc is installed: {}", error.message()));
    RuntimePaths paths{executable.parent_path().parent_path().string()};
    if (!fs::exists(paths.include() + "/hydra_rt.h", error)) {
        throw Failure(status_tool, fmt::format("the runtime's headers are not in '{}'; install hydracc again "
                                               "(cmake --install), and move its folder only as a whole",
                                               paths.include()));
    }
    return paths;
}

} // namespace hydra::driver
