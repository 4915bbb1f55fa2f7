// What the host's own reading and writing means for the rank's devices: what it is about to read comes to the host, and
// what it writes is out of date elsewhere. Nothing here is a step that other ranks take part in.
#pragma once

#include "runtime/plan/maker.h"
#include "runtime/residence/residences.h"
#include "runtime/touch/binding.h"

#include <cstddef>

namespace hydra::rt {

// The host's cores are about to run the plan's iterations, and have run them.
void host_reads(Residences& residences, const Plan& plan, const Binding& binding);
void host_writes(Residences& residences, const Plan& plan, const Binding& binding);
// The plan's messages are about to go out, and have come in.
void host_sends(Residences& residences, const Plan& plan, const Binding& binding);
void host_received(Residences& residences, const Plan& plan, const Binding& binding);
// A kernel on this device is about to read what is touched: what other devices alone have of it comes to the host, from
// where it can go there.
void fetch_for_device(Residences& residences, std::size_t device, const Binding& binding,
                      const PlanMaker::Access& access);
// The host is about to read these bytes, and to write them where `writes` says so.
void host_touches(Residences& residences, const void* from, std::size_t bytes, bool writes);
// The same of serial code as a site describes it. pointers: the site's slots'; k: its keys.
void serial_code_touches(Residences& residences, const hydra_rt_loop& site, void* const* pointers, const long* k);

} // namespace hydra::rt
