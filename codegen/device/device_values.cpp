// What stands in the way of a value (its address is compared, a pointer leads there or into an array) is found by
// trying.
#include "codegen/device/device_values.h"

#include <algorithm>

#include "codegen/device/device_library.h"

namespace hydra::codegen {

ByValue write_with_values(const ir::Kernel& kernel, const std::function<void(const ByValue&)>& write) {
    ByValue all;
    for (const auto& slot : kernel.touches.slots)
        if (slot.by_value != nullptr && std::find(all.begin(), all.end(), slot.by_value) == all.end())
            all.push_back(slot.by_value);
    const auto can_be_written = [&write](const ByValue& values) {
        try {
            write(values);
            return true;
        } catch (const HostOnly&) {
            return false;
        }
    };
    if (!all.empty() && can_be_written(all))
        return all;
    ByValue taken;
    for (std::size_t index = 0; index < all.size() && all.size() > 1; ++index) {
        taken.push_back(all[index]);
        if (!can_be_written(taken))
            taken.pop_back();
    }
    write(taken);
    return taken;
}

std::int64_t parameter_bytes(const std::vector<const Outside*>& handed, const std::vector<std::string>& others) {
    constexpr std::int64_t word = 8;
    std::int64_t bytes = 0;
    for (const auto& text : others)
        bytes += word * (1 + std::count(text.begin(), text.end(), ','));
    for (const auto* outside : handed) {
        bytes += outside->kind == Outside::Kind::pages  ? 3 * word
                 : outside->kind == Outside::Kind::rows ? 4 * word * window_count
                 : outside->slot >= 0                   ? 2 * word
                                      : (ir::size_of(outside->type).value_or(0) + word - 1) / word * word;
    }
    return bytes;
}

void check_parameters(const DeviceKernel& made, const ByValue& by_value, const support::SourceRange& at) {
    constexpr std::int64_t most_parameter_bytes = 1024; // that each OpenCL device has to take; CUDA takes 4096
    if (!by_value.empty() && made.parameter_bytes > most_parameter_bytes)
        throw HostOnly{at, "its arguments take too much room"};
}

} // namespace hydra::codegen
