// See rank0.h.
#include "runtime/process/rank0.h"

#include <limits>

namespace hydra::rt {
namespace {

bool ended = false;

} // namespace

bool in_step() {
    return !ended && allocates_in_step() && process_runtime()->transport().size() > 1 && !process_runtime()->is_alone();
}

void leave_step() { ended = true; }

bool is_rank0() { return process_runtime() == nullptr || process_runtime()->transport().rank() == 0; }

void settle_work() {
    const bool alone = process_runtime() != nullptr && process_runtime()->transport().size() == 1;
    if (in_step() || (alone && !ended && allocates_in_step()))
        process_runtime()->settle();
}

void hand_to_all(void* data, std::size_t bytes, const char* what) {
    Transport& transport = process_runtime()->transport();
    transport.waits_in("serial code", what == nullptr ? "" : what);
    const double patience = transport.patience();
    if (what == nullptr)
        transport.set_patience(std::numeric_limits<double>::infinity());
    transport.broadcast(0, data, bytes);
    transport.set_patience(patience);
}

} // namespace hydra::rt
