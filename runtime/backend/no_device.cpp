// The library of the target cpu: the host's cores are all there is.
#include "runtime/backend/device.h"

namespace hydra::rt {

std::vector<WeightedDevice> make_devices(const DeviceRequest& request, std::string& reason) {
    if (!request.devices.empty() && request.devices != "cpu")
        reason = "HYDRA_DEVICES=" + request.devices + ", but the program was built with --target=cpu";
    return {};
}

const char* target_name() { return "cpu"; }

} // namespace hydra::rt
