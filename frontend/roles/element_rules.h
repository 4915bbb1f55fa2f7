// What an element function may not do: change what is only read, leave a result unassigned, or have effects.
#pragma once
#include <functional>

#include "frontend/roles/unit.h"

namespace hydra::frontend::cmaps {

void check_element(const RoleFunction& function, const CmapsUnit& unit);
// Reports calls in the tree that coordination bodies and element functions may not have: they print, read, end the
// program or have a state. where: "element function 'f'".
void check_calls(antlr4::ParserRuleContext* context, const CmapsUnit& unit, const std::string& where);
// What an expression changes itself, but for its parts: the target (null: not a name with what follows it) and the
// whole of the assignment or step.
void for_changes(antlr4::tree::ParseTree* node,
                 const std::function<void(P::UnaryContext*, antlr4::ParserRuleContext*)>& f);
// Whether the operator of `x op e` changes x.
bool is_assignment(CmapsParser::InfixContext* infix);

} // namespace hydra::frontend::cmaps
