// What an element function may not do: change what is only read, leave a result unassigned, or have effects.
#pragma once
#include "frontend/cmaps/unit.h"

namespace hydra::frontend::cmaps {

void check_element(const RoleFunction& function, const CmapsUnit& unit);
// Reports calls in the tree that coordination bodies and element functions may not have: they print, read, end the
// program or have a state. where: "element function 'f'".
void check_calls(antlr4::ParserRuleContext* context, const CmapsUnit& unit, const std::string& where);
// Whether the operator of `x op e` changes x.
bool is_assignment(CmapsParser::InfixContext* infix);

} // namespace hydra::frontend::cmaps
