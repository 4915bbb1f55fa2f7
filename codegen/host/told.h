// What people are told of a loop or site when they ask why something travels (HYDRA_EXPLAIN): its accesses as the
// program writes them, with their lines. Footprint functions speak of them by number.
#pragma once
#include <string>
#include <vector>

#include "codegen/host/footprint_function.h"

namespace hydra::codegen {

// hydra_rt_told and what it points at. kernel: null of a site.
std::string told_table(const Context& context, const Described& what, const ir::Kernel* kernel = nullptr);

// The number, from 1, of an access in the table made of `told`; 0: it is in none.
std::size_t told_number(const std::vector<ir::Access>* told, const ir::Access& access);

// "HYDRA_RT_READ".
std::string access_kind(const ir::Access& access);

} // namespace hydra::codegen
