// The loops in a kernel for devices that are not as the program has them: what is dealt out to work items
// (work_item_mapping.h), and that of which a launch may run some rounds (device_windows.h).
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "codegen/device/work_item_mapping.h"

namespace hydra::codegen {

struct LoopHooks {
    const ir::PrintHooks& hooks;
    std::function<std::string(const ir::Expr&)> value; // a loop's start or bound
    Standing& standing;
    bool opencl = false; // the dialect
};
// nullopt: the statement is no such loop.
std::optional<std::string> device_loop(const Context& context, const ir::Kernel& kernel, const ir::Stmt& stmt,
                                       const LoopHooks& with, int indent);

} // namespace hydra::codegen
