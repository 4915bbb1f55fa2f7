// Inner loops of which a rank runs a part of the rounds (Distribution::boxes). Where the user's loop counts from one
// value to another, the rank's counts from the later of two starts to the earlier of two ends.
#pragma once
#include <string>

#include "codegen/context.h"
#include "ir/print_hooks.h"

namespace hydra::codegen {

// Whether that can be done (Distribution::boxes::again asks for a loop that is split around the same element).
bool can_cut(const ir::Kernel& kernel);

// Declarations at the kernel's beginning: the rounds that the runtime hands over.
std::string rounds_window(const Context& context, const ir::Kernel& kernel);

// The text for such a loop; hooks: how names are printed.
std::string cut_text(const Context& context, const ir::CountingLoop& rounds, const ir::PrintHooks& hooks, int indent);

// Whether the kernel's ranks may form a grid unasked: all that would have to do so with it can be cut.
bool may_form_grid(const ir::Program& program, const ir::Kernel& kernel);
bool may_form_grid(const Context& context, const ir::Kernel& kernel);

// The descriptor of what ranks share out besides the iterations: its name is boxes_of_<kernel>.
std::string boxes_descriptor(const Context& context, const ir::Kernel& kernel);

} // namespace hydra::codegen
