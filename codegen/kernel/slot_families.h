// Which of a kernel's slots belong together.
#pragma once
#include <string>

#include "ir/program.h"

namespace hydra::codegen {

// For each slot the first one of the same pointer, as a C initialiser: slots of one pointer are a family, and the
// compiler has looked at what they share.
std::string slot_families(const ir::Kernel& kernel);

} // namespace hydra::codegen
