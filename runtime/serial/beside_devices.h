// What serial code, which the host runs, means for what lies on the rank's devices. Other ranks may have other things
// on theirs, so nothing is done here that they would have to take part in, or that changes what all of them know alike.
#pragma once

#include "runtime/include/hydra_rt.h"
#include "runtime/residence/residences.h"

#include <cstddef>

namespace hydra::rt {

// The host is about to read these bytes, and to write them where `writes` says so.
void meet_bytes(Residences& residence, const void* from, std::size_t bytes, bool writes);
// The same of what a site reads and writes.
void meet_site(Residences& residence, const hydra_rt_loop& site, void* const* pointers, const long* k);

} // namespace hydra::rt
