// What elements of arrays look like at run time: their scalar type, where a struct has padding, the members of structs.
// The runtime compares, names and shows values by it.
#pragma once
#include <map>
#include <string>

#include "codegen/context.h"

namespace hydra::codegen {

// "HYDRA_RT_DOUBLE"; null for types that hydra_rt_type does not have.
const char* scalar_type(ir::TypeRef type);
// A table of hydra_rt_look, one row a slot.
std::string layout_rows(const std::vector<ir::Slot>& slots);
// Tables of members that stand in a file of a unit already. Most sites of a program speak of the same few structures.
class MemberTables {
  public:
    // The descriptor with their names instead of the tables; those that are new stand before it. Descriptors are asked
    // for in their order in each file.
    std::string shared(const Context& context, const ir::FunctionDecl& function, const std::string& descriptor);

  private:
    std::map<support::FileId, std::map<std::string, std::string>> names_; // by text
};
// What the analysis takes the structures of the user's to look like, for the native compiler to confirm.
std::string layout_checks(const ir::TranslationUnit& unit);

} // namespace hydra::codegen
