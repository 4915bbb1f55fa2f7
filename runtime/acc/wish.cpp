// HYDRA_DEVICES, taken apart: one device a rank, "gpu*" (any that is no CPU), "gpu1" (that one), "cpu".
#include "runtime/acc/device.h"
#include "runtime/host/text.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace hydra::rt {

std::optional<DeviceChoice> choice_of(const std::string& devices, std::string& reason) {
    if (devices.empty())
        return DeviceChoice{};
    const auto wrong = [&](const char* why) {
        reason = text("HYDRA_DEVICES='", devices, "': ", why);
        return std::nullopt;
    };
    if (devices.find(',') != std::string::npos || devices.find('/') != std::string::npos)
        return wrong("several devices of one rank are not in this version; start more ranks");
    std::string_view name = std::string_view(devices).substr(0, devices.find(':')); // alone, any weight is all
    if (name == "cpu")
        return DeviceChoice{DeviceChoice::Kind::cpu, -1};
    if (!name.starts_with("gpu"))
        return wrong("a device is gpu*, gpu0, gpu1 ..., or cpu");
    name.remove_prefix(3);
    if (name == "*" || name.empty())
        return DeviceChoice{DeviceChoice::Kind::gpu, -1};
    int number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error != std::errc() || end != name.data() + name.size() || number < 0)
        return wrong("a device is gpu*, gpu0, gpu1 ..., or cpu");
    return DeviceChoice{DeviceChoice::Kind::gpu, number};
}

} // namespace hydra::rt
