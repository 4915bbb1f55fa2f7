// What stands above a translation for reading, and above each of its loops: which loops there are, where their
// iterations lie, what they touch, and what a rank gets before it runs its own.
#pragma once
#include <string>
#include <vector>

#include "codegen/context.h"

namespace hydra::codegen {

// The unit's kernels as they follow one another in its file.
std::vector<const ir::Kernel*> kernels_in_text(const Context& context, int unit);

// A comment with a line for each loop.
std::string loop_table(const Context& context, int unit, const std::string& stem);

// A comment with a line for each access: "reads from[i - 1][j]: rows lo - 1 to hi - 1, columns 1 to n - 1".
std::string touched_comment(const Context& context, const ir::Kernel& kernel);

} // namespace hydra::codegen
