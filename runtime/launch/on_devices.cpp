// The active launch, as devices are told of it (a part of Runtime).
#include "runtime/launch/runtime.h"

namespace hydra::rt {

DeviceLaunch Runtime::on_devices(const hydra_rt_launch& launch) {
    const Touched* const touched = active_->touched;
    const bool is_known = touched != nullptr && !touched->reads_everything && !touched->writes_everything;
    return {
        .loop = *launch.loop,
        .args = launch.args,
        .plan = *static_cast<Plan*>(launch.plan),
        .request = request_,
        .binding = active_->binding,
        .reaches = is_known ? &touched->slots : nullptr,
        .number = static_cast<std::size_t>(active_->index),
        .segment = active_->segment,
        .results = results_.data(),
    };
}

} // namespace hydra::rt
