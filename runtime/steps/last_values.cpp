// See last_values.h.
#include "runtime/steps/last_values.h"

#include <cstring>

namespace hydra::rt {

void share_last_values(Messenger& messenger, const hydra_rt_loop& loop, int last_rank, void* args) {
    std::vector<unsigned char> values;
    for (int v = 0; v < loop.lastvalues; ++v) {
        const unsigned char* value = static_cast<unsigned char*>(args) + loop.lastvalue[v].offset;
        values.insert(values.end(), value, value + loop.lastvalue[v].size);
    }
    messenger.hand_out(last_rank, loop.at, "values of the last iteration", values);
    const unsigned char* next = values.data();
    for (int v = 0; v < loop.lastvalues; next += loop.lastvalue[v].size, ++v)
        std::memcpy(static_cast<unsigned char*>(args) + loop.lastvalue[v].offset, next, loop.lastvalue[v].size);
}

CpuDevice::Left share_errors(Transport& transport, const char* at, CpuDevice::Left own) {
    transport.waits_in(at, "errno");
    std::vector<CpuDevice::Left> all(transport.rank() == 0 ? static_cast<std::size_t>(transport.size()) : 0);
    transport.gather(0, &own, sizeof own, all.data());
    for (const CpuDevice::Left& each : all)
        own.join(each);
    transport.broadcast(0, &own, sizeof own);
    return own;
}

} // namespace hydra::rt
