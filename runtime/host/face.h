// How a loop or site looks at an allocation: what messages need to name its elements as the program does.
#pragma once

#include "runtime/host/footprint.h"

#include <string>

namespace hydra::rt {

struct Face {
    std::string name;        // of the slot
    std::int64_t offset = 0; // of the slot's pointer in the allocation
    std::int64_t elem = 0;   // bytes; 0: nothing has looked yet
    std::vector<long> len;   // of the dimensions 1..D-1
    int type = 0;            // hydra_rt_look::type
    int subscripts = 0;      // hydra_rt_look::subscripts
};

// `shape`: what the loop's footprint declares of the slot; `offset`: as Face has it.
Face face_of(const hydra_rt_loop& loop, std::size_t slot, const hydra_rt_footprint::Slot& shape, std::int64_t offset);
// The element that holds a byte of the allocation: "a[3][4]", with as many subscripts as the program writes.
std::string element_text(const Face& face, const std::string& allocation_name, std::int64_t at);

} // namespace hydra::rt
