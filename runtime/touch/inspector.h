// Runs inspectors: the slices of a loop that tell what its iterations touch at places that data decide (hydra_rt.h,
// hydra_rt_inspection).
#pragma once

#include "runtime/memory/registry.h"
#include "runtime/touch/inspection.h"
#include "runtime/touch/touch_bits.h"

#include <span>

namespace hydra::rt {

// Adds to `found` what these iterations touch, as far as the stage tells, one run of bytes after the other, counted
// from the slots' pointers, not settled; args: the launch's. False: something that no slot leads to. One at a time.
bool inspect_iterations(Registry& registry, const hydra_rt_loop& loop, int stage, std::span<const Interval> iterations,
                        void* args, void* const* pointers, Found& found);

// For each slot, an address that some inspector notes for it in the first of these iterations; null: there is none.
// False: something is touched of which the slot is not known, or the loop has stages that go by what others find.
bool sample_touches(const hydra_rt_loop& loop, const Interval& iterations, void* args, std::span<const char*> first);

// Adds to `found` what these iterations touch, as runs of addresses, by all these inspectors, the fine one among them.
// Nothing may be written meanwhile; several threads may ask at once. `found` has one slot more than the loop: for what
// called functions touch, which may be in any slot. marks: by slot, where what lies in an object is marked instead;
// empty: nowhere.
void note_addresses(const hydra_rt_inspection& inspection, const Interval& iterations, void* args, Found& found,
                    std::span<const TouchMarks> marks = {});

} // namespace hydra::rt
