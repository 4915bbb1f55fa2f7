// What elements of arrays look like at run time: their scalar type, where a struct has padding, the members of structs.
// The runtime compares, names and shows values by it.
#pragma once
#include <string>

#include "ir/program.h"

namespace hydra::codegen {

// "HYDRA_RT_DOUBLE"; null for types that hydra_rt_type does not have.
const char* scalar_type(ir::TypeRef type);
// A table of hydra_rt_look, one row a slot.
std::string layout_rows(const std::vector<ir::Slot>& slots);
// What the analysis takes the structures of the user's to look like, for the native compiler to confirm.
std::string layout_checks(const ir::TranslationUnit& unit);

} // namespace hydra::codegen
