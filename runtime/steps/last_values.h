// What iterations of a loop leave in scalars, on all ranks: the values of the last iteration, and errno with the
// floating-point exceptions.
#pragma once

#include "runtime/backend/cpu.h"
#include "runtime/steps/messenger.h"

namespace hydra::rt {

// The values that the loop leaves in args, from the rank that ran the last iteration to all.
void share_last_values(Messenger& messenger, const hydra_rt_loop& loop, int last_rank, void* args);
// What all ranks' iterations have left. own: what this one's have.
CpuDevice::Left share_errors(Transport& transport, const char* at, CpuDevice::Left own);

} // namespace hydra::rt
