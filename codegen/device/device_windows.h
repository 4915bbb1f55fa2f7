// Kernels for devices of which a launch runs a part: some rounds of an inner loop (Distribution::boxes), or one part of
// the body: of Distribution::sweep, in some rounds of its loop, or of Schedule::stages. The kernel is the same as for
// whole launches, and is handed what it is to run; see "Devices" in runtime/include/hydra_rt.h.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "codegen/context.h"

namespace hydra::codegen {

// Whether the device's kernel can run some rounds of Distribution::boxes; and one part of Distribution::sweep.
bool device_cuts(const ir::Kernel& kernel);
bool device_sweeps(const ir::Kernel& kernel);
// Whether its inner loops are dealt out in stages.
bool in_stages(const ir::Kernel& kernel);

// What the kernel is handed for that, in this order.
std::vector<std::string> window_parameters(const Context& context, const ir::Kernel& kernel);

// The values that a loop's variable has in what is to be run of it: expressions of type long, from <= j < to.
struct RoundsWindow {
    const ir::CountingLoop* counting = nullptr;
    std::string from, to;
};
// nullopt: all of the loop is run.
std::optional<RoundsWindow> window_of(const Context& context, const ir::Kernel& kernel, const ir::Stmt& loop);

// A statement that belongs to a part of the body: when it is run, and whether it is the part's first and last one.
struct PartGuard {
    std::string condition;
    bool opens = false, closes = false;
};
std::optional<PartGuard> guard_of(const Context& context, const ir::Kernel& kernel, const ir::Stmt& stmt);

} // namespace hydra::codegen
