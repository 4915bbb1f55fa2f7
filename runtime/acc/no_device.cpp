// The library of the target cpu: the host's cores are all there is.
#include "runtime/acc/device.h"

namespace hydra::rt {

std::unique_ptr<Device> make_device(const DeviceWish&, std::string&) { return nullptr; }

const char* target_name() { return "cpu"; }

} // namespace hydra::rt
