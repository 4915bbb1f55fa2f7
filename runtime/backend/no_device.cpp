// The library of the target cpu: the host's cores are all there is.
#include "runtime/backend/device.h"

namespace hydra::rt {

std::vector<WeightedDevice> make_devices(const DeviceWish& wish, std::string& reason) {
    if (!wish.devices.empty() && wish.devices != "cpu")
        reason = "HYDRA_DEVICES=" + wish.devices + ", but the program was built with --target=cpu";
    return {};
}

const char* target_name() { return "cpu"; }

} // namespace hydra::rt
