// HYDRA_DEVICES, and which of a machine's devices a rank takes by it.
#pragma once

#include "runtime/backend/device.h"

#include <optional>
#include <string>
#include <vector>

namespace hydra::rt {

// One name of the list: "gpu*" (any that is no CPU), "gpu1" (that one), "cpu"; with "/2" each such device in two parts,
// and behind a colon the weight of each such device, all its parts together.
struct DeviceChoice {
    enum class Kind { any, gpu, cpu } kind = Kind::any;
    int number = -1; // of that kind; -1: by the rank's place on its node
    int parts = 1;
    double weight = 1;
    std::string name = {}; // as it was typed
};
// Empty: the one choice of any device. nullopt: `reason` says what is wrong.
std::optional<std::vector<DeviceChoice>> choices_of(const std::string& devices, std::string& reason);

// What a rank takes: of a device, by its place among all, this part of so many.
struct DevicePick {
    std::size_t device = 0;
    int part = 0, parts = 1;
    double weight = 1;
    int sharers = 1; // into which the rank's picks divide this device's memory
};
// cpus: of each device, whether it is a CPU. nullopt: some choice means none of them, as `reason` says; `found` is what
// it says of those that there are.
std::optional<std::vector<DevicePick>> picks_of(const DeviceRequest& request, const std::vector<bool>& cpus,
                                                const std::string& found, std::string& reason);

} // namespace hydra::rt
