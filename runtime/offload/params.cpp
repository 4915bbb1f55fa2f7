// See params.h: what the loop's pass function calls (hydra_rt.h).
#include "runtime/offload/params.h"

#include "runtime/offload/device_placement.h"

void hydra_rt_pass(hydra_rt_params* p, const void* value, unsigned long bytes) { p->add(value, bytes); }

void hydra_rt_pass_record(hydra_rt_params* p, const void* value, unsigned long bytes) {
    p->placement->pass_record(*p, value, bytes);
}

void hydra_rt_pass_slot(hydra_rt_params* p, int slot) { p->placement->pass_slot(*p, slot); }

void hydra_rt_pass_pages(hydra_rt_params* p, int slot) { p->placement->pass_pages(*p, slot); }

void hydra_rt_pass_rows(hydra_rt_params* p) { p->placement->pass_rows(*p); }
