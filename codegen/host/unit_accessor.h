// Functions by which host code asks another unit for a value that only that unit has a name for: an array at file scope
// that a called function uses, where its rows begin, how long they are.
#pragma once
#include <string>

#include "ir/program.h"

namespace hydra::codegen {

// For the head of each unit's file: declarations of all of them.
std::string accessor_declarations(const ir::Program& program);
// For the end of a unit's file: those that it answers.
std::string accessor_functions(const ir::Program& program, int unit);

} // namespace hydra::codegen
