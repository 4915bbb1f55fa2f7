// The function that says what a parallel loop, or a site in serial code, touches.
#pragma once
#include <string>
#include <vector>

#include "codegen/context.h"

namespace hydra::codegen {

// The part that kernels and sites have in common.
struct Described {
    const std::string& name;
    const std::string& at;
    const std::vector<ir::Key>& keys;
    const std::vector<ir::Slot>& slots;
    const std::vector<ir::Access>& accesses;
    const std::vector<ir::Watched>& watched;
    std::string prefix;                            // of the names: "loop" or "site"
    std::int64_t anywhere = 0;                     // see ir::Touches
    const std::vector<ir::Access>* told = nullptr; // those that told.h tells people of; null: none
};

// With what it calls in front of it.
std::string footprint_function(const Context& context, const Described& what);

} // namespace hydra::codegen
