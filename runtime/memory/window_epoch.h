// How long windows of serial code (hydra_rt_window) may be trusted: generated code compares the epoch in which one was
// opened with the present one.
#pragma once

#include "runtime/include/hydra_rt.h"

namespace hydra::rt {

// Every window has to ask anew: something that was valid on this rank may not be so any more.
inline void forget_windows() { __atomic_add_fetch(&hydra_rt_epoch, 1, __ATOMIC_RELAXED); }

// Around what makes more valid and nothing less: windows keep what they know.
class KeptWindows {
  public:
    KeptWindows() : epoch_(hydra_rt_epoch) {}
    ~KeptWindows() { hydra_rt_epoch = epoch_; }
    KeptWindows(const KeptWindows&) = delete;
    KeptWindows& operator=(const KeptWindows&) = delete;

  private:
    unsigned long epoch_;
};

} // namespace hydra::rt
