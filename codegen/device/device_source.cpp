// All that devices run of a source file, in its order: types, functions, kernels, and the kernels that join blocks.
#include <fmt/format.h>

#include "codegen/device/device_joins.h"
#include "codegen/device/device_library.h"
#include "codegen/device/kernel_device.h"

namespace hydra::codegen {

std::string DeviceSource::join(const ir::Directive& directive) {
    const auto [place, is_new] = joins_.try_emplace(join_kernel(dialect_, types_, directive, ""));
    if (is_new) {
        place->second = context_.name(fmt::format("join_{}", joins_.size()));
        kernels_.push_back(join_kernel(dialect_, types_, directive, place->second));
        add_symbol(place->second, place->second);
    }
    return place->second;
}

std::vector<std::string> DeviceSource::joins() const {
    std::vector<std::string> names;
    for (const auto& [what, name] : joins_)
        names.push_back(name);
    return names;
}

void DeviceSource::add_symbol(const std::string& of, const std::string& kernel) {
    if (!dialect_.is_opencl()) {
        symbols_.push_back(fmt::format(
            "extern \"C\" const void *const {0};\nconst void *const {0} = (const void *){1};\n", symbol(of), kernel));
    }
}

std::string DeviceSource::text() const {
    std::string text;
    if (dialect_.is_opencl()) {
        text += types_.uses_double() ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "";
        text += "#pragma OPENCL FP_CONTRACT OFF\n\n";
    } else {
        text +=
            "// The kernels of this file's parallel loops.\n"
            "// What is unused, never reached, pointless or out of fashion in C++ is the program's own. The host's\n"
            "// compiler, which sees the same text, can be asked about it.\n"
            "#pragma nv_diag_suppress 68, 111, 128, 174, 177, 186, 187, 191, 549, 550, 3010, 3012\n\nnamespace {\n\n";
    }
    const auto add = [&text](const std::vector<std::string>& list) {
        for (const auto& item : list)
            text += item + "\n";
    };
    const auto head = text.size();
    add(types_.definitions());
    add(functions_.definitions());
    add(kernels_);
    text.insert(head, device_library_text(dialect_.target, text));
    if (!dialect_.is_opencl()) {
        text += "} // namespace\n\n";
        add(symbols_);
    }
    return text;
}

} // namespace hydra::codegen
